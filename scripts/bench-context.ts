/**
 * `npm run bench:context -- --data FILE [--limit SETS] [--turns 200] [--questions 50] [--budget 700]`: replays each conversation of a LoCoMo
 * file as the turns of one session with a working memory of 2,000 tokens, then asks for a context block for each question. Prints whether
 * budgets held, whether what left was found again, and how often the block held the evidence. No model judges anything.
 */
import { parseArgs } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { type BenchSet, readBenchSets } from './bench/recall-data.ts';
import { buildAssets } from './build-assets.ts';
import { startLocalWorker } from './local-worker.ts';

const WORKING_BUDGET_TOKENS = 2_000;
const SEARCH_RESULTS = 10;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    limit: { type: 'string' },
    turns: { type: 'string', default: '200' },
    questions: { type: 'string', default: '50' },
    budget: { type: 'string', default: '700' },
  },
});
if (values.data === undefined) {
  console.error('Which data? npm run bench:context -- --data FILE   (a LoCoMo file, or NDJSON as docs/benchmarks.md describes)');
  process.exit(2);
}

interface SessionFigures {
  readonly set: string;
  readonly turns: number;
  readonly working_tokens_max: number;
  readonly evicted: number;
  readonly evicted_found_by_id: number;
  readonly evicted_found_by_search: number;
  readonly summaries: number;
  readonly questions: number;
  /** Shares of the questions whose evidence stands in the block: all of it, any of it. */
  readonly all_evidence: number;
  readonly any_evidence: number;
  readonly lines: number;
  readonly block_tokens_max: number;
  readonly block_o200k_max: number;
}

type Reply = Record<string, unknown>;

async function replay(url: string, set: BenchSet): Promise<SessionFigures> {
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-hindsight-namespace': `context/${set.id}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const reply = (await response.json()) as Reply;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(reply)}`);
    return reply;
  };
  const turns = set.memories.slice(0, Number(values.turns));
  const speaker = turns[0]?.content.split(':')[0] ?? '';
  const ids = new Map<string, string>();
  const evicted = new Map<string, string>();
  let working_tokens_max = 0;
  let summaries = 0;
  for (const { id, content, occurred_at } of turns) {
    const role = content.startsWith(`${speaker}:`) ? 'user' : 'assistant';
    const reply = await call('POST', '/v1/sessions/talk/turns', { role, content, occurred_at });
    ids.set(id, String(reply.id));
    for (const gone of reply.evicted_ids as readonly string[]) evicted.set(gone, '');
    if (reply.compressed !== undefined) summaries += 1;
    working_tokens_max = Math.max(working_tokens_max, Number((await call('GET', '/v1/sessions/talk')).tokens));
  }
  const contents = new Map(turns.map(({ id, content }) => [ids.get(id) ?? '', content]));
  let [by_id, by_search] = [0, 0];
  for (const id of evicted.keys()) {
    by_id += (await call('GET', `/v1/memories/${id}`)).id === id ? 1 : 0;
    const { results } = await call('POST', '/v1/memories/search', { query: contents.get(id) ?? '', top_k: SEARCH_RESULTS });
    const hits = results as readonly { readonly id: string; readonly grouped_ids?: readonly string[] }[];
    by_search += hits.some((hit) => hit.id === id || hit.grouped_ids?.includes(id)) ? 1 : 0;
  }
  const questions = set.questions
    .filter(({ relevant, category }) => category !== 'adversarial' && relevant.every((id) => ids.has(id)))
    .slice(0, Number(values.questions));
  let [all, any, lines, block_tokens_max, block_o200k_max] = [0, 0, 0, 0, 0];
  for (const { query, relevant } of questions) {
    const block = await call('POST', '/v1/sessions/talk/context', { query, budget_tokens: Number(values.budget) });
    const shown = new Set(block.ids as readonly string[]);
    const held = relevant.filter((id) => shown.has(ids.get(id) ?? '')).length;
    all += held === relevant.length ? 1 : 0;
    any += held > 0 ? 1 : 0;
    lines += shown.size;
    block_tokens_max = Math.max(block_tokens_max, Number(block.tokens));
    block_o200k_max = Math.max(block_o200k_max, countTokens(String(block.context)));
  }
  const share = (count: number): number => Number((count / Math.max(1, questions.length)).toFixed(3));
  return {
    set: set.id,
    turns: turns.length,
    working_tokens_max,
    evicted: evicted.size,
    evicted_found_by_id: by_id,
    evicted_found_by_search: by_search,
    summaries,
    questions: questions.length,
    all_evidence: share(all),
    any_evidence: share(any),
    lines: share(lines),
    block_tokens_max,
    block_o200k_max,
  };
}

await buildAssets();
const sets = readBenchSets(values.data).slice(0, values.limit === undefined ? undefined : Number(values.limit));
const worker = await startLocalWorker({ vars: { HINDSIGHT_AUTH: 'off' } });
try {
  console.log(`working memory ${WORKING_BUDGET_TOKENS} tokens, blocks ${values.budget} tokens`);
  const rows: SessionFigures[] = [];
  for (const set of sets) {
    const row = await replay(worker.url, set);
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  const asked = rows.reduce((sum, { questions }) => sum + questions, 0);
  const mean = (of: (row: SessionFigures) => number) => rows.reduce((sum, row) => sum + of(row) * row.questions, 0) / Math.max(1, asked);
  console.log(
    `${asked} questions: all evidence ${mean((row) => row.all_evidence).toFixed(3)}, any ${mean((row) => row.any_evidence).toFixed(3)}`,
  );
} finally {
  await worker.stop();
}
