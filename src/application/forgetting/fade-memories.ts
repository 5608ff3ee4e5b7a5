/** Fading keeps a memory and makes it matter less: half the importance, volatile. Restoring an older version undoes it. */
import type { Failure } from '../../domain/failure.ts';
import { COMMIT_ATTEMPTS_MAX } from '../../domain/limits.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { contentHash } from '../../domain/text/hash.ts';
import { differing } from '../../domain/writing/correction.ts';
import { editedIdentity } from '../../domain/writing/edited-identity.ts';
import { revise } from '../../domain/writing/versions.ts';
import type { Change } from '../../ports/memory-store.ts';
import type { Caller, Dependencies } from '../dependencies.ts';
import { type IdempotentCall, recall, rememberReply } from '../idempotency.ts';
import { lookupOf } from '../look-up.ts';
import { sourceOf } from '../memory-source.ts';
import type { Degradation, ForgetReply } from '../service.ts';
import { CONTENTION } from '../writing/commit-items.ts';

export interface Fading {
  readonly ids: readonly MemoryId[];
  /** Asked for and not to be touched: named as not found. */
  readonly set_aside: readonly MemoryId[];
  /** What the search for them could not look through. */
  readonly degraded: readonly Degradation[];
  readonly reason: string | null;
  readonly call: IdempotentCall | null;
}

export async function fadeMemories(deps: Dependencies, caller: Caller, fading: Fading): Promise<Result<ForgetReply, Failure>> {
  const { ids, set_aside, degraded, reason, call } = fading;
  for (let attempt = 0; attempt < COMMIT_ATTEMPTS_MAX; attempt += 1) {
    const now = deps.clock.now();
    const context = await deps.store.lookUp(lookupOf({ ids, idempotency_keys: call === null ? [] : [call.key] }), now);
    const recalled = recall<ForgetReply>(context, call);
    if (!recalled.ok) return recalled;
    if (recalled.value !== null) return ok(recalled.value.kept);
    const targets = ids.flatMap((id) => context.by_id.get(id) ?? []);
    const not_found = [...ids.filter((id) => !context.by_id.has(id)), ...set_aside];
    const changes: Change[] = [];
    for (const memory of targets) {
      const change = differing(memory, { importance: memory.importance / 2, volatility: 'volatile' });
      if (change === null) continue;
      const revision = revise(memory, change, { now, source: sourceOf(caller), reason: reason ?? 'fade' });
      changes.push({
        type: 'revise',
        ...revision,
        identity: editedIdentity(memory),
        content_hash: contentHash(memory.content),
        reindex: false,
      });
    }
    const reply: ForgetReply = {
      status: targets.length === 0 ? 'not_found' : 'faded',
      ids: targets.map(({ id }) => id),
      candidates: [],
      ...(not_found.length === 0 ? {} : { not_found }),
      receipt: null,
      ...(degraded.length === 0 ? {} : { degraded }),
      usage: { memories: context.live },
    };
    if (call !== null) changes.push(rememberReply(call, { kept: reply, provisional: false }, now));
    if (changes.length > 0 && (await deps.store.commit(changes, context.guard)) === 'conflict') continue;
    return ok(reply);
  }
  return err(CONTENTION);
}
