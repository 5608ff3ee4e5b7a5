/** The six commands of the memory tool. A reply is text; what the model can put right is an error text, a failure of the service is a failure. */
import type { Failure } from '../../../../domain/failure.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';
import type { Arguments } from '../../surface.ts';
import { ROOT, readPath } from './file-path.ts';
import type { Files, MemoryFile } from './files.ts';
import { numbered, renderDirectory, renderFile } from './render.ts';

export type Answer = { readonly text: string; readonly refused?: true };
type Outcome = Promise<Result<Answer, Failure>>;
type Run = (given: Arguments, files: Files) => Outcome;

const say = (text: string): { readonly ok: true; readonly value: Answer } => ok({ text });
const refuse = (text: string): { readonly ok: true; readonly value: Answer } => ok({ text: `Error: ${text}`, refused: true });

const missing = (path: string) => refuse(`The path ${path} does not exist. Please provide a valid path.`);

/** Lines around an edit, for the model to check. */
const CONTEXT_LINES = 4;
function snippet(content: string, line: number): string {
  const lines = content.split('\n');
  const first = Math.max(0, line - CONTEXT_LINES);
  return numbered(lines.slice(first, line + CONTEXT_LINES), first + 1);
}

const textArgument = (given: Arguments, name: string): Result<string, string> =>
  typeof given[name] === 'string' ? ok(given[name]) : err(`${name} is required for this command, as text.`);

async function fileAt(
  given: Arguments,
  files: Files,
): Promise<Result<MemoryFile, Failure> | { readonly ok: 'refused'; readonly answer: ReturnType<typeof refuse> }> {
  const path = readPath(given.path, 'path');
  if (!path.ok) return { ok: 'refused', answer: refuse(path.failure) };
  const file = await files.find(path.value);
  if (!file.ok) return file;
  return file.value === null ? { ok: 'refused', answer: missing(path.value) } : ok(file.value);
}

const view: Run = async (given, files) => {
  const path = readPath(given.path, 'path');
  if (!path.ok) return refuse(path.failure);
  const file = path.value === ROOT ? ok(null) : await files.find(path.value);
  if (!file.ok) return file;
  if (file.value === null) {
    const below = await files.below(path.value);
    if (!below.ok) return below;
    return below.value.length === 0 && path.value !== ROOT ? missing(path.value) : say(renderDirectory(path.value, below.value));
  }
  const lines = file.value.memory.content.split('\n');
  const [start = 1, end = -1] = Array.isArray(given.view_range) ? given.view_range.map(Number) : [];
  const last = end === -1 ? lines.length : end;
  if (!Number.isInteger(start) || !Number.isInteger(last) || start < 1 || start > lines.length || last < start)
    return refuse(`Invalid view_range: it must be [first, last] within 1 and ${lines.length}, or [first, -1].`);
  return say(renderFile(path.value, lines.slice(start - 1, last), start));
};

const create: Run = async (given, files) => {
  const path = readPath(given.path, 'path');
  if (!path.ok) return refuse(path.failure);
  const text = textArgument(given, 'file_text');
  if (!text.ok) return refuse(text.failure);
  if (path.value === ROOT) return refuse(`${ROOT} is the directory itself. Name a file below it.`);
  const known = await files.find(path.value);
  if (!known.ok) return known;
  if (known.value !== null) return refuse(`File ${path.value} already exists`);
  const written = await files.create(path.value, text.value);
  return written.ok ? say(`File created successfully at: ${path.value}`) : written;
};

const replace: Run = async (given, files) => {
  const file = await fileAt(given, files);
  if (file.ok === 'refused') return file.answer;
  if (!file.ok) return file;
  const old_text = textArgument(given, 'old_str');
  if (!old_text.ok || old_text.value === '') return refuse('old_str is required for this command, as text that is in the file.');
  const { path, memory } = file.value;
  const parts = memory.content.split(old_text.value);
  if (parts.length === 1) return refuse(`No replacement was performed, old_str did not appear verbatim in ${path}.`);
  if (parts.length > 2)
    return refuse(`No replacement was performed. Multiple occurrences of old_str in ${path}. Please ensure it is unique.`);
  const content = parts.join(typeof given.new_str === 'string' ? given.new_str : '');
  const changed = await files.change(file.value, content);
  const line = (parts[0] ?? '').split('\n').length;
  return changed.ok ? say(`The memory file has been edited.\n${snippet(content, line)}`) : changed;
};

const insert: Run = async (given, files) => {
  const file = await fileAt(given, files);
  if (file.ok === 'refused') return file.answer;
  if (!file.ok) return file;
  const text = textArgument(given, 'insert_text');
  if (!text.ok) return refuse(text.failure);
  const { path, memory } = file.value;
  const lines = memory.content.split('\n');
  const line = Number(given.insert_line ?? Number.NaN);
  if (!Number.isInteger(line) || line < 0 || line > lines.length)
    return refuse(`Invalid insert_line parameter: it should be within [0, ${lines.length}].`);
  const content = lines.toSpliced(line, 0, ...text.value.replace(/\n$/, '').split('\n')).join('\n');
  const changed = await files.change(file.value, content);
  return changed.ok ? say(`The file ${path} has been edited.`) : changed;
};

/** The file at a path, or all files of the directory there. */
async function targets(path: string, files: Files): Promise<Result<readonly MemoryFile[], Failure>> {
  const file = await files.find(path);
  if (!file.ok) return file;
  return file.value === null ? files.below(path) : ok([file.value]);
}

const remove: Run = async (given, files) => {
  const path = readPath(given.path, 'path');
  if (!path.ok) return refuse(path.failure);
  if (path.value === ROOT) return refuse(`Cannot delete the ${ROOT} directory itself`);
  const found = await targets(path.value, files);
  if (!found.ok) return found;
  if (found.value.length === 0) return missing(path.value);
  const removed = await files.remove(found.value.map((file) => file.path));
  return removed.ok ? say(`Successfully deleted ${path.value}`) : removed;
};

const rename: Run = async (given, files) => {
  const from = readPath(given.old_path, 'old_path');
  const to = readPath(given.new_path, 'new_path');
  if (!from.ok) return refuse(from.failure);
  if (!to.ok) return refuse(to.failure);
  if (from.value === ROOT || to.value === ROOT) return refuse(`Cannot rename the ${ROOT} directory itself`);
  if (to.value.startsWith(`${from.value}/`)) return refuse('A directory cannot move into itself.');
  const found = await targets(from.value, files);
  if (!found.ok) return found;
  if (found.value.length === 0) return missing(from.value);
  const taken = await targets(to.value, files);
  if (!taken.ok) return taken;
  if (taken.value.length > 0) return refuse(`The destination ${to.value} already exists`);
  // Written first: a failure between the two leaves the text twice, never nowhere.
  for (const { path, memory } of found.value) {
    const written = await files.create(`${to.value}${path.slice(from.value.length)}`, memory.content);
    if (!written.ok) return written;
  }
  const removed = await files.remove(found.value.map((file) => file.path));
  return removed.ok ? say(`Successfully renamed ${from.value} to ${to.value}`) : removed;
};

export const COMMANDS: ReadonlyMap<string, Run> = new Map([
  ['view', view],
  ['create', create],
  ['str_replace', replace],
  ['insert', insert],
  ['delete', remove],
  ['rename', rename],
]);
