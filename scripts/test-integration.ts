/**
 * `npm run test:integration`: the tests that need real servers. Finds them (POSTGRES_URL, REDIS_URL) or starts them, names those it cannot have,
 * and then runs the vitest projects `integration*`; a test reads the addresses from the environment. Under CI every server must be there.
 * Arguments go to vitest.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startNeonBridge } from './bridges/neon-bridge.ts';
import { startRedisBridge } from './bridges/redis-bridge.ts';
import { buildAssets } from './build-assets.ts';
import { migratePostgres } from './postgres-migrations.ts';
import { findOrStartPostgres } from './servers/postgres-server.ts';
import { findOrStartRedis } from './servers/redis-server.ts';
import { ServerMissing } from './servers/server.ts';
import { closingLine, runVitest } from './vitest-run.ts';

interface Provision {
  /** What the tests find in their environment. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** To add a server, add a line here, and read its variables in test/integration/addresses.ts. */
const SERVERS: Readonly<Record<string, () => Promise<Provision>>> = { Postgres: providePostgres, Redis: provideRedis };

async function providePostgres(): Promise<Provision> {
  const server = await findOrStartPostgres(process.env.POSTGRES_URL);
  const own = new URL(server.url);
  const bridge = await startNeonBridge({ postgres: { host: own.hostname, port: Number(own.port || 5432) } });
  const bridged = new URL(server.url);
  bridged.host = `127.0.0.1:${bridge.port}`;
  // A database of this run's own: whatever else the server holds is neither seen nor touched.
  const database = `hindsight_integration_${process.pid}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  let created = false;
  const stop = async () => {
    await bridge.close();
    if (created) await administer(`DROP DATABASE ${database} WITH (FORCE)`);
    await server.stop();
  };
  try {
    await administer(`CREATE DATABASE ${database}`);
    created = true;
    const [ours, ours_bridged] = [new URL(own), new URL(bridged)];
    ours.pathname = database;
    ours_bridged.pathname = database;
    await migratePostgres(ours_bridged.href);
    return { environment: { INTEGRATION_POSTGRES_URL: ours.href, INTEGRATION_DATABASE_URL: ours_bridged.href }, stop };
  } catch (error) {
    await stop();
    throw new ServerMissing(`Postgres at ${own.host} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function provideRedis(): Promise<Provision> {
  const server = await findOrStartRedis(process.env.REDIS_URL);
  const bridge = await startRedisBridge({ redis_url: server.url, token: randomUUID() });
  const stop = async () => {
    await bridge.close();
    await server.stop();
  };
  return {
    environment: {
      INTEGRATION_REDIS_URL: server.url,
      INTEGRATION_REDIS_REST_URL: bridge.url,
      INTEGRATION_REDIS_REST_TOKEN: bridge.token,
    },
    stop,
  };
}

// Once, and before any test waits for it: several files start Workers that need them.
await buildAssets();
const running: Provision[] = [];
const missing: string[] = [];
for (const [name, provide] of Object.entries(SERVERS)) {
  try {
    running.push(await provide());
  } catch (error) {
    if (!(error instanceof ServerMissing)) throw error;
    missing.push(`${name}: ${error.message}`);
  }
}
for (const line of missing) console.error(`Not reached, so its tests are skipped: ${line}`);

let good = false;
if (missing.length > 0 && process.env.CI === 'true') console.error('Under CI every server must be there.');
else {
  const environment = Object.assign({}, process.env, ...running.map((provision) => provision.environment));
  const outcome = await runVitest(['--project=integration*', ...process.argv.slice(2)], environment);
  good = outcome.good;
  console.log(closingLine(outcome));
}
for (const provision of running.reverse()) await provision.stop();
process.exit(good ? 0 : 1);
