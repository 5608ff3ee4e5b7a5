/** Sends a file in steps, or only looks at it. How far it came is kept beside the file, so that the next run goes on from there. */
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { readLine } from '../../src/domain/transfer/read-line.ts';
import type { ForeignItem } from './formats/foreign-memory.ts';
import type { Reader } from './formats/formats.ts';
import type { Progress } from './progress.ts';
import type { Service } from './service.ts';

/** As many as the service commits at once, and well below what one request may hold. */
const STEP_LINES = 200;
const STEP_CHARACTERS = 4_000_000;
/** Problems that are told one by one; the counts go on. */
const PROBLEMS_MAX = 100;

export interface ImportSummary {
  imported: number;
  unchanged: number;
  withheld: number;
  failed: number;
  /** Left out by the reader, by reason. */
  readonly skipped: Record<string, number>;
  readonly problems: string[];
}

interface Kept {
  readonly of: string;
  readonly items: number;
  readonly summary: ImportSummary;
}

export const nothingYet = (): ImportSummary => ({ imported: 0, unchanged: 0, withheld: 0, failed: 0, skipped: {}, problems: [] });

export async function importFile(
  service: Service,
  { file, reader, of }: { readonly file: string; readonly reader: Reader; readonly of: string },
  showing: (total: number) => Progress,
): Promise<ImportSummary> {
  const { size, mtimeMs } = await stat(file);
  const notes = `${file}.progress.json`;
  const subject = JSON.stringify([of, size, mtimeMs]);
  const kept = await readKept(notes, subject);
  const summary = kept?.summary ?? nothingYet();
  const progress = showing(size);
  let read_bytes = 0;
  let items = 0;
  let held: { readonly place: string; readonly line: string }[] = [];
  let characters = 0;
  const flush = async () => {
    if (held.length > 0) await sendStep(service, held, summary);
    held = [];
    characters = 0;
    await writeFile(notes, JSON.stringify({ of: subject, items, summary } satisfies Kept));
    progress.at(read_bytes, `${summary.imported} imported, ${summary.unchanged} unchanged`);
  };
  try {
    for await (const item of reader(file, (bytes) => {
      read_bytes = bytes;
    })) {
      items += 1;
      if (items <= (kept?.items ?? 0)) continue;
      if ('skipped' in item) skip(summary, item);
      else {
        held.push(item);
        characters += item.line.length;
      }
      if (held.length >= STEP_LINES || characters >= STEP_CHARACTERS) await flush();
    }
    await flush();
  } finally {
    progress.end();
  }
  await rm(notes, { force: true });
  return summary;
}

async function sendStep(
  service: Service,
  step: readonly { readonly place: string; readonly line: string }[],
  summary: ImportSummary,
): Promise<void> {
  const counts = await service.importLines(step.map(({ line }) => line));
  summary.imported += counts.imported;
  summary.unchanged += counts.unchanged;
  summary.withheld += counts.withheld;
  for (const { line, error } of counts.errors) fail(summary, step[line - 1]?.place ?? `line ${line}`, error.message);
}

/** Reads the whole file and checks every line as the service would, without a service. Types of lines by count. */
export async function lookThrough(
  { file, reader }: { readonly file: string; readonly reader: Reader },
  showing: (total: number) => Progress,
): Promise<{ readonly summary: ImportSummary; readonly types: Readonly<Record<string, number>> }> {
  const summary = nothingYet();
  const types: Record<string, number> = {};
  const progress = showing((await stat(file)).size);
  let read_bytes = 0;
  try {
    for await (const item of reader(file, (bytes) => {
      read_bytes = bytes;
    })) {
      if ('skipped' in item) skip(summary, item);
      else if (item.line.trim() !== '') {
        const read = readLine(item.line, 'redact');
        if (read.ok) types[read.value.type] = (types[read.value.type] ?? 0) + 1;
        else fail(summary, item.place, read.failure.message);
      }
      progress.at(read_bytes, `${types.memory ?? 0} memories`);
    }
  } finally {
    progress.end();
  }
  return { summary, types };
}

function skip(summary: ImportSummary, { skipped }: Extract<ForeignItem, { skipped: string }>): void {
  summary.skipped[skipped] = (summary.skipped[skipped] ?? 0) + 1;
}

function fail(summary: ImportSummary, place: string, message: string): void {
  summary.failed += 1;
  if (summary.problems.length < PROBLEMS_MAX) summary.problems.push(`${place}: ${message}`);
}

async function readKept(notes: string, subject: string): Promise<Kept | null> {
  if (!existsSync(notes)) return null;
  const kept = JSON.parse(await readFile(notes, 'utf8')) as Kept;
  return kept.of === subject ? kept : null;
}
