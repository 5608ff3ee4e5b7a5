import type { MemoryId, Tombstone } from '../../domain/memory.ts';
import type { Change } from '../../ports/memory-store.ts';
import { integer, text } from '../sql/columns.ts';
import type { Database } from './database.ts';
import { appendWordings, enterSources, enterTags, type Insert, insertMemories } from './insertion.ts';
import { withdrawWords } from './lexicon.ts';
import { enqueue } from './outbox.ts';
import { rememberReply, withdrawReplies } from './replies.ts';
import { blankTexts, markLog } from './texts.ts';

/** Applies a batch in order inside the caller's transaction; neighbouring inserts go together. */
export function applyChanges(database: Database, changes: readonly Change[]): void {
  let waiting: Insert[] = [];
  const flush = () => {
    insertMemories(database, waiting);
    waiting = [];
  };
  for (const change of changes) {
    if (change.type === 'insert') waiting.push(change);
    else {
      flush();
      applyChange(database, change);
    }
  }
  flush();
}

function applyChange(database: Database, change: Exclude<Change, Insert>): void {
  switch (change.type) {
    case 'revise':
      revise(database, change);
      return;
    case 'seen':
      expectOne(database.rows('UPDATE memories SET seen_count = ? WHERE id = ? RETURNING seq', change.seen_count, change.id));
      return;
    case 'relink':
      expectOne(
        database.rows(
          `UPDATE memories SET valid_to = ?1, superseded_at = ?2, superseded_by = ?3,
            state = CASE WHEN ?2 IS NOT NULL THEN 'superseded' WHEN swept = 1 THEN 'expired' ELSE 'live' END WHERE id = ?4 RETURNING seq`,
          change.valid_to,
          change.superseded_at,
          change.superseded_by,
          change.id,
        ),
      );
      return;
    case 'forget':
      forget(database, change.tombstone);
      return;
    case 'bury':
      bury(database, change.tombstone);
      return;
    case 'remember_reply':
      rememberReply(database, change);
  }
}

function revise(database: Database, { memory, identity, version, reindex }: Extract<Change, { readonly type: 'revise' }>): void {
  const row = expectOne(database.rows('SELECT seq, swept FROM memories WHERE id = ?', memory.id));
  const memory_seq = integer(row, 'seq');
  database.rows('UPDATE versions SET replaced_at = ? WHERE memory_seq = ? AND replaced_at IS NULL', version.recorded_at, memory_seq);
  const text_seq = appendWordings(database, [{ memory, version, memory_seq }]);
  // Its vectors were removed when it expired, so a revived memory needs them again.
  const index = reindex || integer(row, 'swept') === 1;
  database.rows(
    `UPDATE memories SET text_seq = ?1, identity = ?2, origin = ?3, expires_at = ?4, seen_count = ?5, valid_to = ?6, superseded_at = ?7,
      superseded_by = ?8, state = CASE WHEN ?7 IS NULL THEN 'live' ELSE 'superseded' END, swept = 0, swept_at = NULL,
      generation = CASE WHEN ?9 THEN NULL ELSE generation END, skipped = CASE WHEN ?9 THEN 0 ELSE skipped END WHERE seq = ?10`,
    text_seq,
    identity,
    memory.origin,
    memory.expires_at,
    memory.seen_count,
    memory.valid_to,
    memory.superseded_at,
    memory.superseded_by,
    index ? 1 : 0,
    memory_seq,
  );
  database.rows('DELETE FROM memory_tags WHERE memory_seq = ?', memory_seq);
  enterTags(database, [{ memory, memory_seq }]);
  database.rows('DELETE FROM summary_sources WHERE summary_id = ?', memory.id);
  enterSources(database, [memory]);
  if (index) enqueue(database, [memory.id], 'index');
}

function forget(database: Database, tombstone: Tombstone): void {
  const { id } = tombstone;
  const row = expectOne(database.rows('SELECT seq FROM memories WHERE id = ?', id));
  withdrawReplies(database, id, integer(row, 'seq'));
  removeMemory(database, integer(row, 'seq'), id);
  database.rows('DELETE FROM summary_sources WHERE source_id = ?', id);
  markLog(database);
  bury(database, tombstone);
  enqueue(database, [id], 'remove');
}

/** Words, versions, lexical entries and tags; the place in the chain stays. */
export function removeMemory(database: Database, memory_seq: number, id: MemoryId): void {
  const wordings = database.rows(
    'SELECT t.seq, t.terms FROM versions AS v JOIN texts AS t ON t.seq = v.seq WHERE v.memory_seq = ?',
    memory_seq,
  );
  withdrawWords(
    database,
    wordings.map((wording) => ({ text_seq: integer(wording, 'seq'), terms: splitTerms(text(wording, 'terms')) })),
  );
  blankTexts(
    database,
    wordings.map((wording) => integer(wording, 'seq')),
  );
  database.rows('DELETE FROM versions WHERE memory_seq = ?', memory_seq);
  database.rows('DELETE FROM memory_tags WHERE memory_seq = ?', memory_seq);
  database.rows('DELETE FROM summary_sources WHERE summary_id = ?', id);
  database.rows('DELETE FROM memories WHERE seq = ?', memory_seq);
}

function bury(database: Database, { id, layer, content_hashes, key_hash, occurred_at, created_at, forgotten_at }: Tombstone): void {
  database.rows(
    `INSERT INTO tombstones(id, layer, key_hash, occurred_at, created_at, forgotten_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    id,
    layer,
    key_hash,
    occurred_at,
    created_at,
    forgotten_at,
  );
  database.bulk(
    'INSERT OR IGNORE INTO tombstone_hashes(content_hash, id) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
    content_hashes.map((hash) => [hash, id]),
  );
  if (key_hash !== null)
    database.rows(
      'INSERT OR IGNORE INTO links(key_hash, occurred_at, created_at, id) VALUES (?, ?, ?, ?)',
      key_hash,
      occurred_at,
      created_at,
      id,
    );
}

export const splitTerms = (terms: string): readonly string[] => (terms === '' ? [] : terms.split(' '));

/** A change that names a memory which is not here is a mistake of the caller's; the transaction rolls back. */
function expectOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the change names a memory that is not here');
  return row;
}
