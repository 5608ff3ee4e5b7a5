/** Random requests of every shape: never a 5xx, never a stack, never a hang, and an error never repeats what was sent. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { REST_ROUTES } from '../../src/transports/rest/app.ts';
import { FIELDS } from '../../src/transports/shared/fields.ts';
import { client } from './rest-client.ts';

const RUNS = 10_000;
/** Long enough that it cannot turn up by chance. */
const SECRET = 'swordfish-7f3a';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(SECRET, '', '\u0000', '\ud800', "' OR 1=1 --", '*', '__proto__', '../..'),
);
const fieldName = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...Object.keys(FIELDS), 'memories', 'namespace') },
  { weight: 1, arbitrary: anyText },
);
const value = fc.oneof(
  anyText,
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(SECRET, [SECRET], { $ne: SECRET }, '2026-03-01', 'episodic', 'user', 0.5, 5, true),
);
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(fc.tuple(fieldName, value), { maxLength: 8 }).map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
  },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
);
const segment = anyText.map((text) => encodeURIComponent(text.toWellFormed()));
const anyMethod = fc.constantFrom('GET', 'GET', 'POST', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD');
/** A route with its own method as often as with any other. */
const target = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...REST_ROUTES), segment, fc.option(anyMethod)).map(([route, id, other]) => ({
      path: route.path.replaceAll(/\{\w+\}/g, id === '' ? 'x' : id),
      method: other ?? route.method.toUpperCase(),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(fc.oneof(segment, fc.constantFrom('%zz', '%E0%A4%A', '%', '..', 'v1', 'memories')), { maxLength: 5 }), anyMethod)
      .map(([parts, method]) => ({ path: `/${parts.join('/')}`, method })),
  },
);
const search = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.tuple(fieldName, anyText), { maxLength: 4 })
    .map((pairs) => `?${new URLSearchParams(pairs.map(([name, text]) => [name, text]))}`),
  fc.constantFrom('?%zz=%', '?&&=&', '?__proto__=1&__proto__=2', '?toString', '?limit[]=5', '?constructor=x'),
);
const headerValue = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
  fc.constantFrom('', 'default', 'a/b', 'application/json', 'gzip', 'null', SECRET),
);
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 2,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'content-type',
        'x-hindsight-namespace',
        'idempotency-key',
        'x-request-id',
        'user-agent',
        'accept',
        'content-encoding',
        'authorization',
        'x-api-key',
      ),
      headerValue,
      { maxKeys: 4 },
    ),
  },
);
it(`${RUNS} random requests`, async () => {
  const { fetch, events } = client();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(target, search, headers, body, async ({ method: verb, path: where }, query, sent, payload) => {
      const bare = verb === 'GET' || verb === 'HEAD';
      const request = {
        method: verb,
        headers: { 'content-type': 'application/json', ...sent },
        ...(bare ? {} : { body: payload as BodyInit }),
      };
      const response = await fetch(`${where}${query}`, request);
      const text = await response.text();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      expect(response.status).toBeLessThan(500);
      // The request id is the one thing that is echoed, and only in a plain form.
      if (response.status >= 400 && sent['x-request-id'] !== SECRET) {
        expect(text).not.toMatch(/\n\s+at |node_modules|Zod/);
        expect(text).not.toContain(SECRET);
        expect(text.length).toBeLessThan(2_000);
      }
      expect(events.splice(0).filter(({ event }) => event !== 'request')).toEqual([]);
    }),
    { numRuns: RUNS, seed: 20_261_201 },
  );
  // The generator must reach both sides, or the above says nothing.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 20);
  expect(statuses.get(422) ?? 0).toBeGreaterThan(RUNS / 20);
}, 60_000);
