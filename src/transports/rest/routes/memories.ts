import { UNKNOWN_MEMORY } from '../../../application/get-memory.ts';
import { BATCH_BODY_BYTES_MAX } from '../../../domain/limits.ts';
import { err, ok } from '../../../domain/result.ts';
import { REQUIRED, readCorrect, readList, readPage, readRemove, readWrite, readWriteMany, SHAPES } from '../../shared/commands.ts';
import type { DoorContext, DoorDependencies } from '../../shared/door.ts';
import { FIELDS } from '../../shared/fields.ts';
import {
  presentBatch,
  presentCorrect,
  presentForget,
  presentMemory,
  presentVersion,
  presentWrite,
  withIgnored,
} from '../../shared/present.ts';
import { refuse } from '../../shared/respond.ts';
import { openCursor, sealCursor } from '../page-cursor.ts';
import { answer, callVerb, type RestRoute, type RouteDocumentation, type RouteInput, readInput, verbRoute } from '../route.ts';
import { withParam } from '../with-param.ts';

const ID = { id: FIELDS.memory_id };
const idOf = ({ params }: RouteInput): string => (params.id ?? '').toLowerCase();

const WRITE: RouteDocumentation = {
  method: 'post',
  path: '/v1/memories',
  summary: 'Remember one memory, or up to 500 at once',
  description:
    'Either the fields of one memory (201 when created, 200 when it was known), or {"memories": […]}: 200 with results in order, where an item that is wrong has an error and never loses the others.',
  scopes: ['memory:write'],
  body: 'memories',
  replies: { 200: 'write', 201: 'write' },
  idempotent: true,
};

const write: RestRoute = {
  ...WRITE,
  handle: async (context, door) => {
    const input = await readInput(context, WRITE, BATCH_BODY_BYTES_MAX);
    if (!input.ok) return refuse(context, input.failure);
    const { fields, namespace } = input.value;
    if (Object.hasOwn(fields, 'memories')) return writeMany(context, door, input.value);
    const read = readWrite(fields);
    if (!read.ok) return refuse(context, read.failure);
    const reply = await callVerb(context, door, WRITE, { verb: 'write', command: read.value.value, namespace });
    if (!reply.ok) return refuse(context, reply.failure);
    return context.json(withIgnored(presentWrite(reply.value), read.value.ignored), reply.value.status === 'created' ? 201 : 200);
  },
};

async function writeMany(
  context: DoorContext,
  door: DoorDependencies,
  input: RouteInput & { readonly namespace: string },
): Promise<Response> {
  const { fields, namespace } = input;
  if (context.req.header('Idempotency-Key') !== undefined)
    return refuse(context, {
      kind: 'malformed',
      message: 'One Idempotency-Key cannot stand for a whole batch. Give each item its own idempotency_key.',
    });
  const batch = readWriteMany(fields, namespace);
  if (!batch.ok) return refuse(context, batch.failure);
  const reply = await callVerb(context, door, WRITE, { verb: 'writeMany', command: { memories: batch.value.memories }, namespace });
  if (!reply.ok) return refuse(context, reply.failure);
  const unknown = Object.keys(fields).filter((name) => name !== 'memories');
  return context.json(withIgnored(presentBatch(reply.value.results, batch.value.ignored), unknown));
}

export const MEMORY_ROUTES: readonly RestRoute[] = [
  write,
  verbRoute({
    method: 'get',
    path: '/v1/memories',
    summary: 'List memories, newest first',
    scopes: ['memory:read'],
    query: SHAPES.list,
    replies: { 200: 'memories' },
    verb: 'list',
    read: ({ fields, namespace }) => openCursor({ route: 'memories', namespace }, readList(fields)),
    answer: ({ items, next_cursor }, namespace, command) =>
      answer({
        memories: items.map((memory) => presentMemory(memory, namespace)),
        next_cursor: sealCursor({ route: 'memories', namespace }, command, next_cursor),
      }),
  }),
  verbRoute({
    method: 'get',
    path: '/v1/memories/{id}',
    summary: 'Read one memory',
    scopes: ['memory:read'],
    params: ID,
    replies: { 200: 'memory' },
    verb: 'get',
    read: (input) => ok({ value: { id: idOf(input) }, ignored: Object.keys(input.fields) }),
    answer: (memory, namespace) => answer(presentMemory(memory, namespace)),
  }),
  verbRoute({
    method: 'get',
    path: '/v1/memories/{id}/history',
    summary: 'Every version of one memory',
    scopes: ['memory:read'],
    params: ID,
    query: SHAPES.page,
    replies: { 200: 'versions' },
    verb: 'history',
    read: (input) => openCursor({ route: 'history', namespace: input.namespace }, withParam(readPage(input.fields), { id: idOf(input) })),
    answer: ({ items, next_cursor }, namespace, command) =>
      answer({ versions: items.map(presentVersion), next_cursor: sealCursor({ route: 'history', namespace }, command, next_cursor) }),
  }),
  verbRoute({
    method: 'patch',
    path: '/v1/memories/{id}',
    summary: 'Correct one memory',
    description: 'Only the fields given change; each change makes a version, no change makes none. The reply is the memory as it is now.',
    scopes: ['memory:read', 'memory:write'],
    params: ID,
    body: { shape: SHAPES.correct, required: [] },
    replies: { 200: 'corrected' },
    idempotent: true,
    verb: 'correct',
    read: (input) => withParam(readCorrect(input.fields), { id: idOf(input) }),
    answer: (reply, namespace) => answer(presentCorrect(reply, namespace)),
  }),
  verbRoute({
    method: 'delete',
    path: '/v1/memories/{id}',
    summary: 'Forget one memory',
    description: 'Removes it from the record, its history, both indexes, working memory and summaries. An unknown id is 404.',
    scopes: ['memory:write'],
    params: ID,
    body: { shape: SHAPES.remove, required: [], optional: true },
    replies: { 200: 'forgotten' },
    idempotent: true,
    verb: 'forget',
    read: (input) => withParam(readRemove(input.fields), { memory_id: idOf(input) }),
    answer: (reply) => (reply.status === 'not_found' ? err(UNKNOWN_MEMORY) : answer(presentForget(reply))),
  }),
];

/** For OpenAPI: the two bodies that POST /v1/memories takes. */
export const WRITE_BODY = { shape: SHAPES.write, required: REQUIRED.write };
