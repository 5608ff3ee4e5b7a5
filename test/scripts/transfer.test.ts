/** The command as a person runs it, against the running Worker: exports, imports, other systems' files, interruptions. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, START_MS, startService } from '../support/running-service.ts';
import { CHATGPT, CLAUDE, MCP_MEMORY, MEM0 } from './transfer-fixtures.ts';

const CASE_MS = 120_000;
let service: RunningService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'transfer-'));
  service = await startService({ HINDSIGHT_EMBEDDER: 'none' });
}, START_MS);
afterAll(async () => {
  await service.worker.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

const run = (...given: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['scripts/transfer.ts', ...given], (error, out, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, errors }),
    );
  });
const at = (namespace: string, url = service.worker.url) => ['--url', url, '--namespace', namespace];
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

test(
  'out and in again: the file is the export, and the second import changes nothing',
  async () => {
    const source = service.in('command/source');
    const memories = Array.from({ length: 450 }, (_, number) => ({ content: `Note ${number} 备忘\u2028${number}` }));
    await source.must('POST', '/v1/memories', { memories });
    const file = path.join(folder, 'all.ndjson');
    expect(await run('export', file, ...at('command/source'))).toMatchObject({ code: 0, out: `451 lines written to ${file}\n` });
    expect(linesOf(file).slice(1)).toEqual((await source.exported()).slice(1));
    expect((await run('export', file, ...at('command/source'))).errors).toContain('is there already');

    const first = await run('import', file, ...at('command/target'));
    expect([first.code, first.out.replace(/ +/g, ' ')]).toEqual([0, 'imported 450\nunchanged 0\nwithheld 0\n']);
    expect(first.errors).toContain('import [');
    const again = await run('import', file, ...at('command/target'));
    expect(again.out.replace(/ +/g, ' ')).toBe('imported 0\nunchanged 450\nwithheld 0\n');
    expect((await service.in('command/target').exported()).slice(1)).toEqual(linesOf(file).slice(1));
    const dry = await run('import', file, '--dry-run', '--url', 'http://127.0.0.1:1');
    expect([dry.code, dry.out.replace(/ +/g, ' ')]).toEqual([0, 'header 1\nmemory 450\nNothing was sent.\n']);
  },
  CASE_MS,
);

test(
  'cut off, it goes on where it stopped',
  async () => {
    const file = path.join(folder, 'all.ndjson');
    const flaky = await startFlaky(service.worker.url);
    try {
      flaky.allow(2);
      const cut = await run('import', file, ...at('command/resumed', flaky.url));
      expect([cut.code, cut.errors]).toEqual([1, expect.stringContaining('answered 403')]);
      expect(existsSync(`${file}.progress.json`)).toBe(true);
      flaky.allow(100);
      const rest = await run('import', file, ...at('command/resumed', flaky.url));
      expect(rest.out.replace(/ +/g, ' ')).toBe('imported 450\nunchanged 0\nwithheld 0\n');
      expect(existsSync(`${file}.progress.json`)).toBe(false);
      expect((await service.in('command/resumed').exported()).slice(1)).toEqual(linesOf(file).slice(1));

      const out = path.join(folder, 'resumed.ndjson');
      flaky.allow(3);
      expect((await run('export', out, ...at('command/resumed', flaky.url))).code).toBe(1);
      expect(existsSync(out)).toBe(false);
      const written = statSync(`${out}.part`).size;
      expect(written).toBeGreaterThan(0);
      flaky.allow(100);
      expect((await run('export', out, ...at('command/resumed', flaky.url))).code).toBe(0);
      expect(flaky.paths().filter((one) => one.endsWith('page=first'))).toHaveLength(1);
      expect(linesOf(out).slice(1)).toEqual(linesOf(file).slice(1));
      expect(existsSync(`${out}.part`)).toBe(false);
    } finally {
      flaky.server.close();
    }
  },
  CASE_MS,
);

test.each([
  ['mcp-memory', MCP_MEMORY, 4, 'window'],
  ['mem0', MEM0, 2, '不吃辣'],
  ['chatgpt', CHATGPT, 3, '12A'],
  ['claude', CLAUDE, 4, 'Hamburg'],
] as const)(
  '%s: a dry run sends nothing, the import is found, a second one changes nothing',
  async (format, text, count, query) => {
    const client = service.in(`command/${format}`);
    const file = path.join(folder, `${format}.json`);
    writeFileSync(file, text);
    const dry = await run('import', file, '--from', format, '--dry-run');
    expect(dry.out.replace(/ +/g, ' ')).toContain(`memory ${count}\n`);
    expect((await client.must('GET', '/v1/memories')).body.memories).toEqual([]);
    const imported = await run('import', file, '--from', format, ...at(client.namespace));
    expect(imported.out.replace(/ +/g, ' ')).toContain(`imported ${count}\nunchanged 0\n`);
    expect((await client.must('POST', '/v1/memories/search', { query })).body.results[0].content).toContain(query);
    // As after a copy of the file: same text, another time.
    writeFileSync(file, text);
    const again = await run('import', file, '--from', format, ...at(client.namespace));
    expect(again.out.replace(/ +/g, ' ')).toContain(`imported 0\nunchanged ${count}\n`);
    const { results } = (await client.must('POST', '/v1/memories/search', { query })).body;
    await client.must('DELETE', `/v1/memories/${results[0].id}`);
    const withheld = await run('import', file, '--from', format, ...at(client.namespace));
    expect(withheld.out.replace(/ +/g, ' ')).toContain(`unchanged ${count - 1}\nwithheld 1\n`);
  },
  CASE_MS,
);

test(
  'says what is wrong with the command, the file and the service',
  async () => {
    expect(await run('import')).toMatchObject({ code: 1, errors: expect.stringContaining('Say export or import') });
    expect(await run('import', path.join(folder, 'nothing'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no file'),
    });
    expect(await run('import', path.join(folder, 'all.ndjson'), '--from', 'diary')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--from must be one of'),
    });
    const file = path.join(folder, 'wrong.ndjson');
    writeFileSync(file, '{"type":"memory"}\n');
    expect(await run('import', file, ...at('command/wrong'))).toMatchObject({
      code: 1,
      out: expect.stringContaining('failed'),
      errors: expect.stringContaining('line 1:'),
    });
  },
  CASE_MS,
);

interface Flaky {
  readonly server: Server;
  readonly url: string;
  /** Requests that pass from now on; the others are refused. */
  allow(requests: number): void;
  paths(): readonly string[];
}

/** A way to the service that closes when told to. */
async function startFlaky(target: string): Promise<Flaky> {
  let left = 0;
  const paths: string[] = [];
  const server = createServer((incoming, outgoing) => {
    if (left <= 0) {
      outgoing.writeHead(403).end();
      return;
    }
    left -= 1;
    paths.push(incoming.url ?? '');
    const { host: _host, ...headers } = incoming.headers;
    const passed = request(new URL(incoming.url ?? '', target).href, { method: incoming.method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const allow = (requests: number) => {
    left = requests;
  };
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, url: `http://127.0.0.1:${address.port}`, allow, paths: () => paths };
}
