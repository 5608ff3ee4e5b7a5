/**
 * The official MCP conformance suite for both revisions: against the fixture Worker (everything the suite asks for, on the product's
 * transport), then against the real Worker with the list of what it does not offer (test/conformance/expected-failures.yml).
 * `node scripts/conformance.ts [fixture|product]`; exits non-zero when anything fails that is not listed, or a listed failure passes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const WRANGLER = 'node_modules/wrangler/wrangler-dist/cli.js';
const READY_WITHIN_MS = 60_000;
const POLL_MS = 200;

interface Target {
  readonly name: 'fixture' | 'product';
  readonly config: string;
  readonly expected_failures: string | null;
}
const TARGETS: readonly Target[] = [
  { name: 'fixture', config: 'test/conformance/wrangler.toml', expected_failures: null },
  { name: 'product', config: 'wrangler.toml', expected_failures: 'test/conformance/expected-failures.yml' },
];

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

async function startWorker(config: string, port: number, state: string): Promise<ChildProcess> {
  const options = ['--port', String(port), '--ip', '127.0.0.1', '--persist-to', state, '--var', 'HINDSIGHT_AUTH:off'];
  const worker = spawn(process.execPath, [WRANGLER, 'dev', '--config', config, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: '1' },
  });
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (worker.exitCode !== null) throw new Error(`the Worker ended with code ${worker.exitCode}`);
    // Any answer will do: 405 is what GET gets.
    const answered = await fetch(`http://127.0.0.1:${port}/mcp`).then(
      () => true,
      () => false,
    );
    if (answered) return worker;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  worker.kill();
  throw new Error(`the Worker did not answer within ${READY_WITHIN_MS} ms`);
}

const run = (args: readonly string[], cwd: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

async function checkTarget(target: Target): Promise<readonly string[]> {
  const state = mkdtempSync(join(tmpdir(), 'hindsight-conformance-'));
  const port = await freePort();
  const worker = await startWorker(target.config, port, join(state, 'worker'));
  const failed: string[] = [];
  try {
    for (const revision of REVISIONS) {
      const expected = target.expected_failures === null ? [] : ['--expected-failures', join(process.cwd(), target.expected_failures)];
      const args = ['server', '--url', `http://127.0.0.1:${port}/mcp`, '--requirements', revision, ...expected];
      // The suite writes its results below the directory it is run in.
      if ((await run([join(process.cwd(), SUITE), ...args], state)) !== 0) failed.push(`${target.name} ${revision}`);
    }
  } finally {
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill();
    await gone;
    rmSync(state, { recursive: true, force: true });
  }
  return failed;
}

const wanted = process.argv[2];
const failed: string[] = [];
for (const target of TARGETS) if (wanted === undefined || wanted === target.name) failed.push(...(await checkTarget(target)));
console.log(failed.length === 0 ? 'conformance: passed' : `conformance: failed for ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
