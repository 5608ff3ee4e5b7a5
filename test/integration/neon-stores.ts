import { randomUUID } from 'node:crypto';
import { createNeonStores } from '../../src/adapters/neon/stores.ts';
import { DEFAULT_TUNING } from '../../src/domain/tuning.ts';
import { DATABASE_URL } from './addresses.ts';

export const RETENTION_DAYS = DEFAULT_TUNING.expiry.retention_days;

export const freshNamespace = (): string => `test/${randomUUID()}`;

/** The stores of a namespace (a fresh, empty one unless named) on the run's database, or on another. */
export function neonStores(namespace: string = freshNamespace(), database_url: string = requiredUrl()) {
  return createNeonStores({ database_url, retention_days: RETENTION_DAYS }, namespace);
}

export function requiredUrl(): string {
  if (DATABASE_URL === null) throw new Error('no database: start these tests with npm run test:integration');
  return DATABASE_URL;
}
