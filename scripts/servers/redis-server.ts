import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from '../local-worker.ts';
import { type OwnServer, type RunningServer, ServerMissing } from './server.ts';

const START_TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** The Redis at REDIS_URL, or `redis-server` of this machine with nothing on its disk. */
export async function findOrStartRedis(url: string | undefined): Promise<RunningServer> {
  if (url !== undefined) return { url, stop: async () => {} };
  return startRedis(['--appendonly', 'no']);
}

/** What it keeps and where is said by `options`; a snapshot it never makes. */
export async function startRedis(options: readonly string[]): Promise<OwnServer> {
  const port = await freePort();
  let child = await spawnRedis(port, options);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    async restart() {
      child = await spawnRedis(port, options);
    },
  };
}

async function spawnRedis(port: number, options: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...options], { stdio: 'ignore' });
  const ended = new Promise<string>((resolve) => {
    child.once('error', () => resolve('there is no redis-server on the path'));
    child.once('exit', (code) => resolve(`redis-server ended at once (${code})`));
  });
  const fault = await Promise.race([ended, answers(port)]);
  if (fault !== null) throw new ServerMissing(`${fault}; install Redis or set REDIS_URL`);
  return child;
}

/** Null once it accepts connections. */
async function answers(port: number): Promise<string | null> {
  for (
    const deadline = Date.now() + START_TIMEOUT_MS;
    Date.now() < deadline;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  ) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return null;
  }
  return 'redis-server does not answer';
}

const end = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
