/**
 * `npm run demo`: starts the Worker on a free port and lets two agents, in two sessions, share one memory through the official MCP client, in English
 * and in Chinese. Every step is checked; a step that fails ends the demo with exit code 1. Ends its own processes and leaves nothing behind, in
 * the stores of HINDSIGHT_ENV_FILE neither: each run has namespaces of its own, and erases them when every step held.
 */
import { randomUUID } from 'node:crypto';
import { buildAssets } from './build-assets.ts';
import { connect } from './demo/memory-client.ts';
import { PLAYS, type Play } from './demo/play.ts';
import { startLocalWorker } from './local-worker.ts';

interface Hit {
  readonly id: string;
  readonly content: string;
  readonly score: number;
  readonly score_parts: { readonly relevance: number; readonly decay: number; readonly importance: number };
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`step failed: ${what}`);
  console.log(`    ✓ ${what}`);
}

const hitsOf = (reply: Record<string, unknown>): readonly Hit[] => reply.results as readonly Hit[];

async function firstSession(url: string, play: Play): Promise<readonly string[]> {
  console.log(`\n${play.language}: session one, a travel assistant listens`);
  const agent = await connect(url, 'travel-assistant', play.namespace, console.log);
  const session_id = `${play.namespace}/session-1`;
  const small_talk_ids: string[] = [];
  for (const content of play.small_talk) {
    const reply = await agent.call('memory_write', { content, origin: 'agent', importance: 0.1, session_id });
    small_talk_ids.push(String(reply.id));
  }
  await agent.call('memory_write', { content: play.tool_result, origin: 'tool', session_id });
  const written = await agent.call('memory_write', {
    content: play.preference,
    origin: 'user',
    layer: 'semantic',
    key: 'user.seat_preference',
  });
  check(written.status === 'created', 'the confirmed preference is stored as a fact');
  const repeated = await agent.call('memory_write', {
    content: play.preference,
    origin: 'user',
    layer: 'semantic',
    key: 'user.seat_preference',
  });
  check(repeated.status === 'duplicate' && repeated.id === written.id, 'saying it again adds nothing');
  await agent.close();
  return small_talk_ids;
}

async function secondSession(url: string, play: Play, small_talk_ids: readonly string[]): Promise<void> {
  console.log(`\n${play.language}: session two, another agent books the flight`);
  const agent = await connect(url, 'booking-agent', play.namespace, console.log);
  const session_id = `${play.namespace}/session-2`;

  const found = hitsOf(await agent.call('memory_search', { query: play.question, top_k: 3 }));
  const best = found[0];
  check(best?.content.includes(play.preference_mark) === true, `it finds the preference first: “${best?.content}”`);
  if (best !== undefined) {
    const { relevance, decay, importance } = best.score_parts;
    console.log(
      `      score ${best.score.toFixed(3)} = relevance ${relevance.toFixed(3)} × decay ${decay.toFixed(3)} × importance weight ${importance.toFixed(2)}`,
    );
  }
  const nothing = await agent.call('memory_search', { query: play.unrelated_question });
  check(nothing.abstained === true && hitsOf(nothing).length === 0, 'an unrelated question gets an empty answer, not the nearest noise');

  const booking = await agent.call('memory_write', {
    content: play.booking,
    layer: 'semantic',
    key: play.booking_key,
    origin: 'agent',
    importance: 0.7,
    session_id,
  });
  check(booking.status === 'created', 'the booking is stored');
  const corrected = await agent.call('memory_write', {
    content: play.corrected_booking,
    layer: 'semantic',
    key: play.booking_key,
    origin: 'user',
    importance: 0.7,
    session_id,
  });
  check(corrected.superseded_id === booking.id, 'a corrected date supersedes the old booking, which stays in its history');
  const current = hitsOf(await agent.call('memory_search', { query: 'MU5104', layer: 'semantic' }));
  check(current.length === 1 && current[0]?.content.includes(play.correction_mark) === true, 'only the corrected booking is current');

  const summary = await agent.call('memory_summarize', { memory_ids: [String(corrected.id), ...small_talk_ids], max_length: 120 });
  check(
    String(summary.summary).length <= 120 && (summary.source_ids as unknown[]).length === 1 + small_talk_ids.length,
    `a summary with its sources: “${String(summary.summary)}”`,
  );

  const preview = await agent.call('memory_forget', { query: play.forget_query });
  const candidates = preview.candidates as readonly { readonly id: string; readonly content: string }[];
  const target = candidates.find((candidate) => small_talk_ids.includes(candidate.id) && candidate.content.includes(play.forget_mark));
  check(preview.status === 'preview' && target !== undefined, 'forgetting by query only shows candidates first');
  const forgotten = await agent.call('memory_forget', { query: play.forget_query, confirm_ids: [target?.id] });
  check(
    forgotten.status === 'forgotten',
    `the confirmed one is gone: ${JSON.stringify((forgotten.receipt as { purged?: unknown } | null)?.purged)}`,
  );
  const after = hitsOf(await agent.call('memory_search', { query: play.forget_query }));
  check(
    after.every((hit) => hit.id !== target?.id && !hit.content.includes(play.forget_mark)),
    'and no search finds it any more',
  );

  const stats = await agent.call('memory_stats', {});
  const counts = stats.counts as Record<string, Record<string, number>>;
  check(
    counts.episodic?.forgotten !== undefined && counts.episodic.forgotten >= 1 && counts.semantic?.superseded === 1,
    `the numbers agree: ${JSON.stringify(counts)}`,
  );
  await agent.close();
}

async function erase(url: string, { namespace }: Play): Promise<void> {
  const response = await fetch(`${url}/v1/namespace?confirm=${encodeURIComponent(namespace)}`, {
    method: 'DELETE',
    headers: { 'X-Hindsight-Namespace': namespace },
  });
  if (!response.ok) throw new Error(`the namespace ${namespace} was not erased: ${response.status} ${await response.text()}`);
}

await buildAssets();
const run = randomUUID().slice(0, 8);
const start = performance.now();
const worker = await startLocalWorker({ vars: { HINDSIGHT_AUTH: 'off' } });
console.log(
  `Hindsight is up at ${worker.url} after ${((performance.now() - start) / 1000).toFixed(1)} s (${process.env.HINDSIGHT_ENV_FILE === undefined ? 'embedded stores, no account, no key' : 'as HINDSIGHT_ENV_FILE says'})`,
);
let exit_code = 0;
try {
  for (const { namespace, ...scenes } of PLAYS) {
    const play = { ...scenes, namespace: `${namespace}/${run}` };
    const small_talk_ids = await firstSession(worker.url, play);
    await secondSession(worker.url, play, small_talk_ids);
    await erase(worker.url, play);
  }
  console.log('\nEvery step held. `npm run dev` starts the same service and keeps its data.');
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n${worker.output().split('\n').slice(-20).join('\n')}`);
  exit_code = 1;
} finally {
  await worker.stop();
}
process.exit(exit_code);
