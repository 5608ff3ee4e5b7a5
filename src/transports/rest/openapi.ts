/** OpenAPI 3.1, generated from the routes and from the schemas that read requests. */
import * as z from 'zod';
import { wireSchema } from '../shared/commands.ts';
import { NAMESPACE_HEADER } from '../shared/namespace.ts';
import type { Shape } from '../shared/read-fields.ts';
import { REPLY_SCHEMAS, type ReplyName } from '../shared/reply-schemas.ts';
import type { RestRoute } from './route.ts';
import { WRITE_BODY } from './routes/memories.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-scopes': readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, JsonSchema>>;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string; readonly license: JsonSchema };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: JsonSchema;
}

const ERRORS: Readonly<Record<string, string>> = {
  400: 'Not JSON, not an object, or a namespace that is malformed or given twice',
  401: 'No credential, or one that is not valid',
  403: 'Not within the grant or the scopes of the credential',
  404: 'Not there, or not yours',
  409: 'In conflict with what is stored; the message says what to do',
  413: 'The body, or the batch, is over the limit of the route',
  422: 'A field is wrong; it is named in field',
  429: 'Too many requests; wait as Retry-After says',
  503: 'A store is down; wait as Retry-After says',
};

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });

const errorResponses = Object.fromEntries(
  Object.entries(ERRORS).map(([status, description]) => [status, { $ref: `#/components/responses/E${status}`, description }]),
);

const NAMESPACE: Parameter = {
  name: NAMESPACE_HEADER,
  in: 'header',
  required: false,
  description: 'Full name of a namespace that the credential grants; its own when absent',
  schema: { type: 'string' },
};
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same as idempotency_key in the body',
  schema: { type: 'string' },
};

export function openApi(routes: readonly RestRoute[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const methods = paths[route.path] ?? {};
    methods[route.method] = operation(route);
    paths[route.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hindsight',
      version,
      description: 'Memory for agents: searchable, managed, expiring, with provenance. The same service speaks MCP at /mcp.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: hs_…' },
        header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas: Object.fromEntries(Object.entries(REPLY_SCHEMAS).map(([name, schema]) => [name, componentSchema(schema)])),
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([status, description]) => [`E${status}`, { description, content: json('error') }]),
      ),
    },
  };
}

function operation(route: RestRoute): Operation {
  const [, , noun = 'memory'] = route.path.split('/');
  return {
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    operationId: `${route.method}_${route.path.slice(4).replaceAll(/[^a-z]+/g, '_')}`.replace(/_$/, ''),
    tags: [noun],
    security: [{ key: [] }, { header: [] }],
    'x-scopes': route.scopes,
    parameters: [
      ...parameters(route.params ?? {}, 'path'),
      ...parameters(route.query ?? {}, 'query'),
      NAMESPACE,
      ...(route.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBody(route),
    responses: { ...successes(route), ...errorResponses },
  };
}

function parameters(shape: Shape, where: 'path' | 'query'): readonly Parameter[] {
  const { properties } = wireSchema(shape) as { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
  return Object.entries(properties ?? {}).map(([name, { description = '', ...schema }]) => ({
    name,
    in: where,
    required: where === 'path',
    description,
    schema,
  }));
}

/** A body may also name its namespace; it is not a field of any command, so it is added here. */
function bodySchema(shape: Shape, required: readonly string[]): JsonSchema {
  const schema = wireSchema(shape, required) as { readonly properties?: JsonSchema };
  return { ...schema, properties: { ...schema.properties, namespace: { type: 'string', description: NAMESPACE.description } } };
}

function requestBody({ body }: RestRoute): Pick<Operation, 'requestBody'> {
  if (body === undefined) return {};
  if (body === 'ndjson') return { requestBody: { required: true, content: { 'application/x-ndjson': { schema: { type: 'string' } } } } };
  if (body === 'memories') {
    const one = bodySchema(WRITE_BODY.shape, WRITE_BODY.required);
    const many = {
      type: 'object',
      properties: { memories: { type: 'array', maxItems: 500, items: wireSchema(WRITE_BODY.shape, WRITE_BODY.required) } },
      required: ['memories'],
    };
    return { requestBody: { required: true, content: { 'application/json': { schema: { anyOf: [one, many] } } } } };
  }
  const schema = bodySchema(body.shape, body.required);
  return { requestBody: { required: body.optional !== true, content: { 'application/json': { schema } } } };
}

function successes(route: RestRoute): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(route.replies).map(([status, name]) => [status, success(route, status, name)]));
}

function success(route: RestRoute, status: string, name: ReplyName): JsonSchema {
  const description = status === '201' ? 'Created' : 'Done';
  if (name === 'ndjson') return { description, content: { 'application/x-ndjson': { schema: { type: 'string' } } } };
  if (route.body === 'memories' && status === '200') {
    const refs = ['write', 'write_many'].map((ref) => ({ $ref: `#/components/schemas/${ref}` }));
    return { description, content: { 'application/json': { schema: { anyOf: refs } } } };
  }
  return { description, content: json(name) };
}

function componentSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output' });
  return rest;
}
