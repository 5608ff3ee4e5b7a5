/** `npm run keys` against a real Worker: the first key of a machine, and the life of a key after it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommand, UsageError } from '../../scripts/keys/arguments.ts';
import { localAdminToken } from '../../scripts/keys/dev-vars.ts';
import { runCommand } from '../../scripts/keys/run.ts';
import { type Home, openService, type Service } from '../../scripts/keys/service.ts';
import { freePort } from '../../scripts/local-worker.ts';
import { forgetService, recordService, serviceOn } from '../../scripts/state-folder.ts';

const START_TIMEOUT_MS = 90_000;
const folder = mkdtempSync(join(tmpdir(), 'hindsight-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Made {
  readonly id: string;
  readonly key: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
}

describe('on this machine', () => {
  let home: Home;
  let service: Service;
  const said: string[] = [];
  const run = async (line: string): Promise<string> => {
    const printed: string[] = [];
    await runCommand(readCommand(line.split(' ')), service, (text) => printed.push(text));
    return printed.join('\n');
  };
  const make = async (line: string): Promise<Made> => JSON.parse(await run(`${line} --json`)) as Made;
  const statusOf = async (key: string, path = '/v1/stats') =>
    (await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).status;

  beforeAll(async () => {
    home = { dev_vars: join(folder, '.dev.vars'), state_folder: join(folder, 'state'), port: await freePort() };
    service = await openService(null, {}, home, (text) => said.push(text));
  }, START_TIMEOUT_MS);
  afterAll(() => service?.close());

  it('writes a token that nobody else may read, starts a service, and makes a key that works', async () => {
    expect(said.join()).toMatch(/Wrote a random HINDSIGHT_ADMIN_TOKEN .*No service runs/s);
    expect(statSync(home.dev_vars).mode & 0o777).toBe(0o600);
    const text = await run('create --namespace team/alice --label laptop');
    const [key = ''] = /hs_\w{32}_[\w-]{43}/.exec(text) ?? [];
    expect(await statusOf(key)).toBe(200);
    expect(await statusOf(`${key.slice(0, -1)}!`)).toBe(401);
    expect(await statusOf(key, '/v1/keys')).toBe(403);
    const listed = await run('list --namespace team');
    expect(listed).toMatch(/active {3}team\/alice {2}read,write {2}no expiry {2}used .* {2}laptop$/);
    expect(listed).not.toContain(key);
    expect(await run('list --namespace tea')).toBe('No keys.');
  });

  it('beside a service that runs on another port than usual, uses that one and leaves it running', async () => {
    const words: string[] = [];
    const again = await openService(null, {}, home, (text) => words.push(text));
    expect([again.url, words]).toEqual([service.url, []]);
    await again.close();
    expect(await serviceOn(home.state_folder)).toBe(service.url);
  });

  it('rotates with a grace, revokes, and says what the service refused', async () => {
    const old = await make('create --namespace crew --scope read --scope memory:admin --expires-days 7');
    expect(old.scopes).toEqual(['memory:read', 'memory:admin']);
    expect(Date.parse(old.expires_at ?? '') - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    const next = await make(`rotate ${old.id} --namespace crew --grace-hours 1`);
    expect([await statusOf(old.key), await statusOf(next.key)]).toEqual([200, 200]);
    expect(await run(`revoke ${old.id} --namespace crew`)).toBe(`Revoked ${old.id} of crew.`);
    expect([await statusOf(old.key), await statusOf(next.key)]).toEqual([401, 200]);
    await expect(run(`revoke ${next.id} --namespace elsewhere`)).rejects.toThrow(/^404: There is no such key/);
    await expect(run('create --namespace crew --expires-days 9999')).rejects.toThrow(/^422: expires_in_days/);
    await expect(run('create --namespace no|pipes')).rejects.toThrow(/^400: /);
    expect(await statusOf(next.key)).toBe(200);
  });

  it('an admin key manages its own namespace by URL; a wrong credential is told what to do', async () => {
    const admin = await make('create --namespace firm --scope admin');
    const words = (line: string) => readCommand([...line.split(' '), '--url', `${service.url}/`]);
    const byKey = await openService(words('list --namespace firm').url, { HINDSIGHT_KEY: admin.key }, home, () => {});
    const printed: string[] = [];
    await runCommand(words('create --namespace firm/desk'), byKey, (text) => printed.push(text));
    expect(printed.join()).toContain('Key for firm/desk');
    await expect(runCommand(words('list --namespace crew'), byKey, () => {})).rejects.toThrow(/^403: /);
    const wrong = await openService(service.url, { HINDSIGHT_ADMIN_TOKEN: 'x'.repeat(40) }, home, () => {});
    await expect(runCommand(words('list --namespace firm'), wrong, () => {})).rejects.toThrow(/^401: .*started again/s);
    await expect(openService('https://memory.example', {}, home, () => {})).rejects.toThrow(UsageError);
  });
});

describe('what runs on a state folder', () => {
  it('is nothing when no address is left there, when nobody answers at it, or when the file was cut off', async () => {
    const empty = join(folder, 'empty');
    expect(await serviceOn(empty)).toBeNull();
    recordService(empty, `http://127.0.0.1:${await freePort()}`);
    expect(await serviceOn(empty)).toBeNull();
    writeFileSync(join(empty, 'service.json'), '{"url":"http://127');
    expect(await serviceOn(empty)).toBeNull();
    forgetService(empty);
    expect(existsSync(join(empty, 'service.json'))).toBe(false);
  });
});

describe('the command line', () => {
  it.each([
    ['destroy --namespace a', 'Say what to do'],
    ['create', 'Name the namespace'],
    ['create stray --namespace a', 'Not understood: stray'],
    ['revoke --namespace a', 'Name the key'],
    ['rotate one two --namespace a', 'Not understood: two'],
    ['create --namespace a --scope everything', '--scope must be'],
    ['create --namespace a --expires-days soon', '--expires-days must be a number'],
    ['create --namespace a --force', "'--force'"],
  ])('%s', (line, said) => {
    expect(() => readCommand(line.split(' '))).toThrow(UsageError);
    expect(() => readCommand(line.split(' '))).toThrow(said);
  });

  it('a token that is there is kept, and one is added below what else the file holds', () => {
    const kept = join(folder, 'kept.vars');
    writeFileSync(kept, 'OPENAI_API_KEY=abc\nexport HINDSIGHT_ADMIN_TOKEN = "mine-mine-mine"');
    expect(localAdminToken(kept)).toEqual({ token: 'mine-mine-mine', made: false });
    const added = join(folder, 'added.vars');
    writeFileSync(added, 'OPENAI_API_KEY=abc');
    const { token, made } = localAdminToken(added);
    expect([made, readFileSync(added, 'utf8')]).toEqual([true, `OPENAI_API_KEY=abc\nHINDSIGHT_ADMIN_TOKEN=${token}\n`]);
    expect(localAdminToken(added)).toEqual({ token, made: false });
  });
});
