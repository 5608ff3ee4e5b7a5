/**
 * `npm run dev`: the Worker on http://127.0.0.1:8787 (PORT) without keys, for loopback only; data is kept in .wrangler/state, or with
 * `-- --state FOLDER` in another folder.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAssets } from './build-assets.ts';
import { isPortFree, startLocalWorker } from './local-worker.ts';
import { serviceOn } from './state-folder.ts';

const PORT_DEFAULT = 8787;
const PORT_MAX = 65_535;
const PARENT_POLL_MS = 250;

const { values } = parseArgs({ options: { state: { type: 'string' } } });
const state_folder = path.resolve(values.state ?? path.join(import.meta.dirname, '../.wrangler/state'));
const port = Number(process.env.PORT ?? PORT_DEFAULT);

/** Why it cannot start, and what to do; null when it can. */
async function obstacle(): Promise<string | null> {
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX) return `The variable PORT must be a whole number from 1 to ${PORT_MAX}.`;
  const running = await serviceOn(state_folder);
  if (running !== null) return `Hindsight runs on this data already, at ${running}: use that one, or stop it first.`;
  if (await isPortFree(port)) return null;
  return `Port ${port} is in use by another program: stop that, or choose another port with the variable PORT, as in PORT=${port === PORT_MAX ? PORT_DEFAULT : port + 1} npm run dev.`;
}

/** Aborts when this process is told to end. */
function endOfThisProcess(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  // npm hands its signals to the shell between it and this process, and the shell ends without passing them on.
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) ending.abort();
    }, PARENT_POLL_MS).unref();
  }
  return ending.signal;
}

const reason = await obstacle();
if (reason !== null) {
  console.error(reason);
  process.exit(1);
}
await buildAssets();
const signal = endOfThisProcess();
const vars = { HINDSIGHT_AUTH: process.env.HINDSIGHT_AUTH ?? 'off' };
const worker = await startLocalWorker({ port, state_folder, show_output: true, vars, signal }).catch((error: unknown) => {
  if (!signal.aborted) throw error;
  process.exit(0);
});
const stop = () => void worker.stop().then(() => process.exit(0));
if (signal.aborted) stop();
else {
  signal.addEventListener('abort', stop);
  console.log(`Hindsight is ready
  MCP   ${worker.url}/mcp
  REST  ${worker.url}/v1      docs at ${worker.url}/docs
  data  ${worker.state_folder} (kept between starts)
Stop with Ctrl+C.`);
}
