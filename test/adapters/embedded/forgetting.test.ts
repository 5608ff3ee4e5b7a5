/**
 * Forgetting, read off the disk: after it, no file that the Worker leaves behind holds the text, write-ahead log included. SQLite keeps deleted
 * rows readable, so this is a property of how the store writes (src/adapters/embedded/texts.ts), not of SQL.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CONTROL = 'Control sentence';
const sqlText: Plugin = {
  name: 'sql-text',
  transform: (code, id) => (id.endsWith('.sql') ? { code: `export default ${JSON.stringify(code)}`, map: null } : null),
};

let script: string;
const folders: string[] = [];

beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [sqlText],
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      lib: { entry: path.join(import.meta.dirname, 'forgetting-worker.ts'), formats: ['es'], fileName: 'worker' },
      rollupOptions: { external: [/^cloudflare:/] },
    },
  });
  const output = Array.isArray(result) ? result[0]?.output : 'output' in result ? result.output : undefined;
  const chunk = output?.find((part) => part.type === 'chunk');
  if (chunk === undefined) throw new Error('the Worker did not build');
  script = chunk.code;
}, 60_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs the steps in one Worker, stops it, and gives back what its files hold. */
async function filesAfter(steps: readonly { readonly step: string; readonly mark?: string; readonly from?: number }[]): Promise<Buffer[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'forgetting-'));
  folders.push(folder);
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      compatibilityDate: '2026-08-04',
      durableObjects: { STORES: { className: 'StoreObject', useSQLite: true } },
      resourcePersistencePath: folder,
    }),
  );
  try {
    for (const step of steps) {
      const response = await worker.dispatchFetch('http://worker/', { method: 'POST', body: JSON.stringify(step) });
      expect([step, response.status, response.status === 200 ? '' : await response.text()]).toEqual([step, 200, '']);
    }
  } finally {
    await worker.dispose();
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file));
}

const occurrences = (files: readonly Buffer[], text: string): number => {
  let count = 0;
  for (const file of files) for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) count += 1;
  return count;
};

/** Both stand in every marked text; the file is searched for each, and for the folded form of the first. */
const MARKS = ['Quartzlemming', '穿山甲靠窗'] as const;
const mark = MARKS.join(' ');
const write = { step: 'write', mark, from: 1 };
const traces = (files: readonly Buffer[]): number[] => [...MARKS, MARKS[0].toLowerCase()].map((text) => occurrences(files, text));

test('without forgetting, the files hold the text', async () => {
  const files = await filesAfter([write]);
  for (const text of [...MARKS, CONTROL]) expect(occurrences(files, text)).toBeGreaterThan(100);
}, 120_000);

test('after forgetting, no file holds it, and the others are still there', async () => {
  const files = await filesAfter([write, { step: 'forget', from: 1 }]);
  expect(traces(files)).toEqual([0, 0, 0]);
  expect(occurrences(files, CONTROL)).toBeGreaterThan(100);
}, 120_000);

test('forgotten among others that came later, rebuilt, written and forgotten again', async () => {
  const other = { step: 'write', mark: 'Remaining', from: 5_001 };
  const steps = [
    write,
    { step: 'forget', from: 1 },
    { step: 'rebuild' },
    other,
    { ...write, from: 9_001 },
    { step: 'forget', from: 9_001 },
  ];
  const files = await filesAfter(steps);
  expect(traces(files)).toEqual([0, 0, 0]);
  for (const text of ['Remaining', CONTROL]) expect(occurrences(files, text)).toBeGreaterThan(100);
}, 120_000);

test('after an erasure, no file holds anything', async () => {
  const files = await filesAfter([write, { step: 'erase' }]);
  expect([...traces(files), occurrences(files, CONTROL)]).toEqual([0, 0, 0, 0]);
}, 120_000);
