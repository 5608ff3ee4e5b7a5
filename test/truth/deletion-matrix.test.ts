/** The deletion matrix on the embedded stores. Last, the Worker stops and every file that it leaves is searched. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, START_MS, startService } from '../support/running-service.ts';
import { CONTROL_WORD } from './matrix/control.ts';
import { casesOf, deletionMatrix } from './matrix/deletion-matrix.ts';
import { fileFormsOf } from './matrix/traces.ts';

const FILES_MS = 60_000;
const matrix = { words: { english: 'Zanzibarium', chinese: '桑给巴尔糖' }, run: '' };

let service: RunningService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'deletion-matrix-'));
  service = await startService({}, folder);
}, START_MS);
afterAll(async () => {
  await service.worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

deletionMatrix({ ...matrix, in: (namespace) => service.in(namespace) });

test(
  'no file that the stopped Worker leaves holds it',
  async () => {
    await service.worker.stop();
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile());
    const cases = casesOf(matrix);
    const found: Record<string, string[]> = {};
    const controls = files.filter((file) => readFileSync(file).includes(CONTROL_WORD));
    for (const file of files) {
      const bytes = readFileSync(file);
      for (const { way, mark } of cases)
        for (const form of mark.split(' ').flatMap(fileFormsOf))
          if (bytes.includes(form)) found[way] = [...(found[way] ?? []), `${form} in ${path.basename(file)}`];
    }
    expect(found).toEqual({});
    for (const word of Object.values(matrix.words)) expect(service.worker.output()).not.toContain(word);
    expect(controls.length).toBeGreaterThanOrEqual(cases.length);
  },
  FILES_MS,
);
