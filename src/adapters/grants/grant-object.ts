/** One shard of the OAuth store: a table of named values with expiry. What has expired is never read, and swept within the hour. */
import { DurableObject } from 'cloudflare:workers';
import { HOUR_MS, type Instant } from '../../domain/instant.ts';

const SWEEP_EVERY_MS = HOUR_MS;

export interface GrantRow {
  readonly name: string;
  readonly metadata: string | null;
}

export class GrantObject extends DurableObject {
  constructor(context: DurableObjectState, env: object) {
    super(context, env as never);
    context.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS grants (name TEXT PRIMARY KEY, value TEXT NOT NULL, metadata TEXT, expires_at INTEGER) WITHOUT ROWID',
    );
  }

  read(name: string, now: Instant): string | null {
    const [row] = this.ctx.storage.sql
      .exec<{ value: string }>('SELECT value FROM grants WHERE name = ? AND (expires_at IS NULL OR expires_at > ?)', name, now)
      .toArray();
    return row?.value ?? null;
  }

  async write(name: string, value: string, metadata: string | null, expires_at: Instant | null): Promise<void> {
    this.ctx.storage.sql.exec('INSERT OR REPLACE INTO grants VALUES (?, ?, ?, ?)', name, value, metadata, expires_at);
    if (expires_at !== null) await this.#sweepLater();
  }

  remove(name: string): void {
    this.ctx.storage.sql.exec('DELETE FROM grants WHERE name = ?', name);
  }

  /** One more than `limit` when there are more. */
  page(prefix: string, after: string, limit: number, now: Instant): GrantRow[] {
    return this.ctx.storage.sql
      .exec<{ name: string; metadata: string | null }>(
        `SELECT name, metadata FROM grants WHERE name >= ?1 AND name < ?1 || char(1114111) AND name > ?2
           AND (expires_at IS NULL OR expires_at > ?3) ORDER BY name LIMIT ?4`,
        prefix,
        after,
        now,
        limit + 1,
      )
      .toArray();
  }

  override async alarm(): Promise<void> {
    this.ctx.storage.sql.exec('DELETE FROM grants WHERE expires_at <= ?', Date.now());
    const [left] = this.ctx.storage.sql.exec('SELECT 1 FROM grants WHERE expires_at IS NOT NULL LIMIT 1').toArray();
    if (left !== undefined) await this.#sweepLater();
  }

  async #sweepLater(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS);
  }
}
