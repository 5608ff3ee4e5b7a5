/** After the storm: faults off, repaired to rest, and everything compared with what the clients know and with every other store. */
import { maintain } from '../../../src/application/maintain.ts';
import { HOUR_MS } from '../../../src/domain/instant.ts';
import { type Memory, type MemoryId, type MemoryVersion, stateOf } from '../../../src/domain/memory.ts';
import { termsOf } from '../../../src/domain/text/terms.ts';
import type { Place } from './client.ts';
import { marksIn, namespaceOf, type Written } from './ledger.ts';

/** Repairs that suffice; each is an hour later than the one before. */
const REPAIRS_MAX = 20;
const PAGE = 500;

interface Held {
  readonly memory: Memory;
  readonly versions: readonly MemoryVersion[];
}

/** Sentences about what is wrong; empty when all is well. `vectors`: the ids in the vector service's own store. */
export async function verify(place: Place, vectors: () => readonly MemoryId[]): Promise<readonly string[]> {
  const { world, ledger } = place;
  const problems: string[] = [];
  for (let count = 1; ; count += 1) {
    world.pass(HOUR_MS);
    await maintain(world.deps);
    const { pending, unembedded } = await world.must('stats', {});
    if (pending === 0 && unembedded === 0) break;
    if (count === REPAIRS_MAX) {
      problems.push(`${pending} pending and ${unembedded} unembedded after ${count} repairs`);
      break;
    }
  }
  const { held, tombstones } = await dumpOf(place);
  problems.push(...held.flatMap((one) => foreignTo(ledger.namespace, one)));
  for (const written of ledger.written) problems.push(...compared(written, held, tombstones));
  problems.push(...(await countsOf(place, held, tombstones)));
  problems.push(...(await chainsOf(place)));
  const searchable = held.filter(({ memory }) => stateOf(memory, world.now()) !== 'expired').map(({ memory }) => memory.id);
  problems.push(...differences('vectors', searchable, vectors()));
  problems.push(...(await wordsOf(place, held)));
  return problems.map((problem) => `${ledger.namespace}: ${problem}`);
}

async function dumpOf({ world }: Place): Promise<{ readonly held: readonly Held[]; readonly tombstones: ReadonlySet<MemoryId> }> {
  const held: Held[] = [];
  const tombstones = new Set<MemoryId>();
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof world.deps.store.dump>> = await world.deps.store.dump({ limit: PAGE, after });
    for (const item of page.items) {
      if ('memory' in item) held.push(item);
      else tombstones.add(item.tombstone.id);
    }
    if (page.next === null) return { held, tombstones };
    after = page.next;
  }
}

const foreignTo = (namespace: string, { memory }: Held): readonly string[] =>
  marksIn(memory.content).flatMap((mark) => (namespaceOf(mark) === namespace ? [] : [`${memory.id} holds ${mark}`]));

/** What was acknowledged is there, what was forgotten is nowhere, what was not answered is there once or not at all. */
function compared(
  { mark, id, acknowledged, texts, forgotten }: Written,
  held: readonly Held[],
  tombstones: ReadonlySet<MemoryId>,
): string[] {
  const holding = held.filter(({ memory, versions }) => [memory, ...versions].some(({ content }) => content.includes(mark)));
  const records = holding.filter(({ memory }) => memory.source.ids === undefined);
  if (records.length > 1) return [`${mark} is there ${records.length} times`];
  if (forgotten === 'yes') {
    if (holding.length > 0) return [`${mark} was forgotten and is held by ${holding.map(({ memory }) => memory.id).join()}`];
    return id !== null && tombstones.has(id) ? [] : [`${mark} was forgotten and left no tombstone`];
  }
  const [record] = records;
  if (record === undefined) return acknowledged && forgotten === 'no' ? [`${mark} was acknowledged and is lost`] : [];
  if (id !== null && record.memory.id !== id) return [`${mark} was acknowledged as ${id} and is ${record.memory.id}`];
  return texts.includes(record.memory.content) ? [] : [`${mark} says what nobody wrote last: ${record.memory.content}`];
}

async function countsOf({ world }: Place, held: readonly Held[], tombstones: ReadonlySet<MemoryId>): Promise<readonly string[]> {
  const { counts } = await world.must('stats', {});
  const counted = (state: 'live' | 'superseded' | 'forgotten') => counts.episodic[state] + counts.semantic[state];
  const found = (state: string) => held.filter(({ memory }) => stateOf(memory, world.now()) === state).length;
  const pairs = [
    ['live', counted('live'), found('live')],
    ['superseded', counted('superseded'), found('superseded')],
    ['forgotten', counted('forgotten'), tombstones.size],
  ] as const;
  return pairs.flatMap(([name, said, is]) => (said === is ? [] : [`${said} are counted as ${name} and ${is} are there`]));
}

/** Each link of a key's chain points to the next; the last one is current, unless it was forgotten. */
async function chainsOf({ world, ledger }: Place): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const key of new Set(ledger.written.flatMap((written) => written.key ?? []))) {
    const chain = await world.deps.store.chain(key);
    for (const [at, { link, memory }] of chain.entries()) {
      const next = chain[at + 1]?.link;
      if (memory === null) continue;
      const state = stateOf(memory, world.now());
      if ((state === 'live') !== (next === undefined)) problems.push(`${key}: link ${at + 1} of ${chain.length} is ${state}`);
      if (next !== undefined && (link.superseded_by !== next.id || link.valid_to !== next.occurred_at))
        problems.push(`${key}: link ${at + 1} of ${chain.length} points elsewhere`);
    }
  }
  return problems;
}

function differences(what: string, wanted: readonly MemoryId[], found: readonly MemoryId[]): readonly string[] {
  const [here, there] = [new Set(wanted), new Set(found)];
  const missing = wanted.filter((id) => !there.has(id)).length;
  const surplus = found.filter((id) => !here.has(id)).length;
  return missing + surplus === 0 ? [] : [`${what}: ${missing} are missing and ${surplus} are left over`];
}

/** Marks asked for at once. */
const MARKS = 40;

/** Every mark that is there is found by its word, and no other is. */
async function wordsOf({ world, ledger }: Place, held: readonly Held[]): Promise<readonly string[]> {
  const there = new Set(held.flatMap(({ memory }) => marksIn(memory.content)));
  const marks = ledger.written.map(({ mark }) => mark);
  const problems: string[] = [];
  for (let from = 0; from < marks.length; from += MARKS) {
    const asked = marks.slice(from, from + MARKS);
    const { candidates } = await world.deps.candidates.gather({
      terms: asked.flatMap(termsOf),
      ids: [],
      filter: {},
      view: { now: world.now(), as_of: null, known_at: null, include_superseded: true },
      lexical_limit: 10 * MARKS,
      neighbour_radius: 0,
      neighbour_of: 0,
    });
    const found = new Set(candidates.flatMap(({ content }) => marksIn(content)));
    problems.push(
      ...differences(
        'words',
        asked.filter((mark) => there.has(mark)),
        asked.filter((mark) => found.has(mark)),
      ),
    );
  }
  return problems;
}
