import { type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../domain/instant.ts';
import type { MemoryId, Namespace, Tombstone } from '../../domain/memory.ts';
import { keyHash } from '../../domain/text/hash.ts';
import type { ChainLink, WriteContext, WriteLookup } from '../../ports/memory-store.ts';
import { integer, type SqlRow, text } from '../sql/columns.ts';
import { linkOf } from '../sql/records.ts';
import { type Database, listOf, onlyRow } from './database.ts';
import { repliesOf, selectReplies } from './replies.ts';
import { CURRENT, LINK_COLUMNS, MEMORY_COLUMNS, memoryOf, TOMBSTONE_COLUMNS, tombstoneOf } from './rows.ts';

/** Live at `now`: what the last sweep left, less what has fallen due since. */
export const liveAt = (namespace: Namespace, now: Instant): SQL =>
  sql`(SELECT COALESCE(sum(total), 0) FROM hindsight.tallies WHERE namespace = ${namespace} AND name IN ('episodic/live', 'semantic/live'))
    - (SELECT count(*) FROM hindsight.memories WHERE namespace = ${namespace} AND NOT swept AND expires_at <= ${now} AND state = 'live')`;

/** Everything a writing verb decides upon, of one moment and in one request; what is not asked for is not sent. */
export async function lookUp(database: Database, lookup: WriteLookup, now: Instant): Promise<WriteContext> {
  const { namespace } = database;
  const statements: SQL[] = [];
  const ask = (wanted: readonly string[], statement: () => SQL): ((found: readonly SqlRow[][]) => readonly SqlRow[]) => {
    if (wanted.length === 0) return () => [];
    const place = statements.push(statement()) - 1;
    return (found) => found[place] ?? [];
  };
  const state = ask(
    [namespace],
    () => sql`SELECT COALESCE((SELECT revision FROM hindsight.namespaces WHERE namespace = ${namespace}), 0) AS revision,
      ${liveAt(namespace, now)} AS live`,
  );
  const identical = ask(
    lookup.identities,
    () => sql`SELECT m.identity, ${MEMORY_COLUMNS} FROM ${CURRENT}
      WHERE m.namespace = ${namespace} AND m.identity = ANY(${listOf(lookup.identities)}) ORDER BY m.created_at, m.id`,
  );
  const key_hashes = lookup.keys.map(keyHash);
  const places = ask(
    key_hashes,
    () => sql`SELECT l.key_hash, ${LINK_COLUMNS} FROM hindsight.links AS l
      LEFT JOIN hindsight.memories AS m ON m.namespace = l.namespace AND m.id = l.id
      WHERE l.namespace = ${namespace} AND l.key_hash = ANY(${listOf(key_hashes)}) ORDER BY l.occurred_at, l.created_at, l.id`,
  );
  const buried = ask(
    lookup.content_hashes,
    () => sql`SELECT f.content_hash, ${TOMBSTONE_COLUMNS} FROM hindsight.tombstone_hashes AS f
      JOIN hindsight.tombstones AS b ON b.namespace = f.namespace AND b.id = f.id
      WHERE f.namespace = ${namespace} AND f.content_hash = ANY(${listOf(lookup.content_hashes)}) ORDER BY b.created_at, b.id`,
  );
  const graves = ask(
    lookup.ids,
    () =>
      sql`SELECT ${TOMBSTONE_COLUMNS} FROM hindsight.tombstones AS b WHERE b.namespace = ${namespace} AND b.id = ANY(${listOf(lookup.ids)})`,
  );
  const named = ask(lookup.ids, () => selectMemories(namespace, lookup.ids));
  const values = ask(
    key_hashes,
    () => sql`SELECT ${MEMORY_COLUMNS} FROM hindsight.links AS l JOIN (${CURRENT}) ON m.namespace = l.namespace AND m.id = l.id
      WHERE l.namespace = ${namespace} AND l.key_hash = ANY(${listOf(key_hashes)}) AND m.superseded_at IS NULL`,
  );
  const kept = ask(lookup.idempotency_keys, () => selectReplies(namespace, lookup.idempotency_keys, now));

  const found = await database.read(...statements);
  const { revision, live } = onlyRow(state(found));
  const chains = grouped(places(found), 'key_hash', linkOf);
  return {
    guard: String(integer({ revision }, 'revision')),
    by_identity: new Map(identical(found).map((row) => [text(row, 'identity'), memoryOf(row)])),
    chains: new Map<string, readonly ChainLink[]>(lookup.keys.map((key) => [key, chains.get(keyHash(key)) ?? []])),
    tombstones_by_hash: grouped(buried(found), 'content_hash', tombstoneOf),
    tombstones_by_id: new Map(graves(found).map((row): [MemoryId, Tombstone] => [text(row, 'id'), tombstoneOf(row)])),
    replies: repliesOf(kept(found), lookup.idempotency_keys),
    by_id: new Map([...named(found), ...values(found)].map((row) => [text(row, 'id'), memoryOf(row)])),
    live: integer({ live }, 'live'),
  };
}

export const selectMemories = (namespace: Namespace, ids: readonly MemoryId[]): SQL =>
  sql`SELECT ${MEMORY_COLUMNS} FROM ${CURRENT} WHERE m.namespace = ${namespace} AND m.id = ANY(${listOf(ids)})`;

/** In the order of the rows. */
export function grouped<Item>(
  rows: readonly SqlRow[],
  column: string,
  itemOf: (row: SqlRow) => Item,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const name = text(row, column);
    const group = groups.get(name) ?? [];
    group.push(itemOf(row));
    groups.set(name, group);
  }
  return groups;
}
