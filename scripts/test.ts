/** `npm test`: every test that needs nothing but npm packages. Ends with the line `N passed, N failed`. Arguments go to vitest. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAssets } from './build-assets.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly unknown[];
  }[];
}

await buildAssets();
const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-test-'));
const report_file = path.join(folder, 'report.json');
const run = spawnSync(
  process.execPath,
  [
    path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs'),
    'run',
    '--project=!integration',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report_file}`,
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' } },
);
const report = JSON.parse(readFileSync(report_file, 'utf8')) as Report;
rmSync(folder, { recursive: true, force: true });
// A file that could not even be loaded has no assertions; it is a failure of its own.
const broken_files = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
const failed = report.numFailedTests + broken_files;
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(run.status === 0 && failed === 0 && report.numPassedTests > 0 ? 0 : 1);
