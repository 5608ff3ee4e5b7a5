/**
 * Stands in for Qdrant where no real one is to be had: the calls that the adapter uses, with exact arithmetic. It is stricter than Qdrant: a
 * field it does not know, a filter on a field without an index, or a query outside one namespace is refused.
 */
import * as z from 'zod';
import { dot, type JsonRequest, normalise, type OpenServer, Refusal, startJsonServer } from './json-server.ts';

interface Point {
  readonly id: string;
  readonly vector: Float32Array;
  readonly payload: Readonly<Record<string, unknown>>;
}
interface Collection {
  readonly size: number;
  readonly indexes: Map<string, string>;
  readonly points: Map<string, Point>;
}

const VALUE = z.union([z.string(), z.int(), z.boolean()]);
const FIELD = z.union([
  z.strictObject({ key: z.string(), match: z.strictObject({ value: VALUE }) }),
  z.strictObject({ key: z.string(), match: z.strictObject({ any: z.array(z.string()).or(z.array(z.int())) }) }),
  z.strictObject({
    key: z.string(),
    range: z.strictObject({ gt: z.number(), gte: z.number(), lt: z.number(), lte: z.number() }).partial(),
  }),
]);
type Condition = z.output<typeof FIELD> | Filter;
interface Filter {
  readonly must?: readonly Condition[] | undefined;
  readonly should?: readonly Condition[] | undefined;
}
const FILTER: z.ZodType<Filter> = z.strictObject({
  get must() {
    return z.array(z.union([FIELD, FILTER])).optional();
  },
  get should() {
    return z.array(z.union([FIELD, FILTER])).optional();
  },
});
const POINT = z.strictObject({
  id: z.uuid().or(z.int().nonnegative()),
  vector: z.strictObject({ dense: z.array(z.number()) }),
  payload: z.record(z.string(), VALUE),
});
const CREATE = z.strictObject({
  vectors: z.strictObject({ dense: z.strictObject({ size: z.int().positive(), distance: z.literal('Cosine') }) }),
  hnsw_config: z.strictObject({ m: z.int().nonnegative(), payload_m: z.int().nonnegative() }),
});
const INDEX = z.strictObject({
  field_name: z.string(),
  field_schema: z.union([z.enum(['keyword', 'integer']), z.strictObject({ type: z.literal('keyword'), is_tenant: z.boolean() })]),
});
const BATCH = z.strictObject({
  operations: z.array(
    z.union([
      z.strictObject({ upsert: z.strictObject({ points: z.array(POINT).min(1) }) }),
      z.strictObject({ delete: z.strictObject({ filter: FILTER }) }),
    ]),
  ),
});
const QUERY = z.strictObject({
  query: z.array(z.number()),
  using: z.literal('dense'),
  filter: FILTER,
  limit: z.int().positive(),
  with_payload: z.array(z.string()),
});
const QUERIES = z.strictObject({ searches: z.array(QUERY).min(1) });
const FACET = z.strictObject({ key: z.string(), filter: FILTER, limit: z.int().positive(), exact: z.literal(true) });
const COUNT = z.strictObject({ filter: FILTER, exact: z.literal(true) });
const DELETE = z.strictObject({ filter: FILTER });

export async function startQdrantServer(api_key: string): Promise<OpenServer> {
  const collections = new Map<string, Collection>();
  const server = await startJsonServer({
    answer: (request) => {
      if (request.headers['api-key'] !== api_key) throw new Refusal(403, 'Invalid API key or JWT');
      return { result: route(collections, request), status: 'ok', time: 0 };
    },
    refuse: ({ message }) => ({ status: { error: message }, time: 0 }),
  });
  return {
    ...server,
    contents: () =>
      [...collections].map(([name, { points }]) => ({ name, entries: [...points.values()].map(({ id, payload }) => ({ id, payload })) })),
  };
}

function route(collections: Map<string, Collection>, { method, path, search, body }: JsonRequest): unknown {
  const [root, name, ...rest] = path.slice(1).split('/');
  if (root !== 'collections') throw new Refusal(404, 'no such path');
  if (name === undefined) return { collections: [...collections.keys()].map((one) => ({ name: one })) };
  const call = `${method} ${rest.join('/')}`.trim();
  if (call === 'PUT') return create(collections, name, CREATE.parse(body));
  const collection = collections.get(name);
  if (collection === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
  const { points } = collection;
  const matching = (filter: Filter) => [...points.values()].filter(({ payload }) => fits(payload, checked(collection, filter)));
  const mustWait = () => {
    if (search.get('wait') !== 'true') throw new Refusal(400, 'the next query may not see this: say wait=true');
  };
  switch (call) {
    case 'GET':
      return {
        config: { params: { vectors: { dense: { size: collection.size, distance: 'Cosine' } } } },
        payload_schema: Object.fromEntries(
          [...collection.indexes].map(([field, data_type]) => [field, { data_type, points: points.size }]),
        ),
      };
    case 'PUT index': {
      mustWait();
      const { field_name, field_schema } = INDEX.parse(body);
      collection.indexes.set(field_name, typeof field_schema === 'string' ? field_schema : field_schema.type);
      return { operation_id: 1, status: 'completed' };
    }
    case 'POST points/batch':
      mustWait();
      return BATCH.parse(body).operations.map((operation) => {
        if ('upsert' in operation) for (const point of operation.upsert.points) upsert(collection, point);
        else for (const { id } of matching(operation.delete.filter)) points.delete(id);
        return { operation_id: 1, status: 'completed' };
      });
    case 'POST points/delete':
      mustWait();
      for (const { id } of matching(DELETE.parse(body).filter)) points.delete(id);
      return { operation_id: 1, status: 'completed' };
    case 'POST points/count':
      return { count: matching(COUNT.parse(body).filter).length };
    case 'POST points/query':
      return query(collection, QUERY.parse(body), matching);
    case 'POST points/query/batch':
      return QUERIES.parse(body).searches.map((asked) => query(collection, asked, matching));
    case 'POST facet':
      return facet(collection, FACET.parse(body), matching);
    default:
      throw new Refusal(404, 'no such path');
  }
}

function create(collections: Map<string, Collection>, name: string, { vectors }: z.output<typeof CREATE>): boolean {
  if (collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
  collections.set(name, { size: vectors.dense.size, indexes: new Map(), points: new Map() });
  return true;
}

function upsert({ size, points }: Collection, { id, vector, payload }: z.output<typeof POINT>): void {
  if (vector.dense.length !== size)
    throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${vector.dense.length}`);
  points.set(String(id), { id: String(id), vector: normalise(vector.dense), payload });
}

function query(collection: Collection, asked: z.output<typeof QUERY>, matching: (filter: Filter) => readonly Point[]): unknown {
  if (asked.query.length !== collection.size) throw new Refusal(400, 'Wrong input: Vector dimension error');
  const vector = normalise(asked.query);
  const found = matching(asked.filter).map((point) => ({ point, score: dot(vector, point.vector) }));
  return {
    points: found
      .sort((left, right) => right.score - left.score)
      .slice(0, asked.limit)
      .map(({ point, score }) => ({
        id: point.id,
        version: 1,
        score,
        payload: Object.fromEntries(asked.with_payload.map((key) => [key, point.payload[key]])),
      })),
  };
}

function facet(
  collection: Collection,
  { key, filter, limit }: z.output<typeof FACET>,
  matching: (filter: Filter) => readonly Point[],
): unknown {
  if (collection.indexes.get(key) !== 'keyword') throw new Refusal(400, `Index required but not found for "${key}"`);
  const counts = new Map<unknown, number>();
  for (const { payload } of matching(filter)) counts.set(payload[key], (counts.get(payload[key]) ?? 0) + 1);
  const hits = [...counts].map(([value, count]) => ({ value, count }));
  return { hits: hits.sort((left, right) => right.count - left.count).slice(0, limit) };
}

/** In one namespace, and over indexed fields only. */
function checked({ indexes }: Collection, filter: Filter): Filter {
  const inOne = filter.must?.some((condition) => 'key' in condition && condition.key === 'namespace' && 'match' in condition);
  if (inOne !== true) throw new Refusal(400, 'a call across namespaces');
  const check = (condition: Condition): void => {
    if (!('key' in condition)) for (const inner of [...(condition.must ?? []), ...(condition.should ?? [])]) check(inner);
    else if (indexes.get(condition.key) !== ('range' in condition || condition.key === 'chunk' ? 'integer' : 'keyword'))
      throw new Refusal(400, `Index required but not found for "${condition.key}"`);
  };
  check(filter);
  return filter;
}

function fits(payload: Point['payload'], condition: Condition): boolean {
  if (!('key' in condition)) {
    const { must = [], should = [] } = condition;
    return must.every((inner) => fits(payload, inner)) && (should.length === 0 || should.some((inner) => fits(payload, inner)));
  }
  const value = payload[condition.key];
  if ('range' in condition) {
    const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = condition.range;
    return typeof value === 'number' && value > gt && value >= gte && value < lt && value <= lte;
  }
  return 'any' in condition.match ? condition.match.any.some((one) => one === value) : condition.match.value === value;
}
