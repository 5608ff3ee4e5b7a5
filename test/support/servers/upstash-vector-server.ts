/**
 * Stands in for Upstash Vector, which has no emulator: a dense cosine index with namespaces, the calls and the part of the filter language that
 * the adapter uses, exact arithmetic. Unknown fields, wrong dimensions and names that would break a path are refused.
 */
import * as z from 'zod';
import { dot, normalise, type OpenServer, Refusal, startJsonServer } from './json-server.ts';

interface Kept {
  readonly id: string;
  readonly vector: Float32Array;
  readonly metadata: Readonly<Record<string, unknown>>;
}
type Space = Map<string, Kept>;

export interface UpstashVectorServer extends OpenServer {
  /** Writes become visible only with `settle`, as they do after a while in the hosted service. */
  hold(): void;
  settle(): void;
}

const UPSERT = z.array(
  z.strictObject({
    id: z.string().min(1),
    vector: z.array(z.number()),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
);
const QUERY = z.strictObject({
  vector: z.array(z.number()),
  topK: z.int().min(1).max(1_000),
  filter: z.string(),
  includeMetadata: z.literal(true),
});
const QUERIES = z.union([QUERY.transform((query) => [query]), z.array(QUERY).min(1)]);
const FETCH = z.strictObject({ ids: z.array(z.string()).max(1_000), includeMetadata: z.literal(true) });
const DELETE = z.union([
  z.strictObject({ ids: z.array(z.string()).max(1_000) }),
  z.strictObject({ prefix: z.string().min(1) }),
  z.strictObject({ filter: z.string().min(1) }),
]);

export async function startUpstashVectorServer(token: string, dimension: number): Promise<UpstashVectorServer> {
  const spaces = new Map<string, Space>();
  let held: (() => void)[] | null = null;
  const write = (work: () => void) => (held === null ? work() : held.push(work));
  const server = await startJsonServer({
    answer: ({ method, path, headers, body }) => {
      if (headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'Unauthorized: Invalid auth token');
      if (method !== 'POST') throw new Refusal(405, 'Method Not Allowed');
      const [call = '', namespace = ''] = path.slice(1).split('/');
      if (call === 'info')
        return { result: { vectorCount: 0, pendingVectorCount: held?.length ?? 0, indexSize: 0, dimension, namespaces: {} } };
      if (!/^[A-Za-z0-9_-]+$/.test(namespace)) throw new Refusal(400, `Invalid namespace: ${namespace}`);
      return { result: answer(spaces, call, namespace, body, dimension, write) };
    },
    refuse: ({ message, status }) => ({ error: message, status }),
  });
  return {
    ...server,
    contents: () =>
      [...spaces].map(([name, space]) => ({ name, entries: [...space.values()].map(({ id, metadata }) => ({ id, payload: metadata })) })),
    hold: () => {
      held ??= [];
    },
    settle: () => {
      const works = held ?? [];
      held = null;
      for (const work of works) work();
    },
  };
}

function answer(
  spaces: Map<string, Space>,
  call: string,
  namespace: string,
  body: unknown,
  dimension: number,
  write: (work: () => void) => void,
): unknown {
  const space = spaces.get(namespace) ?? new Map<string, Kept>();
  spaces.set(namespace, space);
  const sized = (vector: readonly number[]): Float32Array => {
    if (vector.length !== dimension) throw new Refusal(422, `Invalid vector dimension: ${vector.length}, expected: ${dimension}`);
    return normalise(vector);
  };
  switch (call) {
    case 'upsert': {
      const vectors = UPSERT.parse(body).map(({ vector, ...rest }) => ({ ...rest, vector: sized(vector) }));
      write(() => {
        for (const one of vectors) space.set(one.id, one);
      });
      return 'Success';
    }
    case 'query': {
      const found = QUERIES.parse(body).map(({ vector, topK, filter }) => {
        const [asked, fits] = [sized(vector), filterOf(filter)];
        const fitting = [...space.values()].filter(({ metadata }) => fits(metadata));
        const scored = fitting.map(({ id, vector: kept, metadata }) => ({ id, score: (1 + dot(asked, kept)) / 2, metadata }));
        return scored.sort((left, right) => right.score - left.score).slice(0, topK);
      });
      // A list of one query is answered as that query, as the hosted service does.
      return found.length === 1 ? found[0] : found;
    }
    case 'fetch':
      return FETCH.parse(body).ids.map((id) => {
        const kept = space.get(id);
        return kept === undefined ? null : { id, metadata: kept.metadata };
      });
    case 'delete': {
      const chosen = DELETE.parse(body);
      const fits = 'filter' in chosen ? filterOf(chosen.filter) : () => false;
      const doomed = [...space.values()].filter(({ id, metadata }) =>
        'ids' in chosen ? chosen.ids.includes(id) : 'prefix' in chosen ? id.startsWith(chosen.prefix) : fits(metadata),
      );
      write(() => {
        for (const { id } of doomed) space.delete(id);
      });
      return { deleted: doomed.length };
    }
    default:
      throw new Refusal(404, `no such endpoint: ${call}`);
  }
}

type Fits = (metadata: Readonly<Record<string, unknown>>) => boolean;

/** Comparisons joined by AND. A quote inside a value is refused: how to write one is documented nowhere. */
function filterOf(text: string): Fits {
  const parts = text.split(' AND ').map(comparisonOf);
  return (metadata) => parts.every((fits) => fits(metadata));
}

function comparisonOf(part: string): Fits {
  const list = /^(\w+) IN \(('[^']*'(?:, '[^']*')*)\)$/.exec(part);
  if (list !== null) {
    const values = (list[2] ?? '').split(', ').map((quoted) => quoted.slice(1, -1));
    return (metadata) => values.some((value) => value === metadata[list[1] ?? '']);
  }
  const single = /^(\w+) (=|!=|>=|<=|>|<) ('[^']*'|-?\d+)$/.exec(part);
  if (single === null) throw new Refusal(400, `Invalid filter: ${part}`);
  const [, field = '', operator = '', written = ''] = single;
  const value: string | number = written.startsWith("'") ? written.slice(1, -1) : Number(written);
  if (typeof value === 'string' && !['=', '!='].includes(operator)) throw new Refusal(400, `Invalid filter: ${part}`);
  return (metadata) => compare(metadata[field], operator, value);
}

function compare(kept: unknown, operator: string, value: string | number): boolean {
  if (operator === '=') return kept === value;
  if (operator === '!=') return kept !== value;
  if (typeof kept !== 'number' || typeof value !== 'number') return false;
  return operator === '>=' ? kept >= value : operator === '<=' ? kept <= value : operator === '>' ? kept > value : kept < value;
}
