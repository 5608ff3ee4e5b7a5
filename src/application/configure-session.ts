import { type Failure, invalid } from '../domain/failure.ts';
import { type Memory, type MemoryId, stateOf } from '../domain/memory.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Eviction } from '../domain/working/eviction.ts';
import type { Entrant, Step } from '../domain/working/evolution.ts';
import type { Session } from '../domain/working/session.ts';
import { applySettings, budgetFrom, pinEntrants, type SessionSettings } from '../domain/working/settings.ts';
import { compressBeforeEviction } from './compress-eviction.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import type { ConfigureSessionCommand, ConfigureSessionReply, EvictionPreview } from './service.ts';
import { asFailure, sessionNotFound, sessionUnavailable, viewOf } from './session-view.ts';
import { together } from './together.ts';
import { evolveSession, type SessionPlan } from './working-memory.ts';

/** Budget, strategy and pins. A pinned memory that is not in the working set enters it. A lower budget evicts at once. */
export async function configureSession(
  deps: Dependencies,
  _caller: Caller,
  command: ConfigureSessionCommand,
): Promise<Result<ConfigureSessionReply, Failure>> {
  const now = deps.clock.now();
  const [plan, ahead] = await together(planSettings(deps, command), deps.working.load(command.session_id, now));
  if (!plan.ok) return plan;
  const leaving = (session: Session) => {
    const step = plan.value(session);
    return step.ok ? step.value.evicted : [];
  };
  const compressed = await compressBeforeEviction(deps, command.session_id, now, leaving, ahead);
  const settings: SessionPlan<Step> = (session) => {
    const step = plan.value(session);
    return step.ok ? ok({ session: step.value.session, outcome: step.value }) : step;
  };
  const evolved = await evolveSession(deps, command.session_id, now, settings, ahead);
  if (!evolved.ok) return err(asFailure(evolved.failure));
  const { session, evicted } = evolved.value;
  return ok({
    ...viewOf(session, deps.tuning),
    evicted_ids: evicted.map(({ id }) => id),
    ...(compressed === null ? {} : { compressed }),
  });
}

/** The same plan, shown and not applied. */
export async function previewEviction(
  deps: Dependencies,
  _caller: Caller,
  command: ConfigureSessionCommand,
): Promise<Result<EvictionPreview, Failure>> {
  const [plan, loaded] = await together(planSettings(deps, command), deps.working.load(command.session_id, deps.clock.now()));
  if (!plan.ok) return plan;
  if (!loaded.ok) return err(sessionUnavailable(loaded.failure));
  const step = plan.value(loaded.value.session);
  return step.ok ? ok({ session_id: command.session_id, plan: step.value.evicted }) : step;
}

type SettingsPlan = (session: Session | null) => Result<Step, Failure>;

async function planSettings(deps: Dependencies, command: ConfigureSessionCommand): Promise<Result<SettingsPlan, Failure>> {
  const budget = budgetFrom(command, deps.tuning.working);
  if (!budget.ok) return budget;
  const wanted = [...new Set(command.pin ?? [])];
  const memories = wanted.length === 0 ? new Map<MemoryId, Memory>() : await deps.store.get(wanted);
  const now = deps.clock.now();
  const settings: SessionSettings = {
    ...(budget.value === undefined ? {} : { budget_tokens: budget.value }),
    ...(command.strategy === undefined ? {} : { strategy: command.strategy }),
    ...(command.unpin === undefined ? {} : { unpin: command.unpin }),
  };
  return ok((session) => {
    if (session === null) return err(sessionNotFound);
    const present = new Set(session.items.map(({ id }) => id));
    const entrants: Entrant[] = [];
    for (const id of wanted.filter((one) => !present.has(one))) {
      const memory = memories.get(id);
      if (memory === undefined || stateOf(memory, now) !== 'live') {
        return err(invalid('pin', `No live memory has the id ${id}. Take ids from a search or from this session's items.`));
      }
      entrants.push({ id, content: memory.content, importance: memory.importance, tokens: deps.tokens.count(memory.content) });
    }
    const applied = applySettings(session, { ...settings, pin: wanted.filter((id) => present.has(id)) }, deps.tuning.working);
    if (!applied.ok) return applied;
    const pinned = pinEntrants(applied.value.session, entrants, deps.tuning.working);
    return pinned.ok ? ok({ session: pinned.value.session, evicted: named(applied.value.evicted, pinned.value) }) : pinned;
  });
}

/** What left at first and came back with a pin did not leave. */
function named(before: readonly Eviction[], after: Step): readonly Eviction[] {
  const present = new Set(after.session.items.map(({ id }) => id));
  return [...before, ...after.evicted].filter(({ id }) => !present.has(id));
}
