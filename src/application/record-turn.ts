import type { Failure } from '../domain/failure.ts';
import type { Metadata, Origin, Role } from '../domain/memory.ts';
import { ok, type Result } from '../domain/result.ts';
import { checkMetadataField } from '../domain/writing/check-fields.ts';
import { type Admitted, admit } from './admit.ts';
import type { Caller, Dependencies } from './dependencies.ts';
import { recordEvent } from './record-event.ts';
import type { TurnCommand, TurnReply, WriteCommand } from './service.ts';
import { type LoadedSessions, loadSessions } from './working-memory.ts';

/** Who speaks is how far it is trusted, unless the caller says otherwise. A system text was said by nobody. */
const ORIGIN_BY_ROLE: Readonly<Record<Role, Origin | null>> = { user: 'user', assistant: 'agent', tool: 'tool', system: null };

/** One turn of a conversation: an episodic record of its own, an entry in working memory, and a step of the session's counter. */
export async function recordTurn(deps: Dependencies, caller: Caller, command: TurnCommand): Promise<Result<TurnReply, Failure>> {
  const tool = toolData(command.tool ?? null, deps);
  if (!tool.ok) return tool;
  const recorded = await recordEvent<TurnReply, LoadedSessions, Admitted>(deps, caller, {
    verb: 'recordTurn',
    command: asWrite(command),
    stamp: { role: command.role, ...(tool.value.data === null ? {} : { tool: tool.value.data }) },
    fields: command,
    ahead: () => loadSessions(deps, [command.session_id], deps.clock.now()),
    enter: (memory, sessions) =>
      admit(deps, {
        session_id: command.session_id,
        memories: memory === null ? [] : [memory],
        advance_turn: memory !== null,
        ahead: sessions.get(command.session_id),
        now: deps.clock.now(),
      }),
  });
  if (!recorded.ok) return recorded;
  if (recorded.value.kind === 'replayed') return ok(recorded.value.reply);
  const { reply, entered: admitted, confirm } = recorded.value;
  const degraded = [...(reply.degraded ?? []), ...admitted.degraded];
  const redacted = [...new Set([...(reply.redacted ?? []), ...tool.value.kinds])];
  const finished: TurnReply = {
    ...reply,
    evicted_ids: admitted.evicted_ids,
    turn: admitted.turn,
    ...(admitted.compressed === undefined ? {} : { compressed: admitted.compressed }),
    ...(degraded.length === 0 ? {} : { degraded }),
    ...(redacted.length === 0 ? {} : { redacted }),
  };
  await confirm(finished);
  return ok(finished);
}

function asWrite({
  session_id,
  role,
  content,
  origin,
  importance,
  tags,
  metadata,
  occurred_at,
  idempotency_key,
}: TurnCommand): WriteCommand {
  const said_by = origin ?? ORIGIN_BY_ROLE[role];
  return {
    content,
    session_id,
    layer: 'episodic',
    ...(said_by === null ? {} : { origin: said_by }),
    ...(importance === undefined ? {} : { importance }),
    ...(tags === undefined ? {} : { tags }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(occurred_at === undefined ? {} : { occurred_at }),
    ...(idempotency_key === undefined ? {} : { idempotency_key }),
  };
}

interface ToolData {
  readonly data: Metadata | null;
  readonly kinds: readonly string[];
}

/** Tool data is stored text like any other: cleaned, masked and bounded by the rules of metadata. */
function toolData(tool: Metadata | null, deps: Pick<Dependencies, 'secrets'>): Result<ToolData, Failure> {
  const checked = checkMetadataField(tool, deps.secrets);
  if (checked.ok) return ok({ data: checked.value.metadata, kinds: checked.value.kinds });
  const { failure } = checked;
  if (failure.kind !== 'invalid') return checked;
  return { ok: false, failure: { ...failure, field: 'tool', message: failure.message.replace(/^metadata/, 'tool') } };
}
