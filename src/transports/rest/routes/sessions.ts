import { ok } from '../../../domain/result.ts';
import { REQUIRED, readConfigureSession, readContext, readEviction, readTurn, SHAPES } from '../../shared/commands.ts';
import { FIELDS } from '../../shared/fields.ts';
import { presentConfiguredSession, presentContext, presentEvictionPreview, presentSession, presentTurn } from '../../shared/present.ts';
import { readFields } from '../../shared/read-fields.ts';
import { answer, type RestRoute, type RouteInput, verbRoute } from '../route.ts';
import { withParam } from '../with-param.ts';

const ID = { id: FIELDS.session_id };

/** Turns and context create sessions, so the name in the path is held to the same rules as in a body. */
function sessionOf({ params }: RouteInput) {
  const read = readFields({ session_id: params.id }, { session_id: FIELDS.session_id }, ['session_id']);
  return read.ok ? ok(read.value.value) : read;
}

export const SESSION_ROUTES: readonly RestRoute[] = [
  verbRoute({
    method: 'post',
    path: '/v1/sessions/{id}/turns',
    summary: 'Record a turn',
    description: 'Enters working memory and the episodic layer in one act and advances the turn counter. Equal turns are two records.',
    scopes: ['memory:write'],
    params: ID,
    body: { shape: SHAPES.turn, required: REQUIRED.turn },
    replies: { 201: 'turn' },
    idempotent: true,
    verb: 'recordTurn',
    read: (input) => {
      const session = sessionOf(input);
      return session.ok ? withParam(readTurn(input.fields), session.value) : session;
    },
    answer: (reply) => answer(presentTurn(reply), 201),
  }),
  verbRoute({
    method: 'get',
    path: '/v1/sessions/{id}',
    summary: 'The working set of a session',
    scopes: ['memory:read'],
    params: ID,
    replies: { 200: 'session' },
    verb: 'readSession',
    read: (input) => ok({ value: { session_id: input.params.id ?? '' }, ignored: Object.keys(input.fields) }),
    answer: (view) => answer(presentSession(view)),
  }),
  verbRoute({
    method: 'get',
    path: '/v1/sessions/{id}/eviction',
    summary: 'What would leave the working set, and why; nothing is applied',
    scopes: ['memory:read'],
    params: ID,
    query: SHAPES.eviction,
    replies: { 200: 'eviction' },
    verb: 'previewEviction',
    read: (input) => withParam(readEviction(input.fields), { session_id: input.params.id ?? '' }),
    answer: (preview) => answer(presentEvictionPreview(preview)),
  }),
  verbRoute({
    method: 'patch',
    path: '/v1/sessions/{id}',
    summary: 'Change budget or strategy, pin or unpin',
    scopes: ['memory:read', 'memory:write'],
    params: ID,
    body: { shape: SHAPES.configure_session, required: [] },
    replies: { 200: 'configured_session' },
    verb: 'configureSession',
    read: (input) => withParam(readConfigureSession(input.fields), { session_id: input.params.id ?? '' }),
    answer: (reply) => answer(presentConfiguredSession(reply)),
  }),
  verbRoute({
    method: 'delete',
    path: '/v1/sessions/{id}',
    summary: 'End a session',
    description: 'The working set goes; what it held stays in the episodic layer.',
    scopes: ['memory:write'],
    params: ID,
    replies: { 200: 'ended_session' },
    verb: 'endSession',
    read: (input) => ok({ value: { session_id: input.params.id ?? '' }, ignored: Object.keys(input.fields) }),
    answer: ({ id, status }) => answer({ id, status }),
  }),
  verbRoute({
    method: 'post',
    path: '/v1/sessions/{id}/context',
    summary: 'One prompt-ready block inside a token budget',
    description: 'Made of working memory, current facts and recalled episodes, fenced as quoted data, with the ids used.',
    scopes: ['memory:read'],
    params: ID,
    body: { shape: SHAPES.context, required: [], optional: true },
    replies: { 200: 'context' },
    verb: 'context',
    read: (input) => {
      const session = sessionOf(input);
      return session.ok ? withParam(readContext(input.fields), session.value) : session;
    },
    answer: (reply) => answer(presentContext(reply)),
  }),
];
