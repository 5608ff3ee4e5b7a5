import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER, migratePostgres } from '../../scripts/postgres-migrations.ts';
import { createNeonClient } from '../../src/adapters/neon/client.ts';
import { DATABASE_URL } from './addresses.ts';

const sqlOf = (url: string) => createNeonClient(url, { timeout_ms: 30_000 });

describe.skipIf(DATABASE_URL === null)('migrations of Postgres', () => {
  let url: string;
  let folder: string;

  beforeEach(async () => {
    const name = `migrations_${crypto.randomUUID().replaceAll('-', '')}`;
    await sqlOf(DATABASE_URL ?? '').query(`CREATE DATABASE ${name}`);
    const own = new URL(DATABASE_URL ?? '');
    own.pathname = name;
    url = own.href;
    folder = mkdtempSync(path.join(tmpdir(), 'hindsight-migrations-'));
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await sqlOf(DATABASE_URL ?? '').query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  });

  const tables = async (): Promise<number> =>
    Number(
      (await sqlOf(url)`SELECT count(*) AS total FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace('hindsight')`)[0]
        ?.total,
    );
  const journal = () => path.join(folder, 'meta/_journal.json');
  const addMigration = (text: string) => {
    const book = JSON.parse(readFileSync(journal(), 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
    const last = book.entries.at(-1) ?? { idx: 0, when: 0, tag: '' };
    book.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_more' });
    writeFileSync(journal(), JSON.stringify(book));
    writeFileSync(path.join(folder, '9999_more.sql'), text);
  };

  it('three at once apply each once, and a fourth has nothing to do', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migratePostgres(url, folder)));
    const files = (JSON.parse(readFileSync(journal(), 'utf8')) as { entries: unknown[] }).entries.length;
    expect(applied.reduce((sum, count) => sum + count)).toBe(files);
    expect(await migratePostgres(url, folder)).toBe(0);
    expect(await tables()).toBeGreaterThan(10);
  });

  it('one that fails half-way leaves nothing, and can be mended and run again', async () => {
    await migratePostgres(url, folder);
    const before = await tables();
    addMigration('CREATE TABLE hindsight.half (a int);\n--> statement-breakpoint\nSELECT nonsense;');
    await expect(migratePostgres(url, folder)).rejects.toThrow('nonsense');
    expect(await tables()).toBe(before);
    writeFileSync(path.join(folder, '9999_more.sql'), 'CREATE TABLE hindsight.half (a int);');
    expect(await migratePostgres(url, folder)).toBe(1);
    expect(await tables()).toBe(before + 1);
  });

  it('refuses one that was edited after it ran, and a database of a newer version', async () => {
    addMigration('CREATE TABLE hindsight.later (a int);');
    await migratePostgres(url, folder);
    writeFileSync(path.join(folder, '9999_more.sql'), 'CREATE TABLE hindsight.later (a int, b int);');
    await expect(migratePostgres(url, folder)).rejects.toThrow('was edited after it ran');
    await expect(migratePostgres(url)).rejects.toThrow('belongs to a newer version');
  });
});
