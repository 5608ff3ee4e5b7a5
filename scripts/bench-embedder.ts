/** `npm run bench:embedder`: what the builtin embedder costs on this machine, on one thread: load, bytes, texts and tokens a second. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ASSET_NAMES } from '../src/adapters/models/builtin/asset-source.ts';
import { builtinEmbedder } from '../src/adapters/models/builtin/builtin-embedder.ts';
import { pieceTable } from '../src/adapters/models/builtin/pieces.ts';
import { isReachable } from '../src/ports/embedder.ts';
import { KERNELS } from './assets/kernels.ts';
import { buildAssets } from './build-assets.ts';

const TEXTS = 256;
const ROUNDS = 3;
const SENTENCES = [
  'I moved the picnic to the park behind the museum, because the river path is closed until the end of the month.',
  'My sister starts her new job at the harbour on Monday and asked me to look after the two cats until then.',
  'The second batch of tests failed again on the same machine, so we swapped the cable and started over after lunch.',
  '他们把会议改到了下个星期三下午，因为主任要去外地参加一个培训，回来以后再讨论预算。',
];

await buildAssets();
const read = async (path: string): Promise<ArrayBuffer> => new Uint8Array(await readFile(join(import.meta.dirname, '..', path))).buffer;
const [kernel] = KERNELS;
if (kernel === undefined) throw new Error('there is no kernel');
const compiler = WebAssembly as unknown as { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };
const embedder = builtinEmbedder({
  assets: (name) => read(`assets/${name}`),
  kernel: await compiler.compile(await readFile(kernel.target)),
});

const before = process.memoryUsage().rss;
const started = performance.now();
const description = await embedder.describe();
if (!isReachable(description)) throw new Error('the embedder did not load');
await embedder.embed(SENTENCES);
const loaded_ms = performance.now() - started;
console.log(
  `load and first texts: ${loaded_ms.toFixed(0)} ms, ${((process.memoryUsage().rss - before) / 1_048_576).toFixed(0)} MiB more in the process`,
);

const pieces = pieceTable(new TextDecoder().decode(await read(`assets/${ASSET_NAMES.vocabulary}`)));
console.log('| texts | tokens each | together | texts/s | tokens/s | CPU ms a text |\n| --- | --- | --- | --- | --- | --- |');
for (const [name, make] of [
  ['short', (index: number) => `Note ${index}: the window stays shut.`],
  ['a chat turn', (index: number) => `${index}: ${SENTENCES[index % 3]}`],
  ['long', (index: number) => `${index}: ${SENTENCES.slice(0, 3).join(' ')} ${SENTENCES[1]}`],
  ['Chinese', (index: number) => `${SENTENCES[3]}${index}`],
] as const)
  for (const batch of [1, description.batch_max]) {
    const texts = Array.from({ length: TEXTS }, (_, index) => make(index));
    let best_ms = Number.POSITIVE_INFINITY;
    let best_cpu_ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      const cpu = process.cpuUsage();
      for (let at = 0; at < TEXTS; at += batch) await embedder.embed(texts.slice(at, at + batch));
      best_ms = Math.min(best_ms, performance.now() - start);
      best_cpu_ms = Math.min(best_cpu_ms, process.cpuUsage(cpu).user / 1_000);
    }
    // A Chinese text's tokens are those of its glosses, which only the embedder sees.
    const tokens = name === 'Chinese' ? null : texts.reduce((sum, text) => sum + pieces.encode(text).ids.length, 0) / TEXTS;
    const per_second = (TEXTS * 1_000) / best_ms;
    const cells = [name, tokens?.toFixed(0) ?? '', batch, per_second.toFixed(0), tokens === null ? '' : (per_second * tokens).toFixed(0)];
    console.log(`| ${[...cells, (best_cpu_ms / TEXTS).toFixed(2)].join(' | ')} |`);
  }
