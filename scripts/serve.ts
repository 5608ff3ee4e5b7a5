/**
 * The service in plain Node, for containers and machines of one's own: the serverless stores, the same code. `node scripts/serve.ts` reads HOST,
 * PORT and the variables of docs/configuration.md. The embedded mode and OAuth live in Durable Objects, so they need the Workers runtime.
 */
import './serve/worker-modules.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createHttpServer } from './serve/http-server.ts';

const ASSETS = path.resolve(import.meta.dirname, '../assets');
const MAINTENANCE_MS = 60_000;
/** Requests under way get this long to end when the container is stopped. */
const DRAIN_MS = 8_000;

const { HOST = '127.0.0.1', PORT = '8787', ...variables } = process.env;
if (variables.HINDSIGHT_STORES !== 'serverless' || variables.HINDSIGHT_AUTH === 'oauth') {
  console.error('Outside the Workers runtime only HINDSIGHT_STORES=serverless works, with HINDSIGHT_AUTH=keys or off.');
  process.exit(2);
}

/** As the ASSETS binding: null for a file that is not there becomes 404. */
async function assetOf(input: string | URL | Request): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const file = path.join(ASSETS, path.normalize(decodeURIComponent(pathname)));
  try {
    return new Response(await readFile(file));
  } catch {
    // Not built: the embedder says so once, and search goes by words.
    return new Response(null, { status: 404 });
  }
}

// After the hooks: a static import would be resolved before them.
const { createDeployment } = await import('../src/compose/deployment.ts');
const env = { ...variables, ASSETS: { fetch: assetOf } } as unknown as Parameters<typeof createDeployment>[0];
const deployment = startOrExit();

function startOrExit(): ReturnType<typeof createDeployment> {
  try {
    return createDeployment(env);
  } catch (error) {
    // The message names variables, never values.
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

const server = createHttpServer(async (request) => deployment.http.fetch(request, env));
let maintaining = false;
const timer = setInterval(async () => {
  // A slow round is not overtaken by the next one.
  if (maintaining) return;
  maintaining = true;
  try {
    await deployment.maintainDue();
  } catch (error) {
    console.error(`maintenance failed: ${error instanceof Error ? error.name : typeof error}`);
  } finally {
    maintaining = false;
  }
}, MAINTENANCE_MS);
server.listen(Number(PORT), HOST, () => console.log(`Hindsight is ready at http://${HOST}:${PORT}`));

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(timer);
    server.close(() => process.exit(0));
    setTimeout(() => process.exit(0), DRAIN_MS).unref();
  });
