/** What of a namespace is compared before and after a fault. By the ports, few requests each: it is looked at thousands of times. */

import { maintain } from '../../src/application/maintain.ts';
import { HOUR_MS } from '../../src/domain/instant.ts';
import { type Memory, type MemoryId, stateOf } from '../../src/domain/memory.ts';
import { termsOf } from '../../src/domain/text/terms.ts';
import { isReachable } from '../../src/ports/embedder.ts';
import type { World } from '../support/world.ts';

/** More than any scenario makes. */
const LIMIT = 100;

export interface Recorded {
  readonly memories: readonly unknown[];
  readonly tombstones: number;
  readonly counts: unknown;
}

interface Look {
  /** The record without ids, and what its counts say. */
  readonly recorded: Recorded;
  readonly memories: ReadonlyMap<MemoryId, Memory>;
  readonly pending: number;
  readonly unembedded: number;
}

export async function look({ deps, now }: World): Promise<Look> {
  const { items } = await deps.store.dump({ limit: LIMIT, after: null });
  const held = items.flatMap((item) => ('memory' in item ? [item] : []));
  const memories = held.map(({ memory, versions }) => {
    const { id: _id, superseded_by, access_count: _count, last_accessed_at: _at, source, ...rest } = memory;
    const history = versions.map(({ memory_id: _memory_id, source: _source, ...version }) => version);
    return [stateOf(memory, now()), { ...rest, superseded: superseded_by !== null, sources: source.ids?.length ?? 0 }, history];
  });
  const embedder = await deps.embedder.describe();
  const { counts, pending, unembedded } = await deps.store.counts(now(), isReachable(embedder) ? embedder.id : null);
  return {
    recorded: { memories, tombstones: items.length - held.length, counts },
    memories: new Map(held.map(({ memory }) => [memory.id, memory])),
    pending,
    unembedded,
  };
}

export interface Settled extends Recorded {
  readonly working: unknown;
  readonly found_by_words: readonly string[];
  readonly found_by_meaning: readonly string[];
  readonly pending: number;
  readonly unembedded: number;
}

/** Everything, once the repairs have run. */
export async function settled(world: World): Promise<Settled> {
  const working = await workingSet(world);
  world.pass(2 * HOUR_MS);
  await maintain(world.deps);
  const { recorded, memories, pending, unembedded } = await look(world);
  return {
    ...recorded,
    working,
    found_by_words: await foundByWords(world, [...memories.values()]),
    found_by_meaning: await foundByMeaning(world, memories),
    pending,
    unembedded,
  };
}

/** As a reader has it; null for no session. */
export async function workingSet(world: World): Promise<unknown> {
  const session = await world.execute('readSession', { session_id: 's' });
  if (!session.ok) {
    if (session.failure.kind !== 'not_found') throw new Error(`the session cannot be read: ${session.failure.message}`);
    return null;
  }
  const { turn, budget_tokens, items } = session.value;
  return [turn, budget_tokens, items.map(({ content, pinned }) => `${pinned ? 'pinned ' : ''}${content}`).sort()];
}

/** What has vectors. */
export async function foundByMeaning(world: World, memories: ReadonlyMap<MemoryId, Memory>): Promise<readonly string[]> {
  const present = await world.deps.vectors.present([...memories.keys()]);
  if (!present.ok) throw new Error(`the vectors cannot be read: ${present.failure.cause}`);
  return present.value.map((id) => memories.get(id)?.content ?? '').sort();
}

async function foundByWords(world: World, memories: readonly Memory[]): Promise<readonly string[]> {
  const { candidates } = await world.deps.candidates.gather({
    terms: [...new Set(memories.flatMap(({ content }) => termsOf(content)))],
    ids: [],
    filter: {},
    view: { now: world.now(), as_of: null, known_at: null, include_superseded: true },
    lexical_limit: LIMIT,
    neighbour_radius: 0,
    neighbour_of: 0,
  });
  return candidates.map(({ content }) => content).sort();
}
