/** `npm run deploy [-- wrangler options]`: builds the embedder's data, then hands over to wrangler. `-- --dry-run` only bundles, and states the size. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildAssets } from './build-assets.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** The Worker without the embedder's data, compressed: a third of what the platform's free plan takes, so that a start stays quick. */
const BUNDLE_GZIP_KIB_MAX = 1_024;

await buildAssets();
const run = spawnSync(
  process.execPath,
  [path.join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js'), 'deploy', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  },
);
process.stdout.write(run.stdout);
const gzip_kib = Number(/gzip: ([\d.]+) KiB/.exec(run.stdout)?.[1] ?? Number.NaN);
if (gzip_kib > BUNDLE_GZIP_KIB_MAX) {
  console.error(`the bundle is ${gzip_kib} KiB compressed, over the ${BUNDLE_GZIP_KIB_MAX} KiB that we allow ourselves`);
  process.exit(1);
}
process.exit(run.status ?? 1);
