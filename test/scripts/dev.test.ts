/** `npm run dev` as a process: what it says when it cannot start, and that nothing of it is left when it is told to end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort, isPortFree } from '../../scripts/local-worker.ts';
import { serviceOn } from '../../scripts/state-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_MS = 60_000;
const END_MS = 20_000;
const READY = 'Hindsight is ready';

const folders: string[] = [];
const groups: number[] = [];
afterAll(() => {
  for (const group of groups) if (isAlive(group)) process.kill(-group, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Started {
  readonly child: ChildProcess;
  readonly group: number;
  output(): string;
  readonly ended: Promise<number | null>;
}

const stateFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-dev-'));
  folders.push(folder);
  return folder;
};

/** In a process group of its own, so that whatever is left of it can be seen. */
function start([command, ...words]: readonly [string, ...string[]], port: number | string, folder: string): Started {
  const child = spawn(command, [...words, '--state', folder], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port) },
  });
  if (child.pid === undefined) throw new Error(`${command} did not start`);
  groups.push(child.pid);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  return { child, group: child.pid, output: () => printed, ended: new Promise((resolve) => child.once('close', resolve)) };
}

/** In a container nobody may collect what has ended: a zombie is in its group for good. */
function isAlive(group: number): boolean {
  if (process.platform !== 'linux') return answers(group);
  return readdirSync('/proc').some((name) => {
    const [state, , of] = /^\d+$/.test(name) ? statOf(name) : [];
    return of === String(group) && state !== 'Z' && state !== 'X';
  });
}

function answers(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    // Nobody is in the group any more.
    return false;
  }
}

/** State, parent, group: what follows the name, which is in parentheses and may hold anything. */
function statOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    // It ended since the folder was listed.
    return [];
  }
}

const SCRIPT = [process.execPath, 'scripts/dev.ts'] as const;
const NPM = ['npm', 'run', 'dev', '--'] as const;

describe.skipIf(process.platform === 'win32')('npm run dev', () => {
  it('says in a sentence that its port is in use, and what to do', async () => {
    const other: Server = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    expect(await isPortFree(port)).toBe(false);
    const started = start(SCRIPT, port, stateFolder());
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      `Port ${port} is in use by another program: stop that, or choose another port with the variable PORT, as in PORT=${port + 1} npm run dev.\n`,
    );
    await new Promise((resolve) => other.close(resolve));
    expect(await isPortFree(port)).toBe(true);
  });

  it('says what a port is', async () => {
    const started = start(SCRIPT, '80a', stateFolder());
    expect([await started.ended, started.output()]).toEqual([1, 'The variable PORT must be a whole number from 1 to 65535.\n']);
  });

  it.each([
    ['the script', SCRIPT],
    ['npm', NPM],
  ] as const)(
    'ends with all that it started when %s is terminated; until then its data is refused to another one',
    async (_, command) => {
      const folder = stateFolder();
      const port = await freePort();
      const started = start(command, port, folder);
      await expect.poll(started.output, { timeout: START_MS }).toContain(READY);
      expect(await serviceOn(folder)).toBe(`http://127.0.0.1:${port}`);
      const second = start(SCRIPT, await freePort(), folder);
      expect([await second.ended, second.output()]).toEqual([
        1,
        `Hindsight runs on this data already, at http://127.0.0.1:${port}: use that one, or stop it first.\n`,
      ]);
      expect(isAlive(started.group)).toBe(true);
      started.child.kill('SIGTERM');
      await expect.poll(() => isAlive(started.group), { timeout: END_MS }).toBe(false);
      expect([await serviceOn(folder), await isPortFree(port)]).toEqual([null, true]);
    },
    START_MS + END_MS,
  );

  it(
    'ends with all that it started when it is terminated before it is ready',
    async () => {
      const started = start(SCRIPT, await freePort(), stateFolder());
      await expect.poll(started.output, { timeout: START_MS, interval: 5 }).not.toBe('');
      started.child.kill('SIGTERM');
      await expect.poll(() => isAlive(started.group), { timeout: END_MS }).toBe(false);
      expect(await started.ended).toBe(0);
    },
    START_MS + END_MS,
  );
});
