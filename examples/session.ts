/**
 * The two calls around every model call, over REST: ask for the context before it, record the turns after it. The examples share this file;
 * copy it into your own agent.
 */
export type Role = 'user' | 'assistant' | 'system' | 'tool';

export interface Connection {
  /** `http://127.0.0.1:8787` with `npm run dev`. */
  readonly url: string;
  /** `hs_…`; not needed on this machine with `npm run dev`. */
  readonly key?: string;
}

export interface MemorySession {
  /** A block for the system prompt: what the session is busy with, what holds, what is recalled. Empty when nothing is known. */
  context(query: string, budget_tokens?: number): Promise<string>;
  /** Records one turn; the same `turn_id` twice is recorded once. */
  record(role: Role, content: string, turn_id?: string): Promise<void>;
}

export const connectionFromEnvironment = (): Connection => ({
  url: process.env.HINDSIGHT_URL ?? 'http://127.0.0.1:8787',
  ...(process.env.HINDSIGHT_KEY === undefined ? {} : { key: process.env.HINDSIGHT_KEY }),
});

export const headersOf = ({ key }: Connection): Record<string, string> => (key === undefined ? {} : { authorization: `Bearer ${key}` });

export function memorySession(connection: Connection, session_id: string): MemorySession {
  const base = `${connection.url}/v1/sessions/${encodeURIComponent(session_id)}`;
  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(connection) },
      body: JSON.stringify(body),
    });
    const reply = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`memory answered ${response.status}: ${JSON.stringify(reply.error)}`);
    return reply;
  }
  return {
    async context(query, budget_tokens = 700) {
      return String((await post('/context', { query, budget_tokens })).context);
    },
    async record(role, content, turn_id) {
      await post('/turns', { role, content, ...(turn_id === undefined ? {} : { idempotency_key: turn_id }) });
    },
  };
}
