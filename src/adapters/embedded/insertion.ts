import type { Json, Memory, MemoryVersion } from '../../domain/memory.ts';
import { keyHash } from '../../domain/text/hash.ts';
import { termsOf } from '../../domain/text/terms.ts';
import type { Change } from '../../ports/memory-store.ts';
import type { Database } from './database.ts';
import { enterWords } from './lexicon.ts';
import { enqueue } from './outbox.ts';
import { detailOf } from './rows.ts';
import { appendTexts } from './texts.ts';
import { tagHash } from './visibility.ts';

export type Insert = Extract<Change, { readonly type: 'insert' }>;

/** Many new memories in a handful of statements. */
export function insertMemories(database: Database, inserts: readonly Insert[]): void {
  if (inserts.length === 0) return;
  const first = database.number('SELECT max(seq) FROM memories') + 1;
  const wordings = inserts.flatMap(({ memory, versions }, index) =>
    versions.map((version) => ({ memory, version, memory_seq: first + index })),
  );
  const first_text = appendWordings(database, wordings);
  const current = new Map(
    wordings.flatMap(({ memory_seq, version }, index) => (version.replaced_at === null ? [[memory_seq, first_text + index]] : [])),
  );
  database.bulk(
    `INSERT INTO memories(seq, id, text_seq, layer, origin, key_hash, session_id, identity, occurred_at, created_at, expires_at, seen_count,
        access_count, last_accessed_at, valid_to, superseded_at, superseded_by, state, swept, generation, skipped)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9,
        value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15, value ->> 16, value ->> 17, 0, NULL, 0
      FROM json_each(?)`,
    inserts.map(({ memory, identity }, index) => {
      const text_seq = current.get(first + index);
      if (text_seq === undefined) throw new Error('insert: a memory needs a current version');
      return [
        first + index,
        memory.id,
        text_seq,
        memory.layer,
        memory.origin,
        hashOf(memory),
        memory.session_id,
        identity,
        ...clocksOf(memory),
      ];
    }),
  );
  enterTags(
    database,
    inserts.map(({ memory }, index) => ({ memory, memory_seq: first + index })),
  );
  enterSources(
    database,
    inserts.map(({ memory }) => memory),
  );
  database.bulk(
    'INSERT OR IGNORE INTO links(key_hash, occurred_at, created_at, id) SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)',
    inserts.flatMap(({ memory }) => {
      const key_hash = hashOf(memory);
      return key_hash === null ? [] : [[key_hash, memory.occurred_at, memory.created_at, memory.id]];
    }),
  );
  enqueue(
    database,
    inserts.filter(({ index }) => index).map(({ memory }) => memory.id),
    'index',
  );
}

interface Wording {
  readonly memory: Memory;
  readonly version: MemoryVersion;
  readonly memory_seq: number;
}

/** Texts, versions and lexical entries; the first `seq`, the others follow in order. */
export function appendWordings(database: Database, wordings: readonly Wording[]): number {
  const folded = wordings.map(({ version }) => termsOf(version.content));
  const rows = wordings.map(({ memory, version }, index) => ({
    content: version.content,
    terms: (folded[index] ?? []).join(' '),
    detail: detailOf(memory, version),
  }));
  const first = appendTexts(database, rows);
  database.bulk(
    `INSERT INTO versions(seq, memory_seq, version, importance, volatility, expires_at, recorded_at, replaced_at, term_count)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8 FROM json_each(?)`,
    wordings.map(({ memory_seq, version }, index) => [
      first + index,
      memory_seq,
      version.version,
      version.importance,
      version.volatility,
      version.expires_at,
      version.recorded_at,
      version.replaced_at,
      folded[index]?.length ?? 0,
    ]),
  );
  enterWords(
    database,
    folded.map((terms, index) => ({ text_seq: first + index, terms })),
  );
  return first;
}

const hashOf = ({ key }: Pick<Memory, 'key'>): string | null => (key === null ? null : keyHash(key));

/** The columns from `occurred_at` to `state`, in the order of the table. */
function clocksOf(memory: Memory): Json[] {
  return [
    memory.occurred_at,
    memory.created_at,
    memory.expires_at,
    memory.seen_count,
    memory.access_count,
    memory.last_accessed_at,
    memory.valid_to,
    memory.superseded_at,
    memory.superseded_by,
    memory.superseded_at === null ? 'live' : 'superseded',
  ];
}

export function enterTags(database: Database, entries: readonly { readonly memory: Memory; readonly memory_seq: number }[]): void {
  database.bulk(
    'INSERT OR IGNORE INTO memory_tags(tag_hash, memory_seq) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    entries.flatMap(({ memory, memory_seq }) => memory.tags.map((tag) => [tagHash(tag), memory_seq])),
  );
}

export function enterSources(database: Database, memories: readonly Memory[]): void {
  database.bulk(
    'INSERT OR IGNORE INTO summary_sources(source_id, summary_id) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    memories.flatMap(({ id, source }) => (source.ids ?? []).map((source_id) => [source_id, id])),
  );
}
