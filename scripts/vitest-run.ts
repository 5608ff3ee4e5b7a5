/** Runs vitest as a child process and counts what it reports, for the closing line `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const VITEST = path.resolve(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

export interface VitestOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** False also when vitest itself failed, or ran no test. */
  readonly good: boolean;
}

/** Not `spawnSync`: bridges that the tests talk to answer from this process. */
export async function runVitest(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<VitestOutcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-test-'));
  const report_file = path.join(folder, 'report.json');
  const code = await new Promise<number>((resolve, reject) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report_file}`];
    const child = spawn(process.execPath, [VITEST, 'run', ...reporters, ...args], { stdio: 'inherit', env: environment });
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  const report = existsSync(report_file) ? (JSON.parse(readFileSync(report_file, 'utf8')) as Report) : null;
  rmSync(folder, { recursive: true, force: true });
  if (report === null) return { passed: 0, failed: 1, skipped: 0, good: false };
  // A file that could not be loaded, or whose hook failed, has no failed test; it is a failure of its own.
  const broken_files = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = report.numFailedTests + broken_files;
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed, skipped, good: code === 0 && failed === 0 && report.numPassedTests > 0 };
}

export const closingLine = ({ passed, failed, skipped }: VitestOutcome): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
