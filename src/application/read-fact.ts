import { visible } from '../domain/facts/visible.ts';
import type { Failure } from '../domain/failure.ts';
import type { Instant } from '../domain/instant.ts';
import type { Memory } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { asKnownAt } from '../domain/writing/versions.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { recordOf } from './memory-record.ts';
import type { Command, FactReply } from './service.ts';
import { together } from './together.ts';

const UNKNOWN_FACT: Failure = {
  kind: 'not_found',
  what: 'fact',
  message: 'Nothing is known under this key. List the facts to see the keys in use.',
};

/**
 * One key: what holds at the moment asked for, and the versions that a reader at that moment can know of, newest validity first.
 * `as_of` leaves out what began later, `known_at` what was recorded later. Over a forgotten version there is no current value.
 */
export async function readFact(deps: Dependencies, _caller: Caller, command: Command<'readFact'>): Promise<Result<FactReply, Failure>> {
  const now = deps.clock.now();
  const { key, as_of = null, known_at = null } = command;
  const remembered = (await deps.store.chain(key)).flatMap(({ memory }) => memory ?? []);
  if (remembered.length === 0) return err(UNKNOWN_FACT);
  const known = known_at === null ? remembered : await readAt(deps, remembered, known_at);
  const begun = known.filter(({ occurred_at }) => as_of === null || occurred_at <= as_of);
  const current = begun.findLast((memory) => visible(memory, { now, as_of, known_at, include_superseded: false }));
  return ok({
    key,
    current: current === undefined ? null : recordOf(current, now),
    versions: begun.map((memory) => recordOf(memory, now)).reverse(),
  });
}

/** The wordings as they stood at `known_at`; what was not recorded by then is left out. */
async function readAt(deps: Dependencies, memories: readonly Memory[], known_at: Instant): Promise<readonly Memory[]> {
  const recorded = memories.filter(({ created_at }) => created_at <= known_at);
  const versions = await together(...recorded.map(({ id }) => deps.store.versions(id)));
  return recorded.flatMap((memory, at) => asKnownAt(memory, versions[at] ?? [], known_at) ?? []);
}
