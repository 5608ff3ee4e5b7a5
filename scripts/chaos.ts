/**
 * `npm run chaos -- --operations 5000 --seed 7`: parallel clients over real Postgres and Redis and a vector stand-in, under faults at random; see
 * test/integration/chaos. Starts what it needs, on loopback, and ends it. Without a seed it takes one and names it.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { operations: { type: 'string', default: '5000' }, seed: { type: 'string' } } });
const { operations, seed } = values;
for (const [name, value] of Object.entries({ operations, seed })) {
  if (value !== undefined && !/^\d{1,6}$/.test(value)) throw new Error(`--${name} is a whole number of up to six digits`);
}
const environment = { ...process.env, CHAOS_OPERATIONS: operations, ...(seed === undefined ? {} : { CHAOS_SEED: seed }) };
const script = path.resolve(import.meta.dirname, 'test-integration.ts');
const child = spawn(process.execPath, [script, 'test/integration/chaos'], { stdio: 'inherit', env: environment });
child.once('exit', (code) => process.exit(code ?? 1));
