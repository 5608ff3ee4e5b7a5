/** What a client changes. */
import type { WriteCommand, WriteReply } from '../../../src/application/service.ts';
import { createWorld } from '../../support/world.ts';
import type { Client, Place } from './client.ts';
import type { Written } from './ledger.ts';

/** Keys of facts in a namespace: few, so that clients meet there. */
const KEYS = ['plan', 'city', 'owner', '会议室', 'budget'];
/** How far apart the beginnings of foreign namespaces are: their ids begin with the time. */
const FOREIGN_STEP_MS = 1_000;
let foreign = 0;

const drafted = (client: Client, { ledger }: Place, as_fact: boolean): { readonly written: Written; readonly command: WriteCommand } => {
  const { mark, text } = ledger.text(client.number, client.words());
  const key = as_fact ? client.random.pick(KEYS) : null;
  const session = client.random.chance(0.6) ? { session_id: client.session() } : {};
  return {
    written: ledger.add(mark, text, key),
    command: { content: text, ...session, ...(key === null ? {} : { key }), idempotency_key: client.key() },
  };
};

const note = (written: Written, reply: Pick<WriteReply, 'id'> | null): void => {
  if (reply === null) return;
  written.id = reply.id;
  written.acknowledged = true;
};
const idOf = ({ id }: { readonly id: string }): string => id;

export async function write(client: Client, place: Place): Promise<void> {
  const { written, command } = drafted(client, place, client.random.chance(0.3));
  note(written, await client.insist('write', () => place.world.execute('write', command), idOf));
}

/** Without a key there is no asking again: it is there once, or not at all. */
export async function writeOnce(client: Client, place: Place): Promise<void> {
  const { written, command } = drafted(client, place, false);
  const { idempotency_key: _key, ...unkeyed } = command;
  note(written, await client.once('write', () => place.world.execute('write', unkeyed)));
}

export async function recordTurn(client: Client, place: Place): Promise<void> {
  const { mark, text } = place.ledger.text(client.number, client.words());
  const written = place.ledger.add(mark, text);
  const keyed = client.random.chance(0.8) ? { idempotency_key: client.key() } : {};
  const turn = { session_id: client.session(), role: 'user' as const, content: text, ...keyed };
  const call = () => place.world.execute('recordTurn', turn);
  note(written, 'idempotency_key' in turn ? await client.insist('turn', call, idOf) : await client.once('turn', call));
}

export async function writeMany(client: Client, place: Place): Promise<void> {
  const drafts = Array.from({ length: 3 + client.random.below(4) }, () => drafted(client, place, client.random.chance(0.2)));
  const memories = drafts.map(({ command }) => ({ command }));
  let open = new Set(drafts.keys());
  for (let count = 0; count < 4 && open.size > 0; count += 1) {
    const reply = await client.once('batch', () => place.world.execute('writeMany', { memories }));
    for (const [at, item] of (reply?.results ?? []).entries()) {
      const written = drafts[at]?.written;
      if (!item.ok || written === undefined) continue;
      note(written, item.value);
      open = new Set([...open].filter((one) => one !== at));
    }
  }
}

export async function correct(client: Client, place: Place): Promise<void> {
  const written = client.own(place);
  if (written === null) return;
  const content = `${written.mark} ${client.words()}`;
  written.texts = [...written.texts, content];
  const command = { id: written.id, content, idempotency_key: client.key() };
  const reply = await client.insist(
    'correction',
    () => place.world.execute('correct', command),
    ({ memory }) => memory.version,
  );
  if (reply !== null) written.texts = [content];
}

export async function forget(client: Client, place: Place): Promise<void> {
  const written = client.own(place);
  if (written === null) return;
  written.forgotten = 'asked';
  const command = { memory_id: written.id, idempotency_key: client.key() };
  const reply = await client.insist(
    'forgetting',
    () => place.world.execute('forget', command),
    ({ ids }) => ids.join(),
  );
  if (reply === null) return;
  if (reply.status === 'not_found') client.problem(`${written.mark} was to be forgotten and was not found`);
  written.forgotten = 'yes';
}

export async function fade(client: Client, place: Place): Promise<void> {
  const written = client.own(place);
  if (written === null) return;
  const command = { memory_id: written.id, mode: 'fade' as const, idempotency_key: client.key() };
  await client.insist(
    'fading',
    () => place.world.execute('forget', command),
    ({ status }) => status,
  );
}

export async function summarize(client: Client, place: Place): Promise<void> {
  const sources = [1, 2, 3].flatMap(() => client.own(place)?.id ?? []);
  if (sources.length === 0) return;
  const command = { memory_ids: [...new Set(sources)], session_id: client.session(), idempotency_key: client.key() };
  await client.insist('summary', () => place.world.execute('summarize', command), idOf);
}

/** A file of another namespace; importing it again changes nothing, so that there is no key. */
export async function importFile(client: Client, place: Place): Promise<void> {
  foreign += 1;
  const other = createWorld();
  other.pass(-foreign * FOREIGN_STEP_MS);
  const written: Written[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { mark, text } = place.ledger.text(client.number, client.words());
    const memory = place.ledger.add(mark, text);
    memory.id = (await other.must('write', { content: text })).id;
    written.push(memory);
  }
  const { lines } = await other.must('exportPage', { cursor: null });
  const reply = await client.insist(
    'import',
    () => place.world.execute('importLines', { first_line: 1, lines }),
    ({ errors }) => errors.length,
  );
  if (reply === null) return;
  if (reply.errors.length > 0) client.problem(`an import failed in ${reply.errors.length} lines`);
  for (const memory of written) memory.acknowledged = true;
}

export async function configure(client: Client, place: Place): Promise<void> {
  const settings = { session_id: client.session(), budget_tokens: 200 + client.random.below(400) };
  const result = await place.world.execute('configureSession', settings);
  if (!result.ok && !['unavailable', 'not_found', 'conflict'].includes(result.failure.kind))
    client.problem(`a session could not be configured: ${result.failure.message}`);
}

export async function endSession(client: Client, place: Place): Promise<void> {
  const result = await place.world.execute('endSession', { session_id: client.session() });
  if (!result.ok && !['unavailable', 'not_found'].includes(result.failure.kind))
    client.problem(`a session could not be ended: ${result.failure.message}`);
}
