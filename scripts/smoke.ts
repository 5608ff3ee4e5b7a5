/**
 * `node scripts/smoke.ts URL [--key KEY] [--namespace NAME]`: asks a running deployment whether it works: stores reached, a memory written, found,
 * forgotten and gone. HINDSIGHT_KEY keeps the key out of the shell's history. Leaves nothing behind but one tombstone.
 */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, namespace: { type: 'string' } },
});
const [url = 'http://127.0.0.1:8787'] = positionals;
const key = values.key ?? process.env.HINDSIGHT_KEY;
/** Derived data of the hosted services may follow a moment later. */
const ATTEMPTS_MAX = 10;
const PAUSE_MS = 500;

type Body = Readonly<Record<string, unknown>>;

async function call(method: string, path: string, body?: Body): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(values.namespace === undefined ? {} : { 'x-hindsight-namespace': values.namespace }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) as Body };
  } catch {
    throw new Error(`${method} ${path} answered ${response.status} and no JSON; is ${url} the service?`);
  }
}

function check(holds: boolean, what: string, answer: { readonly status: number; readonly body: Body }): void {
  if (!holds) throw new Error(`✗ ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  console.log(`✓ ${what}`);
}

async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return false;
}

async function smoke(): Promise<void> {
  const ready = await call('GET', '/readyz');
  check(ready.status === 200, `every store answers: ${JSON.stringify(ready.body.stores)}`, ready);
  const mark = crypto.randomUUID();
  const content = `Smoke test ${mark}: the lighthouse keeper drinks green tea.`;
  const written = await call('POST', '/v1/memories', { content });
  check(written.status === 201, 'a memory is written', written);
  const id = String(written.body.id);
  const finds = async () => {
    const found = await call('POST', '/v1/memories/search', { query: `lighthouse keeper ${mark}` });
    return (found.body.results as readonly { readonly id: string }[]).some((hit) => hit.id === id);
  };
  check(await until(finds), 'it is found', written);
  const forgotten = await call('DELETE', `/v1/memories/${id}`);
  check(forgotten.status < 300, `it is forgotten: ${String(forgotten.body.status)}`, forgotten);
  check(!(await finds()), 'it is found no more', forgotten);
}

try {
  await smoke();
  console.log(`${url} works.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
