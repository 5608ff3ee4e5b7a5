/** Keys of the namespace and of everything under it. A secret is shown in the reply that makes it and never again. */
import { issueKey } from '../../../application/keys/issue-key.ts';
import { findOwnKey } from '../../../application/keys/key-dependencies.ts';
import { listKeys } from '../../../application/keys/list-keys.ts';
import { revokeKey } from '../../../application/keys/revoke-key.ts';
import { rotateKey } from '../../../application/keys/rotate-key.ts';
import { SCOPES_DEFAULT } from '../../../domain/access/api-key.ts';
import type { Failure } from '../../../domain/failure.ts';
import type { Instant } from '../../../domain/instant.ts';
import type { Namespace } from '../../../domain/memory.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { DoorDependencies } from '../../shared/door.ts';
import { FIELDS } from '../../shared/fields.ts';
import { presentKey, withIgnored } from '../../shared/present.ts';
import { type Read, readFields, type Shape } from '../../shared/read-fields.ts';
import { refuse } from '../../shared/respond.ts';
import { openCursor, sealCursor } from '../page-cursor.ts';
import { type Answer, answer, type RestRoute, type RouteDocumentation, type RouteInput, readInput } from '../route.ts';

const NEW_KEY = { scopes: FIELDS.scopes, expires_in_days: FIELDS.expires_in_days, label: FIELDS.label } as const;
const SUCCESSOR = { grace_hours: FIELDS.grace_hours, expires_in_days: FIELDS.expires_in_days } as const;
const PAGE = { limit: FIELDS.limit, cursor: FIELDS.cursor } as const;
const KEY_ID = { id: FIELDS.key_id } as const;

interface KeyRoute<Command> extends RouteDocumentation {
  /** For the log line. */
  readonly verb: string;
  readonly read: (input: RouteInput) => Result<Read<Command>, Failure>;
  readonly act: (door: DoorDependencies, namespace: Namespace, command: Command, now: Instant) => Promise<Result<Answer, Failure>>;
}

function keyRoute<Command>(route: KeyRoute<Command>): RestRoute {
  return {
    ...route,
    handle: async (context, door) => {
      context.set('verb', route.verb);
      const input = await readInput(context, route);
      if (!input.ok) return refuse(context, input.failure);
      const { namespace } = input.value;
      context.set('namespace', namespace);
      const read = route.read(input.value);
      if (!read.ok) return refuse(context, read.failure);
      const answered = await route.act(door, namespace, read.value.value, door.clock.now());
      if (!answered.ok) return refuse(context, answered.failure);
      return context.json(withIgnored(answered.value.body, read.value.ignored), answered.value.status);
    },
  };
}

const idOf = ({ params }: RouteInput): { readonly id: string } => ({ id: params.id ?? '' });
const onlyId = (input: RouteInput) => ok({ value: idOf(input), ignored: Object.keys(input.fields) });
const EMPTY: Shape = {};

export const KEY_ROUTES: readonly RestRoute[] = [
  keyRoute({
    method: 'post',
    path: '/v1/keys',
    summary: 'Create a key',
    description: 'For the namespace of the request or one under it. The secret is in this reply and nowhere else: keep it now.',
    scopes: ['memory:admin'],
    body: { shape: NEW_KEY, required: [], optional: true },
    replies: { 201: 'new_key' },
    verb: 'keys.create',
    read: ({ fields }) => readFields(fields, NEW_KEY),
    act: async (door, namespace, { scopes = SCOPES_DEFAULT, expires_in_days = null, label = null }, now) => {
      const { key, credential } = await issueKey(door, { namespace, scopes, expires_in_days, label });
      return answer({ key: credential, ...presentKey(key, now) }, 201);
    },
  }),
  keyRoute({
    method: 'get',
    path: '/v1/keys',
    summary: 'Keys of the namespace and of everything under it',
    description: 'Without secrets. Revoked and expired keys are listed too, so that it stays known who had access.',
    scopes: ['memory:admin'],
    query: PAGE,
    replies: { 200: 'keys' },
    verb: 'keys.list',
    read: ({ fields, namespace }) => openCursor({ route: 'keys', namespace }, readFields(fields, PAGE)),
    act: async (door, namespace, command, now) => {
      const page = await listKeys(door, namespace, command);
      if (!page.ok) return page;
      const { keys, next } = page.value;
      const next_cursor = sealCursor({ route: 'keys', namespace }, command, next);
      return answer({ keys: keys.map((key) => presentKey(key, now)), next_cursor });
    },
  }),
  keyRoute({
    method: 'get',
    path: '/v1/keys/{id}',
    summary: 'One key, without its secret',
    scopes: ['memory:admin'],
    params: KEY_ID,
    query: EMPTY,
    replies: { 200: 'key' },
    verb: 'keys.read',
    read: onlyId,
    act: async (door, namespace, { id }, now) => {
      const key = await findOwnKey(door, namespace, id);
      return key.ok ? answer(presentKey(key.value, now)) : key;
    },
  }),
  keyRoute({
    method: 'post',
    path: '/v1/keys/{id}/rotate',
    summary: 'Replace a key by a new one with the same rights',
    description: 'The old key ends at once, or after grace_hours. The new secret is in this reply and nowhere else.',
    scopes: ['memory:admin'],
    params: KEY_ID,
    body: { shape: SUCCESSOR, required: [], optional: true },
    replies: { 201: 'rotated_key' },
    verb: 'keys.rotate',
    read: (input) => {
      const read = readFields(input.fields, SUCCESSOR);
      return read.ok ? ok({ ...read.value, value: { ...read.value.value, ...idOf(input) } }) : read;
    },
    act: async (door, namespace, command, now) => {
      const rotated = await rotateKey(door, namespace, command);
      if (!rotated.ok) return rotated;
      const { key, credential, replaced } = rotated.value;
      return answer({ key: credential, ...presentKey(key, now), replaced: presentKey(replaced, now) }, 201);
    },
  }),
  keyRoute({
    method: 'delete',
    path: '/v1/keys/{id}',
    summary: 'Revoke a key, at once and for good',
    scopes: ['memory:admin'],
    params: KEY_ID,
    replies: { 200: 'key' },
    verb: 'keys.revoke',
    read: onlyId,
    act: async (door, namespace, { id }, now) => {
      const key = await revokeKey(door, namespace, id);
      return key.ok ? answer(presentKey(key.value, now)) : key;
    },
  }),
];
