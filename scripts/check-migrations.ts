/** Fails when a committed migration was changed, added or lost without its checksum, or when the schema has moved on without a migration. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface MigrationSet {
  /** Folder of generated migrations, with its `checksums.json`. */
  readonly folder: string;
  readonly schemas: readonly string[];
  readonly dialect: 'sqlite' | 'postgresql';
}

const SETS: readonly MigrationSet[] = [
  {
    folder: 'drizzle/embedded',
    schemas: ['src/adapters/embedded/schema.ts', 'src/adapters/embedded/vector-schema.ts'],
    dialect: 'sqlite',
  },
  { folder: 'drizzle/postgres', schemas: ['src/adapters/neon/schema.ts', 'src/adapters/neon/key-schema.ts'], dialect: 'postgresql' },
];

const root = path.resolve(import.meta.dirname, '..');
/** `--accept` writes the checksums of migrations that have none yet; a changed one is refused all the same. */
const accept = process.argv.includes('--accept');

function changed({ folder }: MigrationSet): string[] {
  const file = path.join(root, folder, 'checksums.json');
  const known: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const found = Object.fromEntries(
    globSync('*.sql', { cwd: path.join(root, folder) })
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(path.join(root, folder, name)))
          .digest('hex'),
      ]),
  );
  const faults = Object.entries(known).flatMap(([name, hash]) =>
    found[name] === undefined
      ? [`${folder}/${name}: is gone; databases that ran it exist`]
      : found[name] === hash
        ? []
        : [`${folder}/${name}: was changed; databases that ran it exist, so write a new migration instead`],
  );
  const fresh = Object.keys(found).filter((name) => known[name] === undefined);
  if (accept && faults.length === 0) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  else faults.push(...fresh.map((name) => `${folder}/${name}: has no checksum; run node scripts/check-migrations.ts --accept`));
  return faults;
}

/** What `drizzle-kit generate` would write now, without starting it: the snapshot of the schema against the newest one. */
async function drifted({ folder, schemas, dialect }: MigrationSet): Promise<string[]> {
  const kit = createRequire(import.meta.url)('drizzle-kit/api') as typeof import('drizzle-kit/api');
  const modules = await Promise.all(schemas.map((schema) => import(pathToFileURL(path.join(root, schema)).href)));
  const tables: Record<string, unknown> = Object.assign({}, ...modules);
  const newest = globSync('meta/*_snapshot.json', { cwd: path.join(root, folder) })
    .sort()
    .at(-1);
  if (newest === undefined) return [`${folder}: has no snapshot; run npm run db:generate`];
  const before = JSON.parse(readFileSync(path.join(root, folder, newest), 'utf8'));
  const statements =
    dialect === 'sqlite'
      ? await kit.generateSQLiteMigration(before, await kit.generateSQLiteDrizzleJson(tables, before.id))
      : await kit.generateMigration(before, kit.generateDrizzleJson(tables, before.id));
  return statements.length === 0
    ? []
    : [`${schemas.join(', ')}: differs from ${folder}; run npm run db:generate, then accept it. Missing:\n${statements.join('\n')}`];
}

const faults: string[] = [];
for (const set of SETS) faults.push(...changed(set), ...(await drifted(set)));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
