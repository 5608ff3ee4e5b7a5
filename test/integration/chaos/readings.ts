/** What a client reads, and what it must not see. */
import { maintain } from '../../../src/application/maintain.ts';
import type { Client, Place } from './client.ts';

export async function search(client: Client, place: Place): Promise<void> {
  const wanted = client.own(place, ({ key }) => key === null);
  const forgotten = place.ledger.forgottenMarks();
  const gone = client.random.chance(0.3) ? [...forgotten].at(-1) : undefined;
  const query = gone ?? wanted?.texts.at(-1) ?? client.words();
  const scope = client.random.chance(0.2) ? { include_superseded: true } : {};
  const reply = await client.once('search', () => place.world.execute('search', { query, top_k: 20, ...scope }));
  if (reply === null) return;
  client.check(place, 'search', forgotten, JSON.stringify(reply.results.map(({ content }) => content)));
  if (gone !== undefined || wanted === null) return;
  // By its own mark, whatever the state of the vectors: its words are in the record's own commit. A summary that says the same may stand for it.
  if (!reply.results.some(({ id, grouped_ids = [] }) => [id, ...grouped_ids].includes(wanted.id)))
    client.problem(`${wanted.mark} was written and is not found`);
}

export async function get(client: Client, place: Place): Promise<void> {
  const wanted = client.own(place);
  if (wanted === null) return;
  const memory = await client.once('get', () => place.world.execute('get', { id: wanted.id }));
  if (memory !== null && !wanted.texts.includes(memory.content)) client.problem(`${wanted.mark} says something else: ${memory.content}`);
  const history = await client.once('history', () => place.world.execute('history', { id: wanted.id }));
  if (history !== null && history.items.length === 0) client.problem(`${wanted.mark} has no history`);
}

export async function list(client: Client, place: Place): Promise<void> {
  const forgotten = place.ledger.forgottenMarks();
  const page = await client.once('list', () => place.world.execute('list', { limit: 50 }));
  if (page !== null) client.check(place, 'list', forgotten, JSON.stringify(page.items.map(({ content }) => content)));
}

export async function facts(client: Client, place: Place): Promise<void> {
  const forgotten = place.ledger.forgottenMarks();
  const page = await client.once('facts', () => place.world.execute('listFacts', {}));
  if (page === null) return;
  client.check(place, 'facts', forgotten, JSON.stringify(page.items.map(({ content }) => content)));
  const keys = page.items.map(({ key }) => key);
  if (new Set(keys).size < keys.length) client.problem(`a fact has two current values: ${keys.join()}`);
}

export async function context(client: Client, place: Place): Promise<void> {
  const forgotten = place.ledger.forgottenMarks();
  const query = client.own(place)?.texts.at(-1) ?? client.words();
  const reply = await client.once('context', () => place.world.execute('context', { session_id: client.session(), query }));
  if (reply !== null) client.check(place, 'context', forgotten, reply.context);
}

export async function readSession(client: Client, place: Place): Promise<void> {
  const forgotten = place.ledger.forgottenMarks();
  const result = await place.world.execute('readSession', { session_id: client.session() });
  if (result.ok) client.check(place, 'session', forgotten, JSON.stringify(result.value.items));
  else if (!['unavailable', 'not_found', 'conflict'].includes(result.failure.kind)) client.problem(`a session: ${result.failure.message}`);
}

export async function exportPage(client: Client, place: Place): Promise<void> {
  const forgotten = place.ledger.forgottenMarks();
  const page = await client.once('export', () => place.world.execute('exportPage', { cursor: null }));
  if (page !== null) client.check(place, 'export', forgotten, page.lines.join('\n'));
}

export async function stats(client: Client, place: Place): Promise<void> {
  await client.once('stats', () => place.world.execute('stats', {}));
}

/** The scheduled repair runs among all this, and meets the same faults. */
export async function repair(_client: Client, place: Place): Promise<void> {
  try {
    await maintain(place.world.deps);
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.name !== 'StoreUnavailable') throw thrown;
  }
}
