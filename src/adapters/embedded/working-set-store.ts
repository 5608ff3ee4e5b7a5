import type { Instant } from '../../domain/instant.ts';
import type { MemoryId } from '../../domain/memory.ts';
import { ok } from '../../domain/result.ts';
import { type Session, STRATEGIES, type WorkingItem } from '../../domain/working/session.ts';
import { ABSENT_REVISION, type WorkingSetStore } from '../../ports/working-set-store.ts';
import { integer, oneOf, text } from '../sql/columns.ts';
import { type Database, type SqlRow, STORE_NAME } from './database.ts';
import { appendTexts, blankTexts, markLog } from './texts.ts';
import { scrubLog } from './write-ahead-log.ts';

/** An item that borrows its memory's text is gone with that text, before anybody has withdrawn it. */
const PRESENT = '(i.owned = 1 OR EXISTS (SELECT 1 FROM versions AS v WHERE v.seq = i.text_seq))';

export function createEmbeddedWorkingSetStore(database: Database): WorkingSetStore {
  /** Outages surface as StoreUnavailable from the database: the record is in the same file, so there is no working memory without it. */
  const headOf = (session_id: string, now: Instant): SqlRow | null =>
    database.row('SELECT * FROM sessions WHERE id = ? AND expires_at > ?', session_id, now);

  /** Deletes the items that a condition names, and their texts where they own them; how many. An eviction leaves the log alone: nobody forgot. */
  const removeItems = (condition: string, parameter: string, reason: 'evicted' | 'forgotten' = 'evicted'): number => {
    const gone = database.rows(`DELETE FROM working_items WHERE ${condition} RETURNING text_seq, owned`, parameter);
    const owned = gone.filter((row) => integer(row, 'owned') === 1).map((row) => integer(row, 'text_seq'));
    blankTexts(database, owned);
    if (reason === 'forgotten' && owned.length > 0) markLog(database);
    return gone.length;
  };

  const endSessions = (ids: readonly string[]): number => {
    const list = JSON.stringify(ids);
    removeItems('session_id IN (SELECT value FROM json_each(?))', list);
    return database.rows('DELETE FROM sessions WHERE id IN (SELECT value FROM json_each(?)) RETURNING id', list).length;
  };

  const nextRevision = (): number =>
    database.number('UPDATE ledger SET session_revision = session_revision + 1 RETURNING session_revision');

  return {
    name: STORE_NAME,

    async load(session_id, now) {
      const head = headOf(session_id, now);
      if (head === null) return ok({ session: null, revision: ABSENT_REVISION });
      const items = database.rows(
        `SELECT i.*, t.content FROM working_items AS i JOIN texts AS t ON t.seq = i.text_seq WHERE i.session_id = ? AND ${PRESENT}
          ORDER BY i.added_order, i.memory_id`,
        session_id,
      );
      return ok({ session: sessionOf(head, items.map(itemOf)), revision: String(integer(head, 'revision')) });
    },

    async apply(session_id, { header, put, remove, expires_at }, expected) {
      const outcome = database.transaction(() => {
        const head = headOf(session_id, header.last_active_at);
        if (expected !== (head === null ? ABSENT_REVISION : String(integer(head, 'revision'))))
          return ok<'applied' | 'conflict'>('conflict');
        if (head === null) endSessions([session_id]);
        database.rows(
          `INSERT INTO sessions(id, revision, turn, event_order, budget_tokens, strategy, created_at, last_active_at, expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, turn = excluded.turn,
            event_order = excluded.event_order, budget_tokens = excluded.budget_tokens, strategy = excluded.strategy,
            created_at = excluded.created_at, last_active_at = excluded.last_active_at, expires_at = excluded.expires_at`,
          session_id,
          nextRevision(),
          header.turn,
          header.order,
          header.budget_tokens,
          header.strategy,
          header.created_at,
          header.last_active_at,
          expires_at,
        );
        const inSession = (ids: readonly MemoryId[]) => JSON.stringify(ids.map((id) => [session_id, id]));
        removeItems('(session_id, memory_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))', inSession(remove));
        putItems(database, session_id, put, (stale) =>
          removeItems('(session_id, memory_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))', inSession(stale)),
        );
        return ok<'applied' | 'conflict'>('applied');
      });
      await database.syncWhenLong();
      return outcome;
    },

    async end(session_id) {
      return ok(database.transaction(() => endSessions([session_id])) > 0);
    },

    async list(now, limit) {
      const rows = database.rows(
        `SELECT s.id, s.budget_tokens, (SELECT COALESCE(sum(i.tokens), 0) FROM working_items AS i WHERE i.session_id = s.id AND ${PRESENT}) AS tokens
          FROM sessions AS s WHERE s.expires_at > ? ORDER BY s.last_active_at DESC, s.id LIMIT ?`,
        now,
        limit,
      );
      return ok(rows.map((row) => ({ id: text(row, 'id'), tokens: integer(row, 'tokens'), budget_tokens: integer(row, 'budget_tokens') })));
    },

    async withdraw(ids) {
      const gone = database.transaction(() => {
        const list = JSON.stringify(ids);
        database.rows(
          `UPDATE sessions SET revision = ? WHERE id IN
            (SELECT session_id FROM working_items WHERE memory_id IN (SELECT value FROM json_each(?)))`,
          nextRevision(),
          list,
        );
        return removeItems('memory_id IN (SELECT value FROM json_each(?))', list, 'forgotten');
      });
      await scrubLog(database);
      return ok(gone);
    },

    async sweep(now) {
      return ok(
        database.transaction(() =>
          endSessions(database.rows('SELECT id FROM sessions WHERE expires_at <= ?', now).map((row) => text(row, 'id'))),
        ),
      );
    },

    async erase() {
      const gone = database.transaction(() => {
        removeItems('? IS NOT NULL', 'every item', 'forgotten');
        return endSessions(database.rows('SELECT id FROM sessions').map((row) => text(row, 'id')));
      });
      await scrubLog(database);
      return ok(gone);
    },

    async ping() {
      return database.number('SELECT count(*) FROM ledger') === 1;
    },
  };
}

/** An unchanged text keeps its row; one that is the memory's own wording is borrowed; only another is written. */
function putItems(database: Database, session_id: string, put: readonly WorkingItem[], drop: (stale: readonly MemoryId[]) => void): void {
  const kept = new Map(
    database
      .rows(
        'SELECT i.memory_id, i.text_seq, i.owned, t.content FROM working_items AS i JOIN texts AS t ON t.seq = i.text_seq WHERE i.session_id = ?',
        session_id,
      )
      .map((row) => [text(row, 'memory_id'), row]),
  );
  drop(put.filter(({ id, content }) => kept.has(id) && kept.get(id)?.content !== content).map(({ id }) => id));
  const own = new Map(
    database
      .rows(
        'SELECT m.id, m.text_seq, t.content FROM memories AS m JOIN texts AS t ON t.seq = m.text_seq WHERE m.id IN (SELECT value FROM json_each(?))',
        JSON.stringify(put.map(({ id }) => id)),
      )
      .map((row) => [text(row, 'id'), row]),
  );
  database.bulk(
    `INSERT INTO working_items(session_id, memory_id, text_seq, owned, tokens, importance, pinned, added_turn, added_order, used_order, retrieved)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10
      FROM json_each(?) WHERE TRUE ON CONFLICT (session_id, memory_id) DO UPDATE SET tokens = excluded.tokens, importance = excluded.importance,
      pinned = excluded.pinned, added_turn = excluded.added_turn, added_order = excluded.added_order, used_order = excluded.used_order,
      retrieved = excluded.retrieved`,
    put.map((item) => {
      const before = kept.get(item.id);
      const memory = own.get(item.id);
      const { text_seq, owned } =
        before !== undefined && before.content === item.content
          ? { text_seq: integer(before, 'text_seq'), owned: integer(before, 'owned') }
          : memory !== undefined && memory.content === item.content
            ? { text_seq: integer(memory, 'text_seq'), owned: 0 }
            : { text_seq: appendTexts(database, [{ content: item.content, terms: '', detail: '' }]), owned: 1 };
      const { tokens, importance, pinned, added_turn, added_order, used_order, retrieved } = item;
      return [session_id, item.id, text_seq, owned, tokens, importance, pinned ? 1 : 0, added_turn, added_order, used_order, retrieved];
    }),
  );
}

const itemOf = (row: SqlRow): WorkingItem => ({
  id: text(row, 'memory_id'),
  content: text(row, 'content'),
  tokens: integer(row, 'tokens'),
  importance: Number(row.importance),
  pinned: integer(row, 'pinned') === 1,
  added_turn: integer(row, 'added_turn'),
  added_order: integer(row, 'added_order'),
  used_order: integer(row, 'used_order'),
  retrieved: integer(row, 'retrieved'),
});

const sessionOf = (head: SqlRow, items: readonly WorkingItem[]): Session => ({
  id: text(head, 'id'),
  turn: integer(head, 'turn'),
  order: integer(head, 'event_order'),
  budget_tokens: integer(head, 'budget_tokens'),
  strategy: oneOf(head, 'strategy', STRATEGIES),
  created_at: integer(head, 'created_at'),
  last_active_at: integer(head, 'last_active_at'),
  items,
});
