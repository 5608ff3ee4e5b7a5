/** Node's HTTP server in front of a fetch handler. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type FetchHandler = (request: Request) => Promise<Response>;

export function createHttpServer(handle: FetchHandler): Server {
  return createServer(async (incoming, outgoing) => {
    try {
      await send(await handle(requestOf(incoming, outgoing)), outgoing);
    } catch (error) {
      // The kind only: a message may hold what was sent. A client that went away ends up here too, and needs no answer.
      console.error(`request failed: ${error instanceof Error ? error.name : typeof error}`);
      if (outgoing.headersSent) outgoing.destroy();
      else
        outgoing
          .writeHead(500, { 'content-type': 'application/json' })
          .end('{"error":{"code":"internal","message":"Something went wrong."}}');
    }
  });
}

function requestOf(incoming: IncomingMessage, outgoing: ServerResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const method = incoming.method ?? 'GET';
  const has_body = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`).href, {
    method,
    headers,
    signal: gone.signal,
    ...(has_body ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}),
    // The types of the Workers runtime stand in this program for Node's own, which say the same.
  } as unknown as RequestInit);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as unknown as Parameters<typeof Readable.fromWeb>[0]), outgoing);
}
