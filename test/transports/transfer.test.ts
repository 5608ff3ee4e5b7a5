import { describe, expect, it } from 'vitest';
import type { ImportCommand } from '../../src/application/service.ts';
import { IMPORT_LINE_BYTES_MAX } from '../../src/domain/limits.ts';
import { err, ok } from '../../src/domain/result.ts';
import { type NdjsonLine, readLines } from '../../src/transports/shared/ndjson.ts';
import { client } from './rest-client.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const streamOf = (bytes: Uint8Array, chunk_bytes: number): ReadableStream<Uint8Array> => {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(offset, offset + chunk_bytes));
      offset += chunk_bytes;
    },
  });
};
const linesOf = async (bytes: Uint8Array, chunk_bytes: number, bytes_max = 100): Promise<NdjsonLine[]> => {
  const found: NdjsonLine[] = [];
  for await (const line of readLines(streamOf(bytes, chunk_bytes), bytes_max)) found.push(line);
  return found;
};

describe('reading lines', () => {
  it.each([1, 2, 3, 7, 1_000])('does not depend on where chunks end (%i bytes)', async (chunk_bytes) => {
    const bytes = bytesOf(`{"a":"靠窗"}\r\n\n  \n{"b":"🪟"}\n${'x'.repeat(101)}\n{"c":1}`);
    expect(await linesOf(bytes, chunk_bytes)).toEqual([
      { number: 1, text: '{"a":"靠窗"}' },
      { number: 4, text: '{"b":"🪟"}' },
      { number: 5, problem: 'too_long' },
      { number: 6, text: '{"c":1}' },
    ]);
  });

  it('takes a line of exactly the limit, refuses one byte more, and names bytes that are not UTF-8', async () => {
    expect(await linesOf(bytesOf(`${'x'.repeat(100)}\n${'x'.repeat(101)}`), 33)).toEqual([
      { number: 1, text: 'x'.repeat(100) },
      { number: 2, problem: 'too_long' },
    ]);
    expect(await linesOf(new Uint8Array([0xff, 0x0a, 0x61]), 10)).toEqual([
      { number: 1, problem: 'not_utf8' },
      { number: 2, text: 'a' },
    ]);
  });

  it('cancels the body when the reader leaves early', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytesOf('a\n')),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const line of readLines(endless, 10)) if (line.number === 3) break;
    expect(cancelled).toBe(true);
  });
});

describe('import', () => {
  const send = (body: string, c = client()) => c.call('POST', '/v1/import', body, { 'content-type': 'application/x-ndjson' });

  it('hands lines on in steps whose numbers are those of the file', async () => {
    const c = client();
    const text = Array.from({ length: 450 }, (_, index) => (index === 210 ? '' : `{"n":${index + 1}}`)).join('\n');
    expect((await send(text, c)).body).toEqual({ imported: 449, unchanged: 0, withheld: 0, errors: [] });
    const steps = c.service.recorded.map(({ command }) => command as ImportCommand);
    expect(steps.map(({ first_line, lines }) => [first_line, lines.length])).toEqual([
      [1, 200],
      [201, 10],
      [212, 200],
      [412, 39],
    ]);
    for (const { first_line, lines } of steps) expect(lines[0]).toBe(`{"n":${first_line}}`);
  });

  it('adds up what the steps say and names errors by line', async () => {
    const c = client();
    c.service.answer('importLines', ({ first_line, lines }) =>
      ok({
        imported: lines.length - 3,
        unchanged: 1,
        withheld: 1,
        errors: [{ line: first_line + 1, failure: { kind: 'invalid', field: 'content', message: 'content is required.' } }],
      }),
    );
    const reply = await send(Array.from({ length: 400 }, () => '{}').join('\n'), c);
    expect(reply.status).toBe(200);
    const error = { code: 'invalid', field: 'content', message: 'content is required.' };
    expect(reply.body).toEqual({
      imported: 394,
      unchanged: 2,
      withheld: 2,
      errors: [
        { line: 2, error },
        { line: 202, error },
      ],
    });
  });

  it('a line over 1 MiB is 413 beside the counts; the others are imported', async () => {
    const longest = `"${'x'.repeat(IMPORT_LINE_BYTES_MAX - 2)}"`;
    expect((await send(`${longest}\n{}`)).body).toMatchObject({ imported: 2, errors: [] });
    const reply = await send(`{}\n ${longest}\n{}`);
    expect(reply.status).toBe(413);
    expect(reply.body).toMatchObject({
      error: { code: 'too_large', message: expect.stringContaining('Line 2') },
      imported: 2,
      errors: [{ line: 2, error: { code: 'too_large' } }],
    });
  });

  it('is never held as a whole: 64 MiB pass while the service takes it', async () => {
    const line = `{"pad":"${'x'.repeat(1_000)}"}\n`;
    const chunk = bytesOf(line.repeat(64));
    let sent = 0;
    let ahead_max = 0;
    const c = client();
    c.service.answer('importLines', ({ lines }) => {
      taken += lines.length;
      return ok({ imported: lines.length, unchanged: 0, withheld: 0, errors: [] });
    });
    let taken = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= 65_536) return controller.close();
        controller.enqueue(chunk);
        sent += 64;
        ahead_max = Math.max(ahead_max, sent - taken);
      },
    });
    const response = await c.fetch('/v1/import', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await response.json()).toMatchObject({ imported: 65_536 });
    expect(ahead_max).toBeLessThan(1_000);
  });

  it('an outage in the middle is 503; an empty body imports nothing', async () => {
    const c = client();
    c.service.answer('importLines', ({ first_line, lines }) =>
      first_line === 1
        ? ok({ imported: lines.length, unchanged: 0, withheld: 0, errors: [] })
        : err({ kind: 'unavailable', store: 'records', message: 'm' }),
    );
    expect((await send('{}\n'.repeat(300), c)).status).toBe(503);
    expect((await send('')).body).toEqual({ imported: 0, unchanged: 0, withheld: 0, errors: [] });
  });
});

describe('export', () => {
  it('streams every page as NDJSON', async () => {
    const c = client();
    const response = await c.fetch('/v1/export');
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    expect(await response.text()).toBe('{"a":1}\n{"a":2}\n');
    expect(c.service.recorded.map(({ command }) => command)).toEqual([{ cursor: null }, { cursor: 'p2' }]);
  });

  it('reads a page only when the reader wants it, passes over empty pages', async () => {
    const c = client();
    c.service.answer('exportPage', ({ cursor }) => {
      const page = Number(cursor ?? 0);
      return ok({ lines: page % 3 === 0 ? [`${page}`] : [], next: page === 30 ? null : String(page + 1) });
    });
    const reader = (await c.fetch('/v1/export')).body?.getReader();
    await reader?.read();
    expect(c.service.recorded.length).toBeLessThan(8);
    let last = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) last = new TextDecoder().decode(part.value);
    expect(last).toBe('30\n');
    expect(c.service.recorded).toHaveLength(31);
  });

  it('fails before it begins with a status, and later by breaking off', async () => {
    const down = err({ kind: 'unavailable', store: 'records', message: 'm' } as const);
    const first = client();
    first.service.answer('exportPage', () => down);
    expect((await first.call('GET', '/v1/export')).status).toBe(503);
    const later = client();
    later.service.answer('exportPage', ({ cursor }) => (cursor === null ? ok({ lines: ['1'], next: 'x' }) : down));
    await expect((await later.fetch('/v1/export')).text()).rejects.toThrow();
  });

  it('gives single pages to those who want to resume', async () => {
    const c = client();
    const first = await c.fetch('/v1/export?page=first');
    const next = String(first.headers.get('x-next-page'));
    expect(await first.text()).toBe('{"a":1}\n');
    const last = await c.fetch(`/v1/export?page=${encodeURIComponent(next)}`);
    // Of the store's own position, without the check, and of another namespace.
    for (const [page, namespace] of [
      ['p2', 'tests'],
      [next, 'another'],
    ] as const) {
      const refused = await c.fetch(`/v1/export?page=${encodeURIComponent(page)}`, { headers: { 'x-hindsight-namespace': namespace } });
      expect([refused.status, await refused.json()]).toMatchObject([422, { error: { field: 'page' } }]);
    }
    expect([await last.text(), last.headers.get('x-next-page')]).toEqual(['{"a":2}\n', null]);
    expect((await c.call('GET', '/v1/export?page=')).body.error?.field).toBe('page');
  });
});
