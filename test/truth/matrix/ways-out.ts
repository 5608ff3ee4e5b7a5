/** Every way in which the service gives stored text back, over REST and MCP. */
import type { NamespaceClient } from '../../support/running-service.ts';

export interface Asked {
  readonly ids: readonly string[];
  readonly queries: readonly string[];
  /** Of a fact. */
  readonly key: string;
}

/** Calls under way at once: a service that waits for its stores answers several as fast as one. */
const AT_ONCE = 6;

/** Each as the text that a client receives. */
export async function waysOut(client: NamespaceClient, asked: Asked): Promise<Readonly<Record<string, string>>> {
  const ways = Object.entries(waysOf(client, asked));
  const out: Record<string, string> = {};
  for (let from = 0; from < ways.length; from += AT_ONCE)
    await Promise.all(
      ways.slice(from, from + AT_ONCE).map(async ([name, ask]) => {
        out[name] = await ask();
      }),
    );
  return out;
}

type Way = () => Promise<string>;

function waysOf(client: NamespaceClient, { ids, queries, key }: Asked): Readonly<Record<string, Way>> {
  const then = new Date(Date.now() - 1).toISOString();
  const post = (route: string, body: unknown) => async () => (await client.call('POST', route, body)).text;
  const get = (route: string) => async () => (await client.call('GET', route)).text;
  const resource = (uri: string) => () => client.mcp('resources/read', { uri });
  const ways: Record<string, Way> = {};
  for (const query of queries) {
    const search = { query, top_k: 50, include_superseded: true };
    ways[`search: ${query}`] = post('/v1/memories/search', search);
    ways[`search for everything: ${query}`] = post('/v1/memories/search', { ...search, min_score: 0 });
    ways[`search as of then: ${query}`] = post('/v1/memories/search', { ...search, min_score: 0, as_of: then });
    ways[`search known then: ${query}`] = post('/v1/memories/search', { ...search, min_score: 0, known_at: then });
    ways[`forget preview: ${query}`] = post('/v1/memories/forget', { query });
    ways[`MCP search: ${query}`] = () => client.mcp('tools/call', { name: 'memory_search', arguments: { ...search, min_score: 0 } });
    ways[`MCP prompt: ${query}`] = () => client.mcp('prompts/get', { name: 'recall_context', arguments: { session_id: 's', query } });
    ways[`context: ${query}`] = post('/v1/sessions/s/context', { query });
    ways[`context as of then: ${query}`] = post('/v1/sessions/s/context', { query, as_of: then });
  }
  // The question shares no word with the memory: only its meaning, by vectors, can bring it.
  ways['search by meaning'] = post('/v1/memories/search', { query: 'where is it concealed', top_k: 50, min_score: 0 });
  for (const state of ['live', 'expired', 'superseded']) ways[`list ${state}`] = get(`/v1/memories?state=${state}&limit=100`);
  for (const id of ids) {
    ways[`get ${id}`] = get(`/v1/memories/${id}`);
    ways[`history ${id}`] = get(`/v1/memories/${id}/history`);
    ways[`MCP resource ${id}`] = resource(`memory://memories/${id}`);
  }
  return {
    ...ways,
    facts: get('/v1/facts'),
    'facts then': get(`/v1/facts?as_of=${then}`),
    'facts known then': get(`/v1/facts?known_at=${then}`),
    'one fact': get(`/v1/facts/${key}`),
    'one fact then': get(`/v1/facts/${key}?as_of=${then}`),
    session: get('/v1/sessions/s'),
    'MCP session': resource('memory://sessions/s'),
    'MCP resources': () => client.mcp('resources/list', {}),
    stats: get('/v1/stats'),
    'MCP stats': resource('memory://stats'),
    export: async () => (await client.exported()).join('\n'),
  };
}
