import { type SQL, sql } from 'drizzle-orm';
import type { Namespace } from '../../domain/memory.ts';
import type { Change } from '../../ports/memory-store.ts';
import { listOf, recordsOf } from './database.ts';
import { buryMemories, forgetMemories } from './forgetting.ts';
import { insertMemories, insertSources, insertTags, insertVersions } from './insertion.ts';
import { rememberReplies } from './replies.ts';

type Of<Type extends Change['type']> = Extract<Change, { readonly type: Type }>;

/**
 * The statements of a batch, in its order. Neighbouring changes of one kind go together, as long as no memory comes twice among them: what one
 * statement does to a row, another part of the same statement would not see.
 */
export function statementsOf(namespace: Namespace, changes: readonly Change[]): SQL[] {
  const statements: SQL[] = [];
  let run: Change[] = [];
  let subjects = new Set<string>();
  const flush = () => {
    statements.push(...statementsOfRun(namespace, run));
    run = [];
    subjects = new Set();
  };
  for (const change of changes) {
    const subject = subjectOf(change);
    if (run.length > 0 && (run[0]?.type !== change.type || subjects.has(subject))) flush();
    run.push(change);
    subjects.add(subject);
  }
  flush();
  return statements;
}

function subjectOf(change: Change): string {
  switch (change.type) {
    case 'insert':
    case 'revise':
      return change.memory.id;
    case 'seen':
    case 'relink':
      return change.id;
    case 'forget':
    case 'bury':
      return change.tombstone.id;
    case 'remember_reply':
      return change.idempotency_key;
  }
}

function statementsOfRun(namespace: Namespace, run: readonly Change[]): SQL[] {
  const only = <Type extends Change['type']>(type: Type) => run.filter((change): change is Of<Type> => change.type === type);
  switch (run[0]?.type) {
    case undefined:
      return [];
    case 'insert':
      return insertMemories(namespace, only('insert'));
    case 'revise':
      return revise(namespace, only('revise'));
    case 'seen':
      return [seen(namespace, only('seen'))];
    case 'relink':
      return [relink(namespace, only('relink'))];
    case 'forget':
      return forgetMemories(
        namespace,
        only('forget').map(({ tombstone }) => tombstone),
      );
    case 'bury':
      return buryMemories(
        namespace,
        only('bury').map(({ tombstone }) => tombstone),
      );
    case 'remember_reply':
      return rememberReplies(namespace, only('remember_reply'));
  }
}

/** Its vectors were removed when it expired, so a revived memory is queued for them as one with a new wording is. */
function revise(namespace: Namespace, changes: readonly Of<'revise'>[]): SQL[] {
  const memories = changes.map(({ memory }) => memory);
  const ids = listOf(memories.map(({ id }) => id));
  const replaced = changes.map(({ memory, version }) => ({ id: memory.id, recorded_at: version.recorded_at }));
  const rows = changes.map(({ memory, identity, version, reindex }) => ({
    id: memory.id,
    version: version.version,
    identity,
    origin: memory.origin,
    expires_at: memory.expires_at,
    seen_count: memory.seen_count,
    valid_to: memory.valid_to,
    superseded_at: memory.superseded_at,
    superseded_by: memory.superseded_by,
    reindex,
  }));
  return [
    sql`UPDATE hindsight.versions AS v SET replaced_at = r.recorded_at FROM ${recordsOf(replaced, 'id text, recorded_at bigint')}
      WHERE v.namespace = ${namespace} AND v.memory_id = r.id AND v.replaced_at IS NULL`,
    insertVersions(namespace, changes),
    sql`WITH changed AS (
        UPDATE hindsight.memories AS m SET version = r.version, identity = r.identity, origin = r.origin, expires_at = r.expires_at,
          seen_count = r.seen_count, valid_to = r.valid_to, superseded_at = r.superseded_at, superseded_by = r.superseded_by,
          state = CASE WHEN r.superseded_at IS NULL THEN 'live' ELSE 'superseded' END, swept = false, swept_at = NULL,
          generation = CASE WHEN r.reindex OR m.swept THEN NULL ELSE m.generation END, skipped = m.skipped AND NOT (r.reindex OR m.swept)
        FROM ${recordsOf(
          rows,
          `id text, version integer, identity text, origin text, expires_at bigint, seen_count integer, valid_to bigint, superseded_at bigint,
           superseded_by text, reindex boolean`,
        )} JOIN hindsight.memories AS old ON old.namespace = ${namespace} AND old.id = r.id
        WHERE m.namespace = ${namespace} AND m.id = r.id RETURNING m.id, r.reindex OR old.swept AS index),
      queued AS (
        INSERT INTO hindsight.outbox(namespace, memory_id, kind) SELECT ${namespace}, id, 'index' FROM changed WHERE index
          ON CONFLICT (namespace, memory_id) DO UPDATE SET kind = excluded.kind, attempts = 0, retry_at = 0)
      SELECT hindsight.expect_rows((SELECT count(*) FROM changed), ${rows.length})`,
    sql`DELETE FROM hindsight.memory_tags WHERE namespace = ${namespace} AND memory_id = ANY(${ids})`,
    ...insertTags(namespace, memories),
    sql`DELETE FROM hindsight.summary_sources WHERE namespace = ${namespace} AND summary_id = ANY(${ids})`,
    ...insertSources(namespace, memories),
  ];
}

const seen = (namespace: Namespace, changes: readonly Of<'seen'>[]): SQL =>
  sql`WITH changed AS (
      UPDATE hindsight.memories AS m SET seen_count = r.seen_count FROM ${recordsOf(
        changes.map(({ id, seen_count }) => ({ id, seen_count })),
        'id text, seen_count integer',
      )} WHERE m.namespace = ${namespace} AND m.id = r.id RETURNING m.id)
    SELECT hindsight.expect_rows((SELECT count(*) FROM changed), ${changes.length})`;

const relink = (namespace: Namespace, changes: readonly Of<'relink'>[]): SQL =>
  sql`WITH changed AS (
      UPDATE hindsight.memories AS m SET valid_to = r.valid_to, superseded_at = r.superseded_at, superseded_by = r.superseded_by,
        state = CASE WHEN r.superseded_at IS NOT NULL THEN 'superseded' WHEN m.swept THEN 'expired' ELSE 'live' END
      FROM ${recordsOf(
        changes.map(({ id, valid_to, superseded_at, superseded_by }) => ({ id, valid_to, superseded_at, superseded_by })),
        'id text, valid_to bigint, superseded_at bigint, superseded_by text',
      )} WHERE m.namespace = ${namespace} AND m.id = r.id RETURNING m.id)
    SELECT hindsight.expect_rows((SELECT count(*) FROM changed), ${changes.length})`;
