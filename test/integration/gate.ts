/** An HTTP proxy before a store: counts what passes, and can be shut. */
import { Agent, createServer, request as forward } from 'node:http';

export interface Gate {
  readonly url: string;
  requests(): number;
  setDown(down: boolean): void;
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 300_000;

export async function startGate(target: string): Promise<Gate> {
  // A connection each: one that the store has just closed must not look like an outage.
  const agent = new Agent({ keepAlive: false });
  let passed = 0;
  let is_down = false;
  const server = createServer((request, response) => {
    passed += 1;
    if (is_down) {
      request.resume();
      response.writeHead(500).end('{"error":"down"}');
      return;
    }
    const onward = forward(
      `${target}${request.url ?? '/'}`,
      { method: request.method ?? 'GET', headers: request.headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    onward.once('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gate has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests: () => passed,
    setDown: (down) => {
      is_down = down;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
