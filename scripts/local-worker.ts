/** Starts the real Worker on this machine (workerd through wrangler) and ends it again; used by dev, demo, benches and tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { forgetService, recordService } from './state-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Slow laptops and cold disks included; a healthy start takes one to two seconds. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** A Worker that failed to load accepts connections and never answers. */
const PROBE_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 5_000;

export interface LocalWorker {
  readonly url: string;
  /** Where its Durable Objects keep their SQLite files. */
  readonly state_folder: string;
  /** Everything the Worker printed so far. */
  output(): string;
  /** Ends the processes; deletes the state folder if this start made it. */
  stop(): Promise<void>;
}

export interface LocalWorkerOptions {
  readonly port?: number;
  /** Kept after the stop; a fresh temporary folder that is deleted when absent. */
  readonly state_folder?: string;
  readonly vars?: Readonly<Record<string, string>>;
  /** Another wrangler configuration than the product's (the conformance fixture). */
  readonly config?: string;
  /** Read in place of .dev.vars; HINDSIGHT_ENV_FILE when absent. Secrets belong in a file: variables on a command line show in every process list. */
  readonly env_file?: string;
  /** Have the Worker's own log lines in `output()`. */
  readonly keep_log?: boolean;
  /** Print the Worker's own output as it comes. */
  readonly show_output?: boolean;
  /** Ends a start that is under way; afterwards `stop` does. */
  readonly signal?: AbortSignal;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

/** Whether something could listen there on loopback, this moment. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

export async function startLocalWorker(options: LocalWorkerOptions = {}): Promise<LocalWorker> {
  const port = options.port ?? (await freePort());
  const inspector_port = await freePort();
  const state_folder = options.state_folder ?? mkdtempSync(path.join(tmpdir(), 'hindsight-'));
  const env_file = options.env_file ?? process.env.HINDSIGHT_ENV_FILE;
  const vars = Object.entries(options.vars ?? {}).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  options.signal?.throwIfAborted();
  // The real script, not `npx wrangler`: ending npx would orphan the process behind it.
  const child = spawn(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js'),
      'dev',
      ...(options.config === undefined ? [] : ['--config', options.config]),
      ...(env_file === undefined ? [] : ['--env-file', env_file]),
      ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', String(inspector_port)],
      ...[
        '--persist-to',
        state_folder,
        '--show-interactive-dev-session=false',
        '--log-level',
        options.show_output === true || options.keep_log === true ? 'log' : 'info',
        ...vars,
      ],
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', NO_COLOR: '1' },
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (options.show_output === true) process.stdout.write(text);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  let is_recorded = false;
  const stop = async (): Promise<void> => {
    await endProcess(child);
    // A start that failed may have found the folder in use: the record is then another's.
    if (is_recorded) forgetService(state_folder);
    if (options.state_folder === undefined) rmSync(state_folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilHealthy(url, child, () => printed, options.signal);
    if (options.state_folder !== undefined) {
      recordService(state_folder, url);
      is_recorded = true;
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, state_folder, output: () => printed, stop };
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    if (child.exitCode !== null) throw new Error(`the Worker ended while starting (exit ${child.exitCode}):\n${output()}`);
    const healthy = await fetch(`${url}/healthz`, {
      signal: AbortSignal.any([AbortSignal.timeout(PROBE_TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]),
    }).then(
      (response) => response.ok,
      () => false, // not listening yet
    );
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the Worker did not answer ${url}/healthz within ${START_TIMEOUT_MS / 1000} s:\n${output()}`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
