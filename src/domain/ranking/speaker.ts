/** Who said it, for memories written as "Name: text", and whom a question names. */
const LATIN_NAME = /^(\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*){0,2}):\s/u;
const HAN_NAME = /^([\p{Script=Han}·]{2,6})[：:]/u;
/** Labels that introduce a text without naming a person. */
const LABELS = new Set([
  'user',
  'assistant',
  'system',
  'tool',
  'human',
  'ai',
  'note',
  'todo',
  'summary',
  'question',
  'answer',
  '用户',
  '助手',
  '系统',
  '备注',
  '总结',
]);

/** Lower case; null when the text names no speaker. */
export function speakerOf(content: string): string | null {
  const name = (LATIN_NAME.exec(content) ?? HAN_NAME.exec(content))?.[1]?.toLowerCase();
  return name === undefined || LABELS.has(name) ? null : name;
}

function isNamed(question: string, name: string): boolean {
  const at = question.indexOf(name);
  if (at < 0) return false;
  if (/^\p{Script=Han}/u.test(name)) return true;
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  return !isLetter(question[at - 1]) && !isLetter(question[at + name.length]);
}

/** The one speaker that the question names; null when it names none or several, because then the name decides nothing. */
export function namedSpeaker(question: string, speakers: Iterable<string>): string | null {
  const folded = question.toLowerCase();
  const named = [...new Set(speakers)].filter((name) => isNamed(folded, name));
  return named.length === 1 ? (named[0] ?? null) : null;
}
