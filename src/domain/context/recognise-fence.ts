/**
 * What was recalled must not be remembered again: a block that comes back inside a message is cut out before the message is stored.
 * So is a reply of this service that a transcript kept as JSON. A block whose end was lost reaches to the end of the text; single lines
 * that were copied out of a block are known by their head.
 */
import { FENCE_NAME, PREAMBLE, QUOTED_NOTICE } from './fence.ts';
import { stripReplies } from './recognise-reply.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The tag alone is a word that somebody may write about: a block of ours goes on with its preamble or with a memory. */
const BLOCK = new RegExp(
  `<${FENCE_NAME}(?:\\s[^>]*)?>(?=[\\s>*-]*(?:${PREAMBLE.slice(0, 20)}|\\[${UUID} ))[\\s\\S]*?(?:</${FENCE_NAME}\\s*>|$)`,
  'giu',
);
const ORPHANED_CLOSE = new RegExp(`</${FENCE_NAME}\\s*>`, 'giu');
/** A head and its text, with the indented lines that continue it; perhaps quoted or listed in Markdown. */
const LINE = new RegExp(`^[ \\t>*-]*\\[${UUID} \\d{4}-\\d{2}-\\d{2} (?:user|agent|tool|unknown)[^\\]\\n]*\\] .*(?:\\n  .*)*\\n?`, 'gimu');

/** The text without recalled memories; the same text when there are none. Empty when it held nothing else. */
export function stripRecalled(text: string): string {
  const stripped = stripReplies(text).replace(BLOCK, '').replace(LINE, '');
  if (stripped === text) return text;
  return stripped
    .replaceAll(QUOTED_NOTICE, '')
    .replace(ORPHANED_CLOSE, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
