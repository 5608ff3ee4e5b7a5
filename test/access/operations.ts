/** Everything that can be asked of the service, with what its owner gets and what another tenant gets who knows every id. */
import type { Scope } from '../../src/domain/access/api-key.ts';
import { rpc, type Sent } from './client.ts';

/** What a tenant has stored, and the names of it. */
export interface Belongings {
  readonly namespace: string;
  readonly memory_id: string;
  readonly second_id: string;
  readonly session_id: string;
  readonly fact_key: string;
  readonly key_id: string;
  /** Stands in everything that the tenant stored, and nowhere else. */
  readonly word: string;
}

export interface Operation {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly send: (of: Belongings) => Sent;
  readonly own: string;
  /** For a full credential of another namespace that sends the same request. */
  readonly other: string;
}

const READ: readonly Scope[] = ['memory:read'];
const WRITE: readonly Scope[] = ['memory:write'];
const BOTH: readonly Scope[] = ['memory:read', 'memory:write'];
const ADMIN: readonly Scope[] = ['memory:admin'];

const route = (
  name: string,
  scopes: readonly Scope[],
  own: string,
  other: string,
  path: (of: Belongings) => string,
  body?: (of: Belongings) => unknown,
): Operation => ({
  name,
  scopes,
  own,
  other,
  send: (of) => ({ method: name.split(' ')[0] ?? '', path: path(of), ...(body === undefined ? {} : { body: body(of) }) }),
});

const part = encodeURIComponent;
const line = ({ memory_id }: Belongings): string => `${JSON.stringify({ type: 'memory', id: memory_id, content: 'brought along' })}\n`;

export const ROUTES: readonly Operation[] = [
  route(
    'POST /v1/memories',
    WRITE,
    '201 created',
    '201 created',
    () => '/v1/memories',
    () => ({ content: 'a new note', idempotency_key: 'one' }),
  ),
  route('GET /v1/memories', READ, '200', '200', () => '/v1/memories'),
  route(
    'POST /v1/memories/search',
    READ,
    '200',
    '200',
    () => '/v1/memories/search',
    ({ word }) => ({ query: word }),
  ),
  route(
    'POST /v1/memories/forget',
    BOTH,
    '200 forgotten',
    '200 not_found',
    () => '/v1/memories/forget',
    ({ memory_id }) => ({ memory_id }),
  ),
  route(
    'POST /v1/memories/summarize',
    BOTH,
    '200 created',
    '404',
    () => '/v1/memories/summarize',
    ({ memory_id, second_id }) => ({ memory_ids: [memory_id, second_id] }),
  ),
  route('GET /v1/memories/{id}', READ, '200', '404', ({ memory_id }) => `/v1/memories/${memory_id}`),
  route('GET /v1/memories/{id}/history', READ, '200', '404', ({ memory_id }) => `/v1/memories/${memory_id}/history`),
  route(
    'PATCH /v1/memories/{id}',
    BOTH,
    '200 updated',
    '404',
    ({ memory_id }) => `/v1/memories/${memory_id}`,
    () => ({ importance: 0.9 }),
  ),
  route('DELETE /v1/memories/{id}', WRITE, '200 forgotten', '404', ({ memory_id }) => `/v1/memories/${memory_id}`),
  route('GET /v1/stats', READ, '200', '200', () => '/v1/stats'),
  route(
    'POST /v1/sessions/{id}/turns',
    WRITE,
    '201 created',
    '201 created',
    ({ session_id }) => `/v1/sessions/${part(session_id)}/turns`,
    () => ({ role: 'user', content: 'hello' }),
  ),
  route('GET /v1/sessions/{id}', READ, '200', '404', ({ session_id }) => `/v1/sessions/${part(session_id)}`),
  route('GET /v1/sessions/{id}/eviction', READ, '200', '404', ({ session_id }) => `/v1/sessions/${part(session_id)}/eviction`),
  route(
    'PATCH /v1/sessions/{id}',
    BOTH,
    '200',
    '404',
    ({ session_id }) => `/v1/sessions/${part(session_id)}`,
    () => ({ budget_tokens: 900 }),
  ),
  route('DELETE /v1/sessions/{id}', WRITE, '200 ended', '404', ({ session_id }) => `/v1/sessions/${part(session_id)}`),
  route(
    'POST /v1/sessions/{id}/context',
    READ,
    '200',
    '200',
    ({ session_id }) => `/v1/sessions/${part(session_id)}/context`,
    ({ word }) => ({ query: word }),
  ),
  route('GET /v1/facts', READ, '200', '200', () => '/v1/facts'),
  route('GET /v1/facts/{key}', READ, '200', '404', ({ fact_key }) => `/v1/facts/${part(fact_key)}`),
  route('GET /v1/export', READ, '200', '200', () => '/v1/export'),
  route('POST /v1/import', WRITE, '200', '200', () => '/v1/import', line),
  route(
    'DELETE /v1/namespace',
    ADMIN,
    '200 erased',
    '409',
    () => '/v1/namespace',
    ({ namespace }) => ({ confirm: namespace }),
  ),
  route(
    'POST /v1/keys',
    ADMIN,
    '201',
    '201',
    () => '/v1/keys',
    () => ({ label: 'one more' }),
  ),
  route('GET /v1/keys', ADMIN, '200', '200', () => '/v1/keys'),
  route('GET /v1/keys/{id}', ADMIN, '200', '404', ({ key_id }) => `/v1/keys/${key_id}`),
  route(
    'POST /v1/keys/{id}/rotate',
    ADMIN,
    '201',
    '404',
    ({ key_id }) => `/v1/keys/${key_id}/rotate`,
    () => ({}),
  ),
  route('DELETE /v1/keys/{id}', ADMIN, '200', '404', ({ key_id }) => `/v1/keys/${key_id}`),
];

/** Outside of /v1, so in no list of routes. */
export const METRICS: Operation = route('GET /metrics', ADMIN, '200', '200', () => '/metrics');

type Given = (of: Belongings) => Readonly<Record<string, unknown>>;

const tool = (name: string, scopes: readonly Scope[], own: string, other: string, given: Given): Operation => ({
  name: `tool ${name}`,
  scopes,
  own,
  other,
  send: (of) => rpc('tools/call', { name, arguments: given(of) }),
});
const prompt = (name: string, given: Given): Operation => ({
  name: `prompt ${name}`,
  scopes: READ,
  own: 'ok',
  other: 'ok',
  send: (of) => rpc('prompts/get', { name, arguments: given(of) }),
});
const resource = (template: string, other: string, uri: (of: Belongings) => string): Operation => ({
  name: `resource ${template}`,
  scopes: READ,
  own: 'ok',
  other,
  send: (of) => rpc('resources/read', { uri: uri(of) }),
});

export const MCP_OPERATIONS: readonly Operation[] = [
  tool('memory_write', WRITE, 'ok created', 'ok created', () => ({ content: 'a new note', idempotency_key: 'one' })),
  tool('memory_search', READ, 'ok', 'ok', ({ word }) => ({ query: word })),
  tool('memory_forget', BOTH, 'ok forgotten', 'ok not_found', ({ memory_id }) => ({ memory_id })),
  tool('memory_summarize', BOTH, 'ok created', 'tool error not_found', ({ memory_id, second_id }) => ({
    memory_ids: [memory_id, second_id],
  })),
  tool('memory_stats', READ, 'ok', 'ok', () => ({})),
  prompt('memory_instructions', () => ({})),
  prompt('recall_context', ({ session_id, word }) => ({ session_id, query: word })),
  resource('memory://stats', 'ok', () => 'memory://stats'),
  resource('memory://sessions/{id}', 'error -32002', ({ session_id }) => `memory://sessions/${part(session_id)}`),
  resource('memory://memories/{id}', 'error -32002', ({ memory_id }) => `memory://memories/${memory_id}`),
];
