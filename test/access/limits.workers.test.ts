/** The rate of a credential, end to end: the bucket in the directory, 429 with Retry-After at the door. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Environment } from '../../src/compose/environment.ts';
import { worker } from '../../src/compose/worker.ts';
import { SCOPES } from '../../src/domain/access/api-key.ts';
import { makeKey, OPERATOR, ORIGIN } from './client.ts';

const BURST = 5;
const limited = {
  ...(env as unknown as Environment),
  HINDSIGHT_RATE_LIMIT_PER_MINUTE: '60',
  HINDSIGHT_RATE_LIMIT_BURST: String(BURST),
};

async function ask(credential: string, path = '/v1/stats', init: RequestInit = {}): Promise<Response> {
  const request = new Request(`${ORIGIN}${path}`, { ...init, headers: { authorization: `Bearer ${credential}`, ...init.headers } });
  const fetch = worker.fetch as (request: Request, env: Environment, context: ExecutionContext) => Promise<Response>;
  const response = await fetch(request, limited, createExecutionContext());
  await response.clone().text();
  return response;
}

it('the burst passes, what is beyond it is told when to come back, and then passes', async () => {
  const [{ key }, { key: other }] = await Promise.all([makeKey('hurried', SCOPES), makeKey('hurried', SCOPES)]);
  const statuses: number[] = [];
  for (let turn = 0; turn < BURST; turn += 1) statuses.push((await ask(key)).status);
  expect(statuses).toEqual(Array.from({ length: BURST }, () => 200));
  const flood = await Promise.all(Array.from({ length: 2 * BURST }, () => ask(key)));
  const refused = flood.filter(({ status }) => status === 429);
  // The bucket gives one more for each second that the machine took.
  expect(refused.length).toBeGreaterThan(BURST);
  const [first] = refused;
  expect(Number(first?.headers.get('retry-after'))).toBe(1);
  expect(await first?.json()).toMatchObject({ error: { code: 'rate_limited', message: expect.stringContaining('Retry-After') } });

  const mcp = await ask(key, '/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  expect([mcp.status, mcp.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await ask(other)).status).toBe(200);
  await expect.poll(async () => (await ask(key)).status, { interval: 1_100, timeout: 10_000 }).toBe(200);
});

it('the operator has a bucket too, and a credential that is refused costs nobody a token', async () => {
  const { key } = await makeKey('hurried-too', SCOPES);
  const wrong = `${key.slice(0, -43)}${'A'.repeat(43)}`;
  for (let turn = 0; turn < 3 * BURST; turn += 1) expect((await ask(wrong)).status).toBe(401);
  expect((await ask(key)).status).toBe(200);
  const asked = await Promise.all(
    Array.from({ length: 3 * BURST }, () => ask(OPERATOR, '/v1/keys', { headers: { 'x-hindsight-namespace': 'hurried-too' } })),
  );
  expect(asked.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200, 429]));
});
