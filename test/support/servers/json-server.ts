/** A small HTTP server that speaks JSON, for stand-ins of services that cannot be had here. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import * as z from 'zod';

export interface JsonRequest {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What a stand-in says no with. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface JsonServer {
  readonly url: string;
  /** Requests answered so far, refused ones included. */
  requests(): number;
  /** Why requests were refused, in order: a test that expects none looks here. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

export interface Content {
  /** Of a collection or a namespace. */
  readonly name: string;
  readonly entries: readonly { readonly id: string; readonly payload: Readonly<Record<string, unknown>> }[];
}

/** A stand-in whose whole content a test can look at; the services have no such call. */
export interface OpenServer extends JsonServer {
  /** All that it holds but the numbers of its vectors. */
  contents(): readonly Content[];
}

export interface JsonServerOptions {
  readonly answer: (request: JsonRequest) => unknown;
  readonly refuse: (refusal: Refusal) => unknown;
}

export async function startJsonServer({ answer, refuse }: JsonServerOptions): Promise<JsonServer> {
  const refusals: string[] = [];
  let answered = 0;
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    if (text === null) return;
    const url = new URL(request.url ?? '/', 'http://server');
    answered += 1;
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      const body: unknown = text === '' ? null : JSON.parse(text);
      send(200, answer({ method: request.method ?? '', path: url.pathname, search: url.searchParams, headers: request.headers, body }));
    } catch (error) {
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal(400, error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : 'unknown');
      refusals.push(`${refusal.status} ${request.method} ${url.pathname}: ${refusal.message}`);
      send(refusal.status, refuse(refusal));
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: () => answered,
    refusals,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Null when the caller hung up before all of it was here. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    if (request.destroyed) return null;
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const normalise = (vector: readonly number[]): Float32Array => {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
};
export const dot = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
