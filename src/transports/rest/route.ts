/**
 * A REST route as data: what it reads, which verb it calls, how it answers. The app registers it, OpenAPI documents it, from one value.
 * The closure in `handle` keeps each route typed by its verb while routes of all verbs sit in one list.
 */
import type { Command, Reply, Verb } from '../../application/service.ts';
import type { Scope } from '../../domain/access/api-key.ts';
import type { Failure } from '../../domain/failure.ts';
import { BODY_BYTES_MAX } from '../../domain/limits.ts';
import type { Namespace } from '../../domain/memory.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { callerOf, type DoorContext, type DoorDependencies } from '../shared/door.ts';
import type { JsonObject } from '../shared/json-value.ts';
import { NAMESPACE_HEADER, resolveNamespace } from '../shared/namespace.ts';
import { withIgnored } from '../shared/present.ts';
import type { Read, Shape } from '../shared/read-fields.ts';
import type { ReplyName } from '../shared/reply-schemas.ts';
import { readJsonObject } from '../shared/request-limits.ts';
import { refuse } from '../shared/respond.ts';

type Method = 'get' | 'post' | 'patch' | 'delete';

export interface RouteDocumentation {
  readonly method: Method;
  /** OpenAPI form, e.g. `/v1/memories/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly scopes: readonly Scope[];
  readonly params?: Shape;
  readonly query?: Shape;
  /** `optional`: an empty body is as good as `{}`, and the query is read beside it, because some clients cannot send a body with DELETE. */
  readonly body?: { readonly shape: Shape; readonly required: readonly string[]; readonly optional?: true } | 'memories' | 'ndjson';
  readonly replies: Readonly<Partial<Record<200 | 201, ReplyName>>>;
  /** Whether the Idempotency-Key header means anything here. */
  readonly idempotent?: boolean;
}

export interface RestRoute extends RouteDocumentation {
  readonly handle: (context: DoorContext, door: DoorDependencies) => Promise<Response>;
}

/** What a route reads from: decoded path parameters, and the body's or the query's fields without `namespace`, which is resolved. */
export interface RouteInput {
  readonly namespace: Namespace;
  readonly params: Readonly<Record<string, string>>;
  readonly fields: JsonObject;
}

export interface Answer {
  readonly status: 200 | 201;
  readonly body: object;
}

export interface VerbRoute<V extends Verb> extends RouteDocumentation {
  readonly verb: V;
  readonly read: (input: RouteInput) => Result<Read<Command<V>>, Failure>;
  readonly answer: (reply: Reply<V>, namespace: Namespace, command: Command<V>) => Result<Answer, Failure>;
}

export const answer = (body: object, status: 200 | 201 = 200): Result<Answer, Failure> => ok({ status, body });

const viaOf = ({ method, path }: RouteDocumentation): string => `rest:${method.toUpperCase()} ${path}`;

export function verbRoute<const V extends Verb>(route: VerbRoute<V>): RestRoute {
  return {
    ...route,
    handle: async (context, door) => {
      const input = await readInput(context, route);
      if (!input.ok) return refuse(context, input.failure);
      const { namespace } = input.value;
      const read = route.read(input.value);
      if (!read.ok) return refuse(context, read.failure);
      const { value: command, ignored } = read.value;
      const reply = await callVerb(context, door, route, { verb: route.verb, command, namespace });
      if (!reply.ok) return refuse(context, reply.failure);
      const answered = route.answer(reply.value, namespace, command);
      if (!answered.ok) return refuse(context, answered.failure);
      return context.json(withIgnored(answered.value.body, ignored), answered.value.status);
    },
  };
}

interface Call<V extends Verb> {
  readonly verb: V;
  readonly command: Command<V>;
  readonly namespace: Namespace;
}

export function callVerb<V extends Verb>(
  context: DoorContext,
  door: DoorDependencies,
  route: RouteDocumentation,
  { verb, command, namespace }: Call<V>,
): Promise<Result<Reply<V>, Failure>> {
  context.set('verb', verb);
  context.set('namespace', namespace);
  return door.serviceFor(namespace).execute(verb, callerOf(context, viaOf(route), namespace), command);
}

/** A body where the route has one, else the query. The namespace is taken out and checked before any other field is looked at. */
export async function readInput(
  context: DoorContext,
  route: RouteDocumentation,
  bytes_max: number = BODY_BYTES_MAX,
): Promise<Result<RouteInput, Failure>> {
  const raw = await readRaw(context, route, bytes_max);
  if (!raw.ok) return raw;
  const { namespace: named, ...fields } = raw.value;
  const namespace = resolveNamespace(context.get('principal'), context.req.header(NAMESPACE_HEADER) ?? null, named);
  if (!namespace.ok) return namespace;
  const keyed = route.idempotent === true ? withIdempotencyKey(context, fields) : ok(fields);
  if (!keyed.ok) return keyed;
  return ok({ params: context.req.param(), fields: keyed.value, namespace: namespace.value });
}

async function readRaw(context: DoorContext, { body }: RouteDocumentation, bytes_max: number): Promise<Result<JsonObject, Failure>> {
  if (body === undefined) return ok(queryFields(context));
  const optional = typeof body === 'object' && body.optional === true;
  const read = await readJsonObject(context.req.raw, bytes_max, optional ? 'optional' : 'required');
  if (!read.ok) return read;
  return ok(optional ? { ...queryFields(context), ...read.value } : (read.value ?? {}));
}

/** A parameter given twice becomes a list, which the schema of a single value refuses: neither of the two is picked silently. */
function queryFields(context: DoorContext): JsonObject {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, values] of Object.entries(context.req.queries())) fields[name] = values.length === 1 ? values[0] : values;
  return fields;
}

function withIdempotencyKey(context: DoorContext, fields: JsonObject): Result<JsonObject, Failure> {
  const header = context.req.header('Idempotency-Key');
  if (header === undefined) return ok(fields);
  const given = fields.idempotency_key ?? header;
  if (given !== header)
    return err({ kind: 'malformed', message: 'The header Idempotency-Key and idempotency_key in the body differ. Send one of them.' });
  return ok({ ...fields, idempotency_key: header });
}
