import { type SQL, sql } from 'drizzle-orm';
import type { Json, Memory, MemoryVersion, Namespace } from '../../domain/memory.ts';
import { keyHash } from '../../domain/text/hash.ts';
import { termsOf } from '../../domain/text/terms.ts';
import type { Change } from '../../ports/memory-store.ts';
import { recordsOf } from './database.ts';
import { enqueue } from './outbox.ts';

export type Insert = Extract<Change, { readonly type: 'insert' }>;

/** New memories with their versions, tags, sources and places in chains. */
export function insertMemories(namespace: Namespace, inserts: readonly Insert[]): SQL[] {
  const memories = inserts.map(({ memory }) => memory);
  const queued = inserts.filter(({ index }) => index).map(({ memory }) => memory.id);
  return [
    sql`INSERT INTO hindsight.memories(namespace, id, version, layer, origin, key, key_hash, session_id, identity, occurred_at, created_at,
        expires_at, seen_count, access_count, last_accessed_at, valid_to, superseded_at, superseded_by, state)
      SELECT ${namespace}, r.*, CASE WHEN r.superseded_at IS NULL THEN 'live' ELSE 'superseded' END FROM ${recordsOf(
        inserts.map(({ memory, identity, versions }) => {
          const current = versions.find(({ replaced_at }) => replaced_at === null);
          if (current === undefined) throw new Error('insert: a memory needs a current version');
          return { ...memory, version: current.version, identity, key_hash: hashOf(memory), ...WITHOUT_WORDING };
        }),
        `id text, version integer, layer text, origin text, key text, key_hash text, session_id text, identity text, occurred_at bigint,
         created_at bigint, expires_at bigint, seen_count integer, access_count integer, last_accessed_at bigint, valid_to bigint,
         superseded_at bigint, superseded_by text`,
      )}`,
    insertVersions(
      namespace,
      inserts.flatMap(({ memory, versions }) => versions.map((version) => ({ memory, version }))),
    ),
    ...insertTags(namespace, memories),
    ...insertSources(namespace, memories),
    ...insertLinks(
      namespace,
      memories.map((memory) => ({ ...memory, key_hash: hashOf(memory) })),
    ),
    ...(queued.length > 0 ? [enqueue(namespace, queued, 'index')] : []),
  ];
}

/** Wording and settings belong to the version: they do not travel twice. */
const WITHOUT_WORDING = { content: null, tags: null, metadata: null, source: null } as const;

/** The trigger on the table enters their words into the lexical index. */
export function insertVersions(
  namespace: Namespace,
  wordings: readonly { readonly memory: Pick<Memory, 'source'>; readonly version: MemoryVersion }[],
): SQL {
  const rows = wordings.map(({ memory, version }) => {
    const terms = termsOf(version.content);
    const same = JSON.stringify(version.source) === JSON.stringify(memory.source);
    return {
      ...version,
      terms: terms.join(' '),
      term_count: terms.length,
      source: asJson(memory.source),
      version_source: same ? null : asJson(version.source),
    };
  });
  return sql`INSERT INTO hindsight.versions(namespace, memory_id, version, content, terms, tags, metadata, source, version_source, reason,
      importance, volatility, expires_at, recorded_at, replaced_at, term_count)
    SELECT ${namespace}, r.* FROM ${recordsOf(
      rows,
      `memory_id text, version integer, content text, terms text, tags text[], metadata json, source json, version_source json, reason text,
       importance double precision, volatility text, expires_at bigint, recorded_at bigint, replaced_at bigint, term_count integer`,
    )}`;
}

/** A Source is JSON already; its optional members hide that from the type. */
const asJson = (source: Memory['source']): Json => source as unknown as Json;

const hashOf = ({ key }: Pick<Memory, 'key'>): string | null => (key === null ? null : keyHash(key));

export function insertTags(namespace: Namespace, memories: readonly Memory[]): SQL[] {
  const rows = memories.flatMap(({ id, tags }) => tags.map((tag) => ({ tag, memory_id: id })));
  return whenAny(
    rows,
    () => sql`INSERT INTO hindsight.memory_tags(namespace, tag, memory_id)
      SELECT ${namespace}, r.* FROM ${recordsOf(rows, 'tag text, memory_id text')} ON CONFLICT DO NOTHING`,
  );
}

export function insertSources(namespace: Namespace, memories: readonly Memory[]): SQL[] {
  const rows = memories.flatMap(({ id, source }) => (source.ids ?? []).map((source_id) => ({ source_id, summary_id: id })));
  return whenAny(
    rows,
    () => sql`INSERT INTO hindsight.summary_sources(namespace, source_id, summary_id)
      SELECT ${namespace}, r.* FROM ${recordsOf(rows, 'source_id text, summary_id text')} ON CONFLICT DO NOTHING`,
  );
}

interface Place {
  readonly id: string;
  readonly key_hash: string | null;
  readonly occurred_at: number;
  readonly created_at: number;
}

export function insertLinks(namespace: Namespace, places: readonly Place[]): SQL[] {
  const rows = places
    .filter(({ key_hash }) => key_hash !== null)
    .map(({ id, key_hash, occurred_at, created_at }) => ({ key_hash, occurred_at, created_at, id }));
  return whenAny(
    rows,
    () => sql`INSERT INTO hindsight.links(namespace, key_hash, occurred_at, created_at, id)
      SELECT ${namespace}, r.* FROM ${recordsOf(rows, 'key_hash text, occurred_at bigint, created_at bigint, id text')} ON CONFLICT DO NOTHING`,
  );
}

const whenAny = (rows: readonly unknown[], statement: () => SQL): SQL[] => (rows.length === 0 ? [] : [statement()]);
