/** `npm run dev`: the Worker on http://127.0.0.1:8787 without keys, for loopback only; data is kept in .wrangler/state. */
import path from 'node:path';
import { buildAssets } from './build-assets.ts';
import { startLocalWorker } from './local-worker.ts';

const PORT_DEFAULT = 8787;

await buildAssets();
const worker = await startLocalWorker({
  port: Number(process.env.PORT ?? PORT_DEFAULT),
  state_folder: path.resolve(import.meta.dirname, '../.wrangler/state'),
  show_output: true,
  vars: { HINDSIGHT_AUTH: process.env.HINDSIGHT_AUTH ?? 'off' },
});
console.log(`Hindsight is ready
  MCP   ${worker.url}/mcp
  REST  ${worker.url}/v1      docs at ${worker.url}/docs
  data  ${worker.state_folder} (kept between starts)
Stop with Ctrl+C.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void worker.stop().then(() => process.exit(0)));
}
