/** The table of docs/backends.md: the one place where the numbers stand. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/backends.md');
const HEADER = '| call | waits | Postgres | Redis | vectors |';

/** Cells as they are written. `2 + 3`: two before the reply and three after it. `5 / 4`: with Qdrant, and with Upstash Vector. */
export interface DocumentedCost {
  readonly waits: string;
  readonly postgres: string;
  readonly redis: string;
  readonly vectors: string;
}

export function documentedCosts(): ReadonlyMap<string, DocumentedCost> {
  const rows = readFileSync(PAGE, 'utf8')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' '));
  const start = rows.indexOf(HEADER);
  if (start < 0) throw new Error(`docs/backends.md has no table "${HEADER}"`);
  const end = rows.findIndex((row, at) => at > start && !row.startsWith('|'));
  return new Map(
    rows.slice(start + 2, end).map((row) => {
      const [call = '', waits = '', postgres = '', redis = '', vectors = ''] = row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [call, { waits, postgres, redis, vectors }];
    }),
  );
}
