/**
 * The official MCP conformance suite for both revisions: against the fixture Worker (everything the suite asks for, on the product's
 * transport), then against the real Worker with the list of what it does not offer (test/conformance/expected-failures.yml).
 * `node scripts/conformance.ts [fixture|product]`; exits non-zero when anything fails that is not listed, or a listed failure passes.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLocalWorker } from './local-worker.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
const SUITE = path.join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

interface Target {
  readonly name: 'fixture' | 'product';
  /** Null: the product's own. */
  readonly config: string | null;
  readonly expected_failures: string | null;
}
const TARGETS: readonly Target[] = [
  { name: 'fixture', config: 'test/conformance/wrangler.toml', expected_failures: null },
  { name: 'product', config: null, expected_failures: path.join(ROOT, 'test/conformance/expected-failures.yml') },
];

const runSuite = (args: readonly string[], cwd: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SUITE, 'server', ...args], { cwd, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

/** The names of what failed. */
async function checkTarget({ name, config, expected_failures }: Target): Promise<readonly string[]> {
  const worker = await startLocalWorker({ vars: { HINDSIGHT_AUTH: 'off' }, ...(config === null ? {} : { config }) });
  // The suite may write below the directory that it is run in.
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-conformance-'));
  const failed: string[] = [];
  try {
    for (const revision of REVISIONS) {
      const expected = expected_failures === null ? [] : ['--expected-failures', expected_failures];
      const code = await runSuite(['--url', `${worker.url}/mcp`, '--requirements', revision, ...expected], folder);
      if (code !== 0) failed.push(`${name} ${revision}`);
    }
  } finally {
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}

const wanted = process.argv[2];
const failed: string[] = [];
for (const target of TARGETS) if (wanted === undefined || wanted === target.name) failed.push(...(await checkTarget(target)));
console.log(failed.length === 0 ? 'conformance: passed' : `conformance: failed for ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
