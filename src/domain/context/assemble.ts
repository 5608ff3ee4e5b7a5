/**
 * One block for a prompt out of working memory, current facts and recalled episodes. Pure: what to choose from comes ranked, the token
 * count is an argument.
 */
import type { MemoryId } from '../memory.ts';
import { countCharacters, cutCharacters } from '../text/clean-text.ts';
import { fenced, type RecalledLine, recalledLine } from './fence.ts';

export const CONTEXT_PARTS = ['episodes', 'facts', 'working'] as const;
export type ContextPart = (typeof CONTEXT_PARTS)[number];

export interface ContextChoice {
  /** Best first. A memory that stands in several parts is taken from the first of them that comes to it. */
  readonly parts: Readonly<Record<ContextPart, readonly RecalledLine[]>>;
  /** How the budget is divided while all parts have something to say; what one does not use goes to the others. */
  readonly shares: Readonly<Record<ContextPart, number>>;
  readonly budget_tokens: number;
  readonly count: (text: string) => number;
}

export interface ContextBlock {
  readonly context: string;
  /** In the order of the lines. */
  readonly ids: readonly MemoryId[];
  readonly tokens: number;
}

/** With a question, what answers it comes first; without one, what the session is busy with. */
export const SHARES_WITH_QUESTION: ContextChoice['shares'] = { episodes: 0.75, facts: 0.15, working: 0.1 };
export const SHARES_WITHOUT_QUESTION: ContextChoice['shares'] = { episodes: 0.15, facts: 0.3, working: 0.55 };

/** One memory takes at most this share of the budget, or all of it when nothing else would be there; longer ones are shortened visibly. */
const LINE_SHARE_MAX = 1 / 3;
const ELLIPSIS = '…';

interface Chosen {
  readonly id: MemoryId;
  readonly text: string;
}

/** Never more than `budget_tokens` by `count`; an empty block when not even one line fits. */
export function assembleContext(choice: ContextChoice): ContextBlock {
  const chosen = choose(choice);
  for (let kept = chosen.length; kept > 0; kept -= 1) {
    const lines = importantAtBothEnds(chosen.slice(0, kept));
    const context = fenced(lines.map(({ text }) => text));
    const tokens = choice.count(context);
    if (tokens <= choice.budget_tokens) return { context, ids: lines.map(({ id }) => id), tokens };
  }
  return { context: '', ids: [], tokens: 0 };
}

/** Most important first. Each part is served in proportion to its share, so that a long one cannot crowd out the others. */
function choose({ parts, shares, budget_tokens, count }: ContextChoice): readonly Chosen[] {
  const queues = CONTEXT_PARTS.map((part) => ({ share: shares[part], rest: [...parts[part]], used: 0 }));
  const seen = new Set<MemoryId>();
  const chosen: Chosen[] = [];
  const line_max = Math.floor(budget_tokens * LINE_SHARE_MAX);
  let room = budget_tokens - count(fenced(['']));
  for (;;) {
    const waiting = queues.filter(({ rest }) => rest.length > 0).sort((left, right) => left.used / left.share - right.used / right.share);
    const [queue] = waiting;
    const line = queue?.rest.shift();
    if (queue === undefined || line === undefined) return chosen;
    if (seen.has(line.id)) continue;
    const text = shortened(line, Math.min(line_max, room), count) ?? (chosen.length === 0 ? shortened(line, room, count) : null);
    if (text === null) continue;
    seen.add(line.id);
    chosen.push({ id: line.id, text });
    const tokens = count(text) + 1;
    queue.used += tokens;
    room -= tokens;
  }
}

/** Null when not even a useful part of it fits. */
function shortened(line: RecalledLine, tokens_max: number, count: (text: string) => number): string | null {
  const whole = recalledLine(line);
  const tokens = count(whole) + 1;
  if (tokens <= tokens_max) return whole;
  const bare = count(recalledLine({ ...line, content: '' })) + 1;
  const characters = countCharacters(line.content);
  let share = (tokens_max - bare) / Math.max(1, tokens - bare);
  for (let attempt = 0; attempt < SHORTENING_ATTEMPTS_MAX && share >= SHORTENED_SHARE_MIN; attempt += 1) {
    const text = recalledLine({ ...line, content: `${cutCharacters(line.content, Math.floor(characters * share)).trimEnd()}${ELLIPSIS}` });
    if (count(text) + 1 <= tokens_max) return text;
    share *= SHORTENING_STEP;
  }
  return null;
}

const SHORTENING_ATTEMPTS_MAX = 8;
const SHORTENING_STEP = 0.85;
/** Less of a memory than this misleads more than it tells; a long note may still open with its subject. */
const SHORTENED_SHARE_MIN = 0.05;

/** Readers lose the middle: first, third, fifth … from the top; second, fourth … from the bottom. */
function importantAtBothEnds<Item>(items: readonly Item[]): readonly Item[] {
  const top = items.filter((_, index) => index % 2 === 0);
  const bottom = items.filter((_, index) => index % 2 === 1).reverse();
  return [...top, ...bottom];
}
