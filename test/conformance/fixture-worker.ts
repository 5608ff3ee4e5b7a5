/** A Worker for the official suite: the product's MCP app with the everything-server's tools in place of the memory's. */
import { createMcpApp } from '../../src/transports/mcp/app.ts';
import { FIXTURE_SURFACE } from './fixture-surface.ts';
import { deliver, legacyExtension } from './legacy-extension.ts';
import { modernExtension } from './modern-extension.ts';

const unused = () => {
  throw new Error('the fixture has no memory');
};

const app = createMcpApp(
  {
    config: { auth: 'off', default_namespace: 'conformance', allowed_origins: [], allowed_hosts: [] },
    serviceFor: () => ({ execute: unused }),
    keys: { find: unused, insert: unused, list: unused, revoke: unused, markUsed: unused },
    rate_limiter: null,
    clock: { now: () => Date.now() },
    ids: { memoryId: () => crypto.randomUUID(), secret: unused },
    observer: { observe: () => {} },
  },
  { surface: FIXTURE_SURFACE, extensions: { ...legacyExtension, modern: modernExtension } },
);

export default {
  async fetch(request: Request): Promise<Response> {
    // The starting script waits for this.
    if (new URL(request.url).pathname === '/healthz') return new Response('ok');
    // The answer of a client to what the fixture asked it: see legacy-extension.ts.
    if (
      request.method === 'POST' &&
      deliver(
        await request
          .clone()
          .json()
          .catch(() => null),
      )
    )
      return new Response(null, { status: 202 });
    return app.fetch(request);
  },
};
