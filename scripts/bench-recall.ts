/**
 * `npm run bench:recall -- --data FILE [--url URL] [--limit SETS] [--embedder builtin|none]`: writes the memories of a data set into a Worker of its own (or the one at
 * --url), asks every question through REST, and prints retrieval figures by category beside grep and plain BM25. No model judges anything.
 */
import { parseArgs } from 'node:util';
import { createEstimatedTokenCounter } from '../src/adapters/tokens/estimated-token-counter.ts';
import { bm25Ranker, grepRanker, type Ranker } from './bench/baselines.ts';
import { type BenchSet, readBenchSets } from './bench/recall-data.ts';
import { COLUMNS, type Figures, figuresOf, meanOf } from './bench/recall-metrics.ts';
import { createServiceClient, type ServiceClient } from './bench/service-client.ts';
import { buildAssets } from './build-assets.ts';
import { startBundledWorker } from './bundled-worker.ts';

const RESULTS = 20;
const BATCH_ITEMS = 100;
const tokens = createEstimatedTokenCounter();

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    url: { type: 'string' },
    limit: { type: 'string' },
    embedder: { type: 'string', default: 'builtin' },
  },
});
if (values.data === undefined) {
  console.error('Which data? npm run bench:recall -- --data FILE   (a LoCoMo file, or NDJSON as docs/benchmarks.md describes)');
  process.exit(2);
}

interface Row {
  readonly system: string;
  readonly category: string;
  readonly figures: Figures;
}

function baselineRows(system: string, set: BenchSet, ranker: Ranker): readonly Row[] {
  const contents = new Map(set.memories.map(({ id, content }) => [id, content]));
  return set.questions.map(({ query, category, relevant }) => {
    const ranked = ranker(query, RESULTS);
    const size = ranked.slice(0, 10).reduce((total, id) => total + tokens.count(contents.get(id) ?? ''), 0);
    return { system, category, figures: figuresOf(ranked, relevant, size) };
  });
}

interface Served {
  readonly rows: readonly Row[];
  readonly writing_ms: number;
}

async function serviceRows(client: ServiceClient, namespace: string, set: BenchSet): Promise<Served> {
  const names = new Map<string, string>();
  const begun = performance.now();
  for (let start = 0; start < set.memories.length; start += BATCH_ITEMS) {
    const batch = set.memories.slice(start, start + BATCH_ITEMS);
    const ids = await client.write(namespace, batch);
    for (const [index, memory] of batch.entries()) names.set(ids[index] ?? '', memory.id);
  }
  const writing_ms = performance.now() - begun;
  const rows: Row[] = [];
  for (const { query, category, relevant } of set.questions) {
    const hits = await client.search(namespace, query, RESULTS);
    const size = hits.slice(0, 10).reduce((total, { content }) => total + tokens.count(content), 0);
    const ranked = hits.map(({ id }) => names.get(id) ?? id);
    rows.push({ system: 'hindsight', category, figures: figuresOf(ranked, relevant, size) });
  }
  return { rows, writing_ms };
}

function print(rows: readonly Row[]): void {
  const categories = [...new Set(rows.map(({ category }) => category))].sort();
  console.log(['system'.padEnd(10), 'category'.padEnd(14), 'n'.padStart(5), ...COLUMNS.map((name) => name.padStart(10))].join(' '));
  for (const system of ['grep', 'bm25', 'hindsight']) {
    for (const category of [...categories, 'all']) {
      const found = rows.filter((row) => row.system === system && (category === 'all' || row.category === category));
      const mean = meanOf(found.map(({ figures }) => figures));
      const cells = COLUMNS.map((name) => mean[name].toFixed(name === 'tokens' ? 0 : 3).padStart(10));
      console.log([system.padEnd(10), category.padEnd(14), String(found.length).padStart(5), ...cells].join(' '));
    }
  }
}

async function run(path: string): Promise<void> {
  const sets = readBenchSets(path).slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY));
  if (values.url === undefined && values.embedder === 'builtin') await buildAssets();
  const worker =
    values.url === undefined ? await startBundledWorker({ vars: { HINDSIGHT_AUTH: 'off', HINDSIGHT_EMBEDDER: values.embedder } }) : null;
  try {
    const client = createServiceClient(values.url ?? worker?.url ?? '', process.env.HINDSIGHT_KEY);
    const rows: Row[] = [];
    let writing_ms = 0;
    for (const [index, set] of sets.entries()) {
      rows.push(...baselineRows('grep', set, grepRanker(set.memories)), ...baselineRows('bm25', set, bm25Ranker(set.memories)));
      const served = await serviceRows(client, `bench-${Date.now().toString(36)}-${index}`, set);
      rows.push(...served.rows);
      writing_ms += served.writing_ms;
      console.error(`${set.id}: ${set.memories.length} memories, ${set.questions.length} questions`);
    }
    print(rows);
    const written = sets.reduce((sum, { memories }) => sum + memories.length, 0);
    console.log(`${written} memories written in batches of ${BATCH_ITEMS}: ${((written * 1_000) / writing_ms).toFixed(0)} a second`);
  } finally {
    await worker?.stop();
  }
}

await run(values.data);
