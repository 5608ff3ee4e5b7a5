import type { MemoryId } from '../../src/domain/memory.ts';
import type { Change } from '../../src/ports/memory-store.ts';
import type { Records } from './records.ts';

/** Applies one change; throws before touching anything when the change names a memory that is not there. */
export function applyChange(records: Records, change: Change): void {
  switch (change.type) {
    case 'insert': {
      const { memory, identity, content_hash, versions } = change;
      if (records.rows.has(memory.id)) throw new Error('insert: the id is taken');
      records.rows.set(memory.id, {
        memory,
        identity,
        content_hash,
        versions: [...versions],
        swept: false,
        swept_at: null,
        generation: null,
        skipped: false,
      });
      if (change.index) records.queue(memory.id, 'index');
      return;
    }
    case 'revise': {
      const row = rowOf(records, change.memory.id);
      const { access_count, last_accessed_at } = row.memory;
      const revived = row.swept;
      row.memory = { ...change.memory, access_count, last_accessed_at };
      row.identity = change.identity;
      row.content_hash = change.content_hash;
      row.swept = false;
      row.swept_at = null;
      row.versions = row.versions.map((version) =>
        version.replaced_at === null ? { ...version, replaced_at: change.version.recorded_at } : version,
      );
      row.versions.push(change.version);
      if (change.reindex || revived) {
        row.generation = null;
        row.skipped = false;
        records.queue(change.memory.id, 'index');
      }
      return;
    }
    case 'seen': {
      const row = rowOf(records, change.id);
      row.memory = { ...row.memory, seen_count: change.seen_count };
      return;
    }
    case 'relink': {
      const row = rowOf(records, change.id);
      const { valid_to, superseded_at, superseded_by } = change;
      row.memory = { ...row.memory, valid_to, superseded_at, superseded_by };
      return;
    }
    case 'forget': {
      const row = rowOf(records, change.tombstone.id);
      forgetReplies(
        records,
        change.tombstone.id,
        row.versions.map(({ content }) => content),
      );
      records.rows.delete(change.tombstone.id);
      records.tombstones.set(change.tombstone.id, change.tombstone);
      records.queue(change.tombstone.id, 'remove');
      return;
    }
    case 'bury':
      records.tombstones.set(change.tombstone.id, change.tombstone);
      return;
    case 'remember_reply': {
      const { idempotency_key, fingerprint, reply, expires_at } = change;
      records.replies.set(idempotency_key, { fingerprint, reply, expires_at });
    }
  }
}

/** A kept reply that quotes the forgotten text goes with it; one that only names the id stays, so that a retry still replays. */
function forgetReplies(records: Records, id: MemoryId, wordings: readonly string[]): void {
  for (const [key, { reply }] of records.replies) {
    if (reply.includes(id) && wordings.some((wording) => reply.includes(JSON.stringify(wording).slice(1, -1)))) records.replies.delete(key);
  }
}

function rowOf(records: Records, id: MemoryId) {
  const row = records.rows.get(id);
  if (row === undefined) throw new Error('the change names a memory that is not here');
  return row;
}
