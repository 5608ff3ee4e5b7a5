import { index, text as plainText } from 'drizzle-orm/pg-core';
import { hindsight, instant, text } from './schema.ts';

/** The directory of credentials: looked up by id before any namespace is known. */
export const api_keys = hindsight.table(
  'api_keys',
  {
    id: text('id').primaryKey(),
    secret_sha256: plainText('secret_sha256').notNull(),
    namespace: text('namespace').notNull(),
    scopes: plainText('scopes').array().notNull(),
    label: plainText('label'),
    created_at: instant('created_at').notNull(),
    expires_at: instant('expires_at'),
    revoked_at: instant('revoked_at'),
    last_used_at: instant('last_used_at'),
  },
  (table) => [index('api_keys_namespace').on(table.namespace, table.id)],
);
