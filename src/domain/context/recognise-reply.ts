/** Replies of this service inside other text: agents that record every turn record what memory_search answered, as JSON. */
import { isObject } from '../json-object.ts';

const START = /\{\s*"(?:notice|results|context|id)"\s*:/g;
/** A reply is a few kilobytes; text with more starts than this is no transcript, and scanning it must stay cheap. */
const STARTS_MAX = 64;

export function stripReplies(text: string): string {
  let stripped = '';
  let position = 0;
  let starts = 0;
  for (const match of text.matchAll(START)) {
    if (match.index < position) continue;
    starts += 1;
    if (starts > STARTS_MAX) break;
    const end = endOfObject(text, match.index);
    if (end === null || !isReply(text.slice(match.index, end))) continue;
    stripped += text.slice(position, match.index);
    position = end;
  }
  return position === 0 ? text : stripped + text.slice(position);
}

/** Position after the brace that closes the one at `start`; null when it stays open. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return null;
}

function isReply(json: string): boolean {
  let reply: unknown;
  try {
    reply = JSON.parse(json);
  } catch {
    // Braces that balance are not yet JSON; then it is somebody's own text.
    return false;
  }
  if (!isObject(reply)) return false;
  const isSearch = Array.isArray(reply.results) && typeof reply.abstained === 'boolean' && 'best_score' in reply;
  const isContext = typeof reply.context === 'string' && Array.isArray(reply.ids) && typeof reply.tokens === 'number';
  const isSession = Array.isArray(reply.items) && typeof reply.budget_tokens === 'number' && typeof reply.tokens === 'number';
  return isSearch || isContext || isSession;
}
