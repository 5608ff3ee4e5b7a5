import { DAY_MS, type Instant } from '../../src/domain/instant.ts';
import { type Layer, type Memory, type MemoryId, stateOf } from '../../src/domain/memory.ts';
import { keyHash } from '../../src/domain/text/hash.ts';
import type { MemoryStore, StoreCounts, WriteContext } from '../../src/ports/memory-store.ts';
import { applyChange } from './changes.ts';
import { page } from './page.ts';
import { byChainOrder, byCreation, byText, gap, type Records, type Row } from './records.ts';
import { matches, searchable, seen, visible } from './visibility.ts';

/** Deep copies both ways: a caller that keeps or changes an object never reaches the store. */
export function createReferenceMemoryStore(records: Records, retention_days: number): MemoryStore {
  const all = (): Row[] => [...records.rows.values()];
  const memoriesOf = (rows: readonly Row[]): Memory[] => rows.map(({ memory }) => structuredClone(memory));

  return {
    name: 'reference',

    async lookUp(lookup, now): Promise<WriteContext> {
      const by_identity = new Map<string, Memory>();
      for (const { memory, identity } of all().sort((a, b) => byCreation(a.memory, b.memory))) {
        if (lookup.identities.includes(identity)) by_identity.set(identity, structuredClone(memory));
      }
      const graves = [...records.tombstones.values()].sort(byCreation);
      return {
        guard: String(records.revision),
        by_identity,
        chains: new Map(lookup.keys.map((key) => [key, records.chain(keyHash(key))])),
        tombstones_by_hash: new Map(
          lookup.content_hashes.flatMap((hash) => {
            const found = graves.filter(({ content_hashes }) => content_hashes.includes(hash));
            return found.length === 0 ? [] : [[hash, found] as const];
          }),
        ),
        tombstones_by_id: new Map(graves.filter(({ id }) => lookup.ids.includes(id)).map((tombstone) => [tombstone.id, tombstone])),
        replies: new Map(
          lookup.idempotency_keys.flatMap((key) => {
            const kept = records.replies.get(key);
            return kept === undefined || kept.expires_at <= now
              ? []
              : [[key, { fingerprint: kept.fingerprint, reply: kept.reply }] as const];
          }),
        ),
        by_id: await this.get([
          ...lookup.ids,
          ...lookup.keys
            .flatMap((key) => records.chain(keyHash(key)))
            .filter(({ forgotten, superseded_at }) => !forgotten && superseded_at === null)
            .map(({ id }) => id),
        ]),
        live: all().filter(({ memory }) => stateOf(memory, now) === 'live').length,
      };
    },

    async commit(changes, guard) {
      if (guard !== null && guard !== String(records.revision)) return 'conflict';
      const before = structuredClone({ rows: records.rows, tombstones: records.tombstones, replies: records.replies, work: records.work });
      try {
        for (const change of structuredClone(changes)) applyChange(records, change);
      } catch (cause) {
        restore(records.rows, before.rows);
        restore(records.tombstones, before.tombstones);
        restore(records.replies, before.replies);
        restore(records.work, before.work);
        throw cause;
      }
      records.revision += 1;
      return 'committed';
    },

    async get(ids) {
      return new Map(memoriesOf(all().filter(({ memory }) => ids.includes(memory.id))).map((memory) => [memory.id, memory]));
    },

    async versions(id) {
      return structuredClone(records.rows.get(id)?.versions ?? []);
    },

    async list({ filter, states, now, ...request }) {
      const found = memoriesOf(all())
        .filter((memory) => states.includes(stateOf(memory, now)) && matches(memory, filter))
        .sort((a, b) => byCreation(b, a));
      return page(found, request, ({ created_at, id }) => [created_at, id], 'descending');
    },

    async facts(view, request) {
      const found = all()
        .filter((row) => row.memory.key !== null && visible(records, row, view))
        .map((row) => structuredClone(seen(row, view)))
        .sort((a, b) => byText(a.key ?? '', b.key ?? '') || byChainOrder(a, b));
      return page(found, request, ({ key, occurred_at, created_at, id }) => [key ?? '', occurred_at, created_at, id]);
    },

    async chain(key) {
      return records
        .chain(keyHash(key))
        .map((link) => ({ link, memory: link.forgotten ? null : structuredClone(records.rows.get(link.id)?.memory ?? null) }));
    },

    async summariesOf(ids) {
      const reached = new Set<MemoryId>();
      let front = [...ids];
      while (front.length > 0) {
        const made = all()
          .filter(({ memory }) => !reached.has(memory.id) && memory.source.ids?.some((source) => front.includes(source)))
          .map(({ memory }) => memory.id);
        for (const id of made) reached.add(id);
        front = made;
      }
      return memoriesOf(all().filter(({ memory }) => reached.has(memory.id))).sort(byCreation);
    },

    async dump(request) {
      const memories = all()
        .sort((a, b) => byCreation(a.memory, b.memory))
        .map(({ memory, versions }) => structuredClone({ memory, versions }));
      const tombstones = [...records.tombstones.values()].sort(byCreation).map((tombstone) => structuredClone({ tombstone }));
      return page([...memories, ...tombstones], request, (item) =>
        'memory' in item ? [0, item.memory.created_at, item.memory.id] : [1, item.tombstone.created_at, item.tombstone.id],
      );
    },

    async counts(now, generation): Promise<StoreCounts> {
      const stated = all().map((row) => ({ layer: row.memory.layer, state: stateOf(row.memory, now), at: row.memory.occurred_at }));
      const count = (layer: Layer) => ({
        live: stated.filter((entry) => entry.layer === layer && entry.state === 'live').length,
        expired: stated.filter((entry) => entry.layer === layer && entry.state === 'expired').length,
        superseded: stated.filter((entry) => entry.layer === layer && entry.state === 'superseded').length,
        forgotten: [...records.tombstones.values()].filter((tombstone) => tombstone.layer === layer).length,
      });
      const live = stated.filter(({ state }) => state === 'live').map(({ at }) => at);
      return {
        counts: { episodic: count('episodic'), semantic: count('semantic') },
        unembedded: all().filter(
          (row) => searchable(row, now) && (row.generation === null || (generation !== null && row.generation !== generation)),
        ).length,
        pending: records.work.size,
        oldest: live.length === 0 ? null : Math.min(...live),
        newest: live.length === 0 ? null : Math.max(...live),
      };
    },

    async touch(ids, now) {
      for (const id of new Set(ids)) {
        const row = records.rows.get(id);
        if (row !== undefined) row.memory = { ...row.memory, access_count: row.memory.access_count + 1, last_accessed_at: now };
      }
    },

    async pending(limit, now) {
      const due = [...records.work]
        .filter(([, { retry_at }]) => retry_at <= now)
        .sort(([, a], [, b]) => a.order - b.order)
        .slice(0, limit);
      const ids = (kind: 'index' | 'remove') => due.filter(([, work]) => work.kind === kind).map(([id]) => id);
      return { index: ids('index'), remove: ids('remove') };
    },

    async settle(ids, generation) {
      for (const id of ids) {
        const row = records.rows.get(id);
        if (row === undefined || row.swept) {
          if (generation !== null) records.queue(id, 'remove');
          continue;
        }
        row.generation = generation;
        row.skipped = generation === null;
        if (records.work.get(id)?.kind === 'index') records.work.delete(id);
      }
    },

    async settleRemoved(ids) {
      for (const id of ids) if (records.work.get(id)?.kind === 'remove') records.work.delete(id);
    },

    async defer(ids, retry_at) {
      for (const id of ids) {
        const work = records.work.get(id);
        if (work !== undefined) work.retry_at = retry_at;
      }
    },

    async enqueueStale(generation) {
      if (records.target_generation !== generation) for (const row of all()) row.skipped = false;
      records.target_generation = generation;
      const stale = all().filter(
        (row) => !row.swept && row.generation !== generation && !row.skipped && records.work.get(row.memory.id) === undefined,
      );
      for (const { memory } of stale) records.queue(memory.id, 'index');
      return stale.length;
    },

    async expire(now, limit) {
      const due = all()
        .filter(({ memory, swept }) => !swept && memory.expires_at !== null && memory.expires_at <= now)
        .sort((a, b) => (a.memory.expires_at ?? 0) - (b.memory.expires_at ?? 0))
        .slice(0, limit);
      for (const row of due) {
        row.swept = true;
        row.swept_at = now;
        row.generation = null;
        records.queue(row.memory.id, 'remove');
      }
      return due.map(({ memory }) => memory.id);
    },

    async purge(now, swept_before, limit) {
      const over = all()
        .filter(({ swept_at }) => swept_at !== null && swept_at <= swept_before)
        .slice(0, limit);
      for (const { memory } of over) {
        if (memory.key !== null) records.vacant.push({ key_hash: keyHash(memory.key), link: gap(memory) });
        records.rows.delete(memory.id);
      }
      for (const [key, { expires_at }] of records.replies) if (expires_at <= now) records.replies.delete(key);
      if (over.length > 0) records.revision += 1;
      return over.length;
    },

    async nextDue(now) {
      const moments: Instant[] = [
        ...all().flatMap(({ memory, swept_at }) => {
          if (swept_at !== null) return [swept_at + retention_days * DAY_MS];
          return memory.expires_at === null ? [] : [memory.expires_at];
        }),
        ...[...records.replies.values()].map(({ expires_at }) => expires_at),
        ...[...records.work.values()].map(({ retry_at }) => retry_at),
      ];
      return moments.length === 0 ? null : Math.max(now, Math.min(...moments));
    },

    async erase() {
      const counted = { memories: records.rows.size, tombstones: records.tombstones.size };
      for (const map of [records.rows, records.tombstones, records.replies, records.work]) map.clear();
      records.vacant.length = 0;
      records.revision += 1;
      return counted;
    },

    async ping() {
      return true;
    },
  };
}

function restore<Key, Value>(target: Map<Key, Value>, before: ReadonlyMap<Key, Value>): void {
  target.clear();
  for (const [key, value] of before) target.set(key, value);
}
