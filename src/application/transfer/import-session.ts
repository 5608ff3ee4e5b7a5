import { HOUR_MS } from '../../domain/instant.ts';
import type { SessionItemLine } from '../../domain/transfer/read-line.ts';
import type { SessionHeader, WorkingItem } from '../../domain/working/session.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PlannedLine } from './plan-import.ts';

/**
 * A session comes back with the wordings that its memories have here. One that is known here goes on undisturbed, and one that has been
 * idle for too long since the export has ended by itself.
 */
export async function importSession(deps: Dependencies, header: SessionHeader, items: readonly SessionItemLine[]): Promise<PlannedLine> {
  const now = deps.clock.now();
  const expires_at = header.last_active_at + deps.tuning.working.idle_hours * HOUR_MS;
  if (expires_at <= now) return { kind: 'unchanged' };
  const loaded = await deps.working.load(header.id, now);
  if (!loaded.ok) return unreachable(deps);
  if (loaded.value.session !== null) return { kind: 'unchanged' };
  const memories = await deps.store.get(items.map(({ id }) => id));
  const put = items.flatMap((item): WorkingItem[] => {
    const memory = memories.get(item.id);
    return memory === undefined ? [] : [{ ...item, content: memory.content, tokens: deps.tokens.count(memory.content) }];
  });
  const applied = await deps.working.apply(header.id, { header, put, remove: [], expires_at }, loaded.value.revision);
  if (!applied.ok) return unreachable(deps);
  // Somebody opened it meanwhile: it is known here.
  return applied.value === 'applied' ? { kind: 'taken' } : { kind: 'unchanged' };
}

const unreachable = (deps: Dependencies): PlannedLine => ({
  kind: 'failed',
  failure: {
    kind: 'unavailable',
    store: deps.working.name,
    message:
      'Working memory cannot be reached, so this session was not imported. Import the file again later: what is here stays as it is.',
  },
});
