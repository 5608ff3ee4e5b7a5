/** A real HTTP server that answers `/v1/embeddings`, well or badly as its texts ask for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingServer {
  readonly base_url: string;
  /** Bodies received, oldest first. */
  readonly requests: { readonly model: string; readonly input: readonly string[]; readonly authorization: string | undefined }[];
  /** Answers everything so until it is null again; `hang` never answers. */
  mode: Mode | null;
  close(): Promise<void>;
}

export type Mode =
  | 'http_500'
  | 'http_401'
  | 'hang'
  | 'not_json'
  | 'wrong_count'
  | 'shuffled'
  | 'no_index'
  | 'no_index_short'
  | 'twice'
  | 'redirect';

const DIMENSIONS = 24;

/** Depends on the words only, so that equal texts get equal vectors. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0.01);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7;
    for (let i = 0; i < word.length; i++) hash = (hash * 31 + word.charCodeAt(i)) % 10_007;
    vector[hash % DIMENSIONS] = (vector[hash % DIMENSIONS] ?? 0) + 1;
  }
  return vector;
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const requests: { model: string; input: readonly string[]; authorization: string | undefined }[] = [];
  const state: { mode: Mode | null } = { mode: null };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string; input: string[] };
    requests.push({ model, input, authorization: request.headers.authorization });
    const send = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    };
    if (request.url !== '/v1/embeddings') return send(404, '{}');
    if (state.mode === 'hang' || input.some((text) => text.includes('HANG'))) return;
    if (state.mode === 'http_500' || input.some((text) => text.includes('CRASH'))) return send(500, '{"error":"out of memory"}');
    if (state.mode === 'http_401') return send(401, '{"error":"who are you"}');
    if (state.mode === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:9/v1/embeddings' }).end();
    if (state.mode === 'not_json') return send(200, '<html>bad gateway</html>');
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) as (number | null)[] }));
    for (const [index, text] of input.entries()) {
      const item = data[index];
      if (item === undefined) continue;
      if (text.includes('SHORT')) item.embedding = item.embedding.slice(1);
      if (text.includes('NULL')) item.embedding[3] = null;
      if (text.includes('ZERO')) item.embedding.fill(0);
    }
    if (state.mode === 'shuffled') data.reverse();
    if (state.mode === 'wrong_count' || state.mode === 'no_index_short') data.pop();
    if (state.mode === 'twice') data.push(...data.slice(0, 1));
    const bare = state.mode === 'no_index' || state.mode === 'no_index_short';
    // A number that JSON does not have, as some servers write it.
    const body = JSON.stringify({ object: 'list', model, data: bare ? data.map(({ embedding }) => ({ embedding })) : data });
    return send(200, input.some((text) => text.includes('NOT A NUMBER')) ? body.replace('0.01', 'NaN') : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    base_url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
