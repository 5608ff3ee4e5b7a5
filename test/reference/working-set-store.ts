import type { Instant } from '../../src/domain/instant.ts';
import { ok } from '../../src/domain/result.ts';
import type { Session } from '../../src/domain/working/session.ts';
import { ABSENT_REVISION, type WorkingSetStore } from '../../src/ports/working-set-store.ts';

interface Kept {
  session: Session;
  revision: number;
  expires_at: Instant;
}

export function createReferenceWorkingSetStore(): WorkingSetStore {
  const sessions = new Map<string, Kept>();
  /** Never reused, so that a revision of an ended session cannot match its successor. */
  let revisions = 0;
  const alive = (id: string, now: Instant): Kept | null => {
    const kept = sessions.get(id);
    return kept === undefined || kept.expires_at <= now ? null : kept;
  };
  return {
    name: 'reference',

    async load(session_id, now) {
      const kept = alive(session_id, now);
      return ok(
        kept === null
          ? { session: null, revision: ABSENT_REVISION }
          : { session: structuredClone(kept.session), revision: String(kept.revision) },
      );
    },

    async apply(session_id, { header, put, remove, expires_at }, expected) {
      const kept = alive(session_id, header.last_active_at);
      if (expected !== (kept === null ? ABSENT_REVISION : String(kept.revision))) return ok('conflict');
      const items = new Map((kept?.session.items ?? []).map((item) => [item.id, item]));
      for (const id of remove) items.delete(id);
      for (const item of put) items.set(item.id, structuredClone(item));
      revisions += 1;
      const ordered = [...items.values()].sort((a, b) => a.added_order - b.added_order);
      sessions.set(session_id, { session: { ...header, items: ordered }, revision: revisions, expires_at });
      return ok('applied');
    },

    async end(session_id) {
      return ok(sessions.delete(session_id));
    },

    async list(now, limit) {
      const found = [...sessions.values()]
        .filter(({ expires_at }) => expires_at > now)
        .sort((a, b) => b.session.last_active_at - a.session.last_active_at || (a.session.id < b.session.id ? -1 : 1))
        .slice(0, limit);
      return ok(
        found.map(({ session }) => ({
          id: session.id,
          tokens: session.items.reduce((sum, { tokens }) => sum + tokens, 0),
          budget_tokens: session.budget_tokens,
        })),
      );
    },

    async withdraw(ids) {
      let gone = 0;
      for (const kept of sessions.values()) {
        const items = kept.session.items.filter(({ id }) => !ids.includes(id));
        if (items.length === kept.session.items.length) continue;
        gone += kept.session.items.length - items.length;
        revisions += 1;
        kept.revision = revisions;
        kept.session = { ...kept.session, items };
      }
      return ok(gone);
    },

    async sweep(now) {
      let gone = 0;
      for (const [id, { expires_at }] of sessions) if (expires_at <= now && sessions.delete(id)) gone += 1;
      return ok(gone);
    },

    async erase() {
      const gone = sessions.size;
      sessions.clear();
      return ok(gone);
    },

    async ping() {
      return true;
    },
  };
}
