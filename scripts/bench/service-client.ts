/** The REST calls of the benches: batches of memories in, searches out. */
import type { BenchMemory } from './recall-data.ts';

export interface ServiceClient {
  /** Ids of the service, in order. */
  write(namespace: string, memories: readonly BenchMemory[]): Promise<readonly string[]>;
  search(namespace: string, query: string, top_k: number): Promise<readonly { readonly id: string; readonly content: string }[]>;
  /** Live memories. */
  count(namespace: string): Promise<number>;
}

export function createServiceClient(url: string, token: string | undefined): ServiceClient {
  const post = async (path: string, namespace: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-hindsight-namespace': namespace,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
    return response.json();
  };
  return {
    async count(namespace) {
      const reply = (await post('/v1/memories/search', namespace, { query: 'anything', top_k: 1 })) as {
        readonly usage: { readonly memories: number };
      };
      return reply.usage.memories;
    },
    async write(namespace, memories) {
      const items = memories.map(({ content, occurred_at, session_id }) => ({
        content,
        ...(occurred_at === undefined ? {} : { created_at: occurred_at }),
        ...(session_id === undefined ? {} : { session_id }),
      }));
      const reply = (await post('/v1/memories', namespace, { memories: items })) as {
        readonly results: readonly { readonly id?: string; readonly error?: { readonly message: string } }[];
      };
      return reply.results.map(({ id, error }) => {
        if (id === undefined) throw new Error(`a memory was refused: ${error?.message ?? 'no reason'}`);
        return id;
      });
    },
    async search(namespace, query, top_k) {
      const reply = (await post('/v1/memories/search', namespace, { query, top_k })) as {
        readonly results: readonly { readonly id: string; readonly content: string; readonly grouped_ids?: readonly string[] }[];
      };
      return reply.results;
    },
  };
}
