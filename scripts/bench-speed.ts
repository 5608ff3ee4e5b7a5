/**
 * `npm run bench:speed [-- --sizes 1000,10000,100000 --embedder builtin|none --state FOLDER]`: search, writes, bytes and start-up of a Worker of its
 * own, each also as a ratio to a bare Hono route that runs beside it, because milliseconds of one machine say nothing about another. What is in
 * FOLDER stays there, and only what is missing is written: filling takes minutes, and searches want a quiet one.
 */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeMemory, makeQuestion } from './bench/memory-maker.ts';
import { createServiceClient } from './bench/service-client.ts';
import { buildAssets } from './build-assets.ts';
import { type BundledWorkerOptions, startBundledWorker } from './bundled-worker.ts';
import type { LocalWorker } from './local-worker.ts';

const BATCH_ITEMS = 500;
const SEARCHES = 200;
const SINGLE_WRITES = 100;
/** The engine compiles what it has seen often: the first searches of a start take longer. */
const WARM_UP = 100;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    embedder: { type: 'string', default: 'builtin' },
    state: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
if (sizes.some((size) => !Number.isInteger(size) || size < BATCH_ITEMS)) {
  console.error(`--sizes takes whole numbers of ${BATCH_ITEMS} and more, such as 1000,10000`);
  process.exit(2);
}

interface Times {
  readonly p50_ms: number;
  readonly p95_ms: number;
}

async function timed(count: number, run: (index: number) => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let index = 0; index < count + WARM_UP; index += 1) {
    const start = performance.now();
    await run(index);
    if (index >= WARM_UP) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

/** SQLite's files with their write-ahead logs. */
function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((total, name) => {
    const entry = lstatSync(path.join(folder, name));
    return entry.isFile() ? total + entry.size : total;
  }, 0);
}

const bareRoute = (url: string): Promise<Times> =>
  timed(SEARCHES, async (index) => {
    const response = await fetch(`${url}/bare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ index }),
    });
    await response.json();
  });

const milliseconds = (value: number) => value.toFixed(1).padStart(9);
const report = (name: string, value: string, bare: string) => console.log(`${name.padEnd(34)} ${value}   ${bare}`);

async function measure(worker: LocalWorker, bare: LocalWorker, bare_start_ms: number, start_ms: number): Promise<void> {
  const client = createServiceClient(worker.url, undefined);
  const yardstick = await bareRoute(bare.url);
  const ratio = (value_ms: number) => `${(value_ms / yardstick.p50_ms).toFixed(1)} × bare`;
  report('bare Hono route p50 / p95', `${milliseconds(yardstick.p50_ms)} ms ${milliseconds(yardstick.p95_ms)} ms`, '');
  report('start-up', `${milliseconds(start_ms)} ms`, `${(start_ms / bare_start_ms).toFixed(1)} × bare start-up`);
  const first = performance.now();
  await client.write('warm', [makeMemory(0)]);
  await client.search('warm', makeQuestion(1), 5);
  const first_ms = performance.now() - first;
  report('first write and search', `${milliseconds(first_ms)} ms`, ratio(first_ms));
  for (const size of sizes) {
    const namespace = `speed-${size}`;
    const held = await client.count(namespace);
    const bytes_before = bytesBelow(worker.state_folder);
    const start = performance.now();
    for (let from = held; from < size; from += BATCH_ITEMS) {
      const count = Math.min(BATCH_ITEMS, size - from);
      await client.write(
        namespace,
        Array.from({ length: count }, (_, index) => makeMemory(from + index)),
      );
    }
    const seconds = (performance.now() - start) / 1_000;
    const written = Math.max(0, size - held);
    const bytes = (bytesBelow(worker.state_folder) - bytes_before) / written;
    const search = await timed(SEARCHES, (index) => client.search(namespace, makeQuestion(index), 5));
    const write = await timed(SINGLE_WRITES, (index) => client.write(namespace, [makeMemory(Math.max(size, held) + index)]));
    console.log(`\n${size} memories`);
    if (written > 0)
      report(
        '  writes in batches of 500',
        `${(written / seconds).toFixed(0).padStart(9)} /s`,
        `${ratio((seconds * 1_000) / written)} each`,
      );
    report('  write one by one p50 / p95', `${milliseconds(write.p50_ms)} ms ${milliseconds(write.p95_ms)} ms`, ratio(write.p50_ms));
    report('  search p50 / p95', `${milliseconds(search.p50_ms)} ms ${milliseconds(search.p95_ms)} ms`, ratio(search.p50_ms));
    if (written > 0) report('  bytes on disk per memory', bytes.toFixed(0).padStart(9), '');
  }
}

async function started(options: BundledWorkerOptions): Promise<{ readonly worker: LocalWorker; readonly start_ms: number }> {
  const start = performance.now();
  const worker = await startBundledWorker(options);
  return { worker, start_ms: performance.now() - start };
}

if (values.embedder === 'builtin') await buildAssets();
const bare = await started({ config: path.join(import.meta.dirname, 'bench/bare-worker.toml') });
try {
  const product = await started({
    ...(values.state === undefined ? {} : { state_folder: path.resolve(values.state) }),
    vars: { HINDSIGHT_AUTH: 'off', HINDSIGHT_EMBEDDER: values.embedder },
  });
  try {
    await measure(product.worker, bare.worker, bare.start_ms, product.start_ms);
  } finally {
    await product.worker.stop();
  }
} finally {
  await bare.worker.stop();
}
