import { sql } from 'drizzle-orm';
import { type ApiKey, SCOPES } from '../../domain/access/api-key.ts';
import { MINUTE_MS } from '../../domain/instant.ts';
import { pageOf, readPosition } from '../../domain/page-cursor.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { integer, orNull, type SqlRow, text, texts } from '../sql/columns.ts';
import { listOf, Postgres } from './database.ts';

/** A key in steady use is written to at most this often. */
const LAST_USE_GRANULARITY_MS = MINUTE_MS;

/** The directory of credentials, in one table for all namespaces: a key is looked up before its namespace is known. */
export function createNeonKeyStore(database_url: string): KeyStore {
  const postgres = new Postgres(database_url);
  return {
    async find(id) {
      const [rows = []] = await postgres.read(sql`SELECT * FROM hindsight.api_keys WHERE id = ${id}`);
      return rows.map(keyOf)[0] ?? null;
    },

    async insert(key) {
      await postgres.change([
        sql`INSERT INTO hindsight.api_keys(id, secret_sha256, namespace, scopes, label, created_at, expires_at, revoked_at, last_used_at)
          VALUES (${key.id}, ${key.secret_sha256}, ${key.namespace}, ${listOf(key.scopes)}, ${key.label}, ${key.created_at}, ${key.expires_at},
            ${key.revoked_at}, ${key.last_used_at})`,
      ]);
    },

    async list(namespace, { limit, after }) {
      const position = after === null ? ['', ''] : readPosition(after, 'text', 'text');
      if (position === null) return { keys: [], next: null };
      // Below a namespace is what begins with it and a slash; `0` is the character after the slash.
      const [rows = []] = await postgres.read(
        sql`SELECT * FROM hindsight.api_keys
          WHERE (namespace = ${namespace} OR (namespace >= ${`${namespace}/`} AND namespace < ${`${namespace}0`}))
            AND (namespace, id) > (${position[0]}, ${position[1]}) ORDER BY namespace, id LIMIT ${limit + 1}`,
      );
      const { items, next } = pageOf(rows.map(keyOf), limit, (key) => [key.namespace, key.id]);
      return { keys: items, next };
    },

    async revoke(id, at) {
      const [rows = []] = await postgres.change([
        sql`UPDATE hindsight.api_keys SET revoked_at = least(revoked_at, ${at}::bigint) WHERE id = ${id} RETURNING id`,
      ]);
      return rows.length === 1;
    },

    async markUsed(id, at) {
      await postgres.change([
        sql`UPDATE hindsight.api_keys SET last_used_at = ${at}
          WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${at - LAST_USE_GRANULARITY_MS})`,
      ]);
    },
  };
}

const keyOf = (row: SqlRow): ApiKey => {
  const granted = texts(row, 'scopes');
  return {
    id: text(row, 'id'),
    secret_sha256: text(row, 'secret_sha256'),
    namespace: text(row, 'namespace'),
    scopes: SCOPES.filter((scope) => granted.includes(scope)),
    label: orNull(row, 'label', text),
    created_at: integer(row, 'created_at'),
    expires_at: orNull(row, 'expires_at', integer),
    revoked_at: orNull(row, 'revoked_at', integer),
    last_used_at: orNull(row, 'last_used_at', integer),
  };
};
