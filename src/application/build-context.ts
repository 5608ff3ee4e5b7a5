import { assembleContext, type ContextPart, SHARES_WITH_QUESTION, SHARES_WITHOUT_QUESTION } from '../domain/context/assemble.ts';
import type { RecalledLine } from '../domain/context/fence.ts';
import { visible } from '../domain/facts/visible.ts';
import { type Failure, invalid } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import { BUDGET_TOKENS_MAX, BUDGET_TOKENS_MIN, QUERY_CHARACTERS_MAX } from '../domain/limits.ts';
import type { Memory, MemoryId } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { cleanText, cutCharacters } from '../domain/text/clean-text.ts';
import type { View } from '../domain/view.ts';
import { openSession } from '../domain/working/evolution.ts';
import { workingScore } from '../domain/working/scoring.ts';
import type { Session, WorkingItem } from '../domain/working/session.ts';
import { checkSessionId } from '../domain/writing/check-fields.ts';
import { recordRetrieval } from './admit.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { findMatches } from './search/find-matches.ts';
import type { ContextCommand, ContextReply, Degradation } from './service.ts';
import { type FreshSession, readFresh } from './session-view.ts';
import { together } from './together.ts';
import { ABSENT, evolveSession } from './working-memory.ts';

/** Hits asked for: a block of a few thousand tokens holds no more. */
const EPISODES_MAX = 50;
/** A block has room to fill and says of each line where it comes from, so that it may hold what a search would rather not claim as an answer. */
const CONTEXT_RELEVANCE_MIN = 0.05;
/** Current facts looked at; a namespace with more is asked by question. */
const FACTS_MAX = 100;
/** Without a question, what was said last is the question. */
const LAST_ITEMS = 2;

/** One block for a prompt: what the session is busy with, what holds, and what is recalled. Opens the session when it is unknown. */
export async function buildContext(deps: Dependencies, _caller: Caller, command: ContextCommand): Promise<Result<ContextReply, Failure>> {
  const problem = problemWith(command);
  if (problem !== null) return err(problem);
  const now = deps.clock.now();
  const view: View = { now, as_of: command.as_of ?? null, known_at: command.known_at ?? null, include_superseded: false };
  const asked = cleanText(command.query ?? '').text;
  const recallBy = (query: string) => recall(deps, cutCharacters(query, QUERY_CHARACTERS_MAX), view);
  const [opened, facts, recalled_by_question] = await together(
    openFor(deps, command.session_id, now, view),
    currentFacts(deps, view),
    asked === '' ? null : recallBy(asked),
  );
  const { session, working, degraded } = opened;
  const recalled = recalled_by_question ?? (await recallBy(lastSaid(session.items)));
  const parts: Record<ContextPart, readonly RecalledLine[]> = { episodes: recalled.lines, facts, working };
  const block = assembleContext({
    parts,
    shares: asked === '' ? SHARES_WITHOUT_QUESTION : SHARES_WITH_QUESTION,
    budget_tokens: command.budget_tokens ?? session.budget_tokens,
    count: (text) => deps.tokens.count(text),
  });
  await deps.defer(() => rememberUse(deps, command.session_id, block.ids, now));
  const all_degraded = [...degraded, ...recalled.degraded];
  return ok({ ...block, ...(all_degraded.length === 0 ? {} : { degraded: all_degraded }) });
}

function problemWith({ session_id, budget_tokens }: ContextCommand): Failure | null {
  const session = checkSessionId(session_id);
  if (!session.ok) return session.failure;
  if (budget_tokens === undefined) return null;
  if (Number.isInteger(budget_tokens) && budget_tokens >= BUDGET_TOKENS_MIN && budget_tokens <= BUDGET_TOKENS_MAX) return null;
  return invalid('budget_tokens', `budget_tokens must be a whole number from ${BUDGET_TOKENS_MIN} to ${BUDGET_TOKENS_MAX}.`);
}

interface Opened {
  readonly session: Session;
  /** What the view shows of the working set, weightiest first. */
  readonly working: readonly RecalledLine[];
  readonly degraded: readonly Degradation[];
}

async function openFor(deps: Dependencies, session_id: string, now: Instant, view: View): Promise<Opened> {
  const { session, memories, degraded } = await sessionFor(deps, session_id, now);
  const scoreOf = (item: WorkingItem): number => workingScore(item, session.turn, deps.tuning.working);
  const ordered = [...session.items].sort(
    (left, right) => Number(right.pinned) - Number(left.pinned) || scoreOf(right) - scoreOf(left) || right.added_order - left.added_order,
  );
  const held = ordered.flatMap(({ id }) => memories.get(id) ?? []);
  return { session, working: await wordingsAt(deps, held, view), degraded };
}

/** The session as it is, a new one for an unknown id, or an empty stand-in while working memory is away. */
async function sessionFor(
  deps: Dependencies,
  session_id: string,
  now: Instant,
): Promise<FreshSession & { readonly degraded: readonly Degradation[] }> {
  const fresh = await readFresh(deps, session_id, now);
  if (fresh.ok) return { ...fresh.value, degraded: [] };
  const empty = openSession(session_id, now, deps.tuning.working);
  const opened =
    fresh.failure.kind === 'not_found'
      ? await evolveSession(deps, session_id, now, (session) => ok({ session: session ?? empty, outcome: undefined }), ABSENT)
      : fresh;
  if (opened.ok) return { session: empty, memories: new Map(), degraded: [] };
  deps.observer.observe({ event: 'degraded', store: deps.working.name, verb: 'context', cause: opened.failure.kind });
  const effect = 'Working memory could not be read; the block holds facts and recalled episodes alone.';
  return { session: empty, memories: new Map(), degraded: [{ store: deps.working.name, effect }] };
}

/** What the view shows of these, in the wording that it knew: a session holds today's. */
async function wordingsAt(deps: Dependencies, memories: readonly Memory[], view: View): Promise<readonly RecalledLine[]> {
  if (view.known_at === null) return memories.filter((memory) => visible(memory, view)).map((memory) => lineOf(memory, memory.content));
  const { candidates } = await deps.candidates.gather({
    terms: [],
    ids: memories.map(({ id }) => id),
    filter: {},
    view,
    lexical_limit: 0,
    neighbour_radius: 0,
    neighbour_of: 0,
  });
  return candidates.map(({ memory, content }) => lineOf(memory, content));
}

const lastSaid = (items: Session['items']): string =>
  [...items]
    .sort((left, right) => left.added_order - right.added_order)
    .slice(-LAST_ITEMS)
    .map(({ content }) => content)
    .join('\n');

async function recall(
  deps: Dependencies,
  query: string,
  view: View,
): Promise<{ readonly lines: readonly RecalledLine[]; readonly degraded: readonly Degradation[] }> {
  if (query === '') return { lines: [], degraded: [] };
  const { hits, degraded } = await findMatches(deps, {
    query,
    filter: {},
    view,
    limit: EPISODES_MAX,
    min_relevance: CONTEXT_RELEVANCE_MIN,
  });
  const found = new Set(hits.map(({ candidate }) => candidate.memory.id));
  // A summary beside one of its sources says less of the same.
  const told = hits.filter(({ candidate }) => !candidate.memory.source.ids?.some((id) => found.has(id)));
  return { lines: told.map(({ candidate }) => lineOf(candidate.memory, candidate.content)), degraded };
}

/** Weightiest first, then what became true last. */
async function currentFacts(deps: Dependencies, view: View): Promise<readonly RecalledLine[]> {
  const { items } = await deps.store.facts(view, { limit: FACTS_MAX, after: null });
  return [...items]
    .sort((left, right) => right.importance - left.importance || right.occurred_at - left.occurred_at || (left.id < right.id ? -1 : 1))
    .map((memory) => lineOf(memory, memory.content));
}

const lineOf = (memory: Memory, content: string): RecalledLine => ({
  id: memory.id,
  content,
  origin: memory.origin,
  occurred_at: memory.occurred_at,
  key: memory.key,
  is_summary: memory.source.ids !== undefined,
});

/** A use in a context block counts like a search hit, once a call; and asking for the block keeps the session alive. */
async function rememberUse(deps: Dependencies, session_id: string, ids: readonly MemoryId[], now: Instant): Promise<void> {
  await together(ids.length > 0 ? deps.store.touch(ids, now) : null, recordRetrieval(deps, { session_id, ids, now }));
}
