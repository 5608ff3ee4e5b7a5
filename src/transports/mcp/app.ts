/**
 * MCP over streamable HTTP at `/mcp` and `/mcp/`: the shell serves both spellings and never redirects (a redirect loses the Authorization
 * header). Host, Origin, preflight, access, rate and namespace are the same as in front of REST.
 */
import type { Hono } from 'hono';
import { BODY_BYTES_MAX } from '../../domain/limits.ts';
import { ok } from '../../domain/result.ts';
import { requireScopes } from '../shared/access.ts';
import { access, callerOf, type DoorContext, type DoorDependencies, type DoorEnv } from '../shared/door.ts';
import { failureToWire } from '../shared/failure-to-wire.ts';
import { describeError } from '../shared/observe.ts';
import { readBody } from '../shared/request-limits.ts';
import { refuse } from '../shared/respond.ts';
import { createShell, type Door } from '../shared/shell.ts';
import { clientOf } from './client.ts';
import { dispatcherFor } from './dispatch.ts';
import { answerMessage, isJsonRequest, methodNotAllowed, scopesNeeded, unsupportedMediaType } from './door.ts';
import type { LaneExtensions } from './lanes.ts';
import { surfaceOf } from './profiles/profile.ts';
import { TRANSPORT_ERROR } from './protocol-fault.ts';
import { asList, type RpcMessage } from './rpc-message.ts';
import { rpcError } from './rpc-response.ts';
import type { Surface } from './surface.ts';

export interface McpAppOptions {
  /** What is offered instead of the product's own tools, prompts and resources. */
  readonly surface?: Surface;
  /** Only a conformance fixture extends the lanes. */
  readonly extensions?: LaneExtensions;
}

const PATH = '/mcp';

/** Methods that are worth telling apart in a log; anything else a caller makes up is one word. */
const KNOWN_METHODS: ReadonlySet<unknown> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

const verbOf = ({ method }: RpcMessage): string => (KNOWN_METHODS.has(method) ? `mcp:${String(method)}` : 'mcp:other');

/** The MCP door, to be hung into the shell beside others. */
export const mcpDoor =
  (dependencies: DoorDependencies, options: McpAppOptions = {}): Door =>
  (app) => {
    // A method that is not served needs no credential to be told so: clients probe with GET and DELETE, and wait for the answer.
    app.use(PATH, async (context, next) => (context.req.method === 'POST' ? next() : methodNotAllowed()));
    app.use(PATH, access(dependencies));
    app.post(PATH, (context) => answerPost(context, dependencies, options));
  };

/** MCP alone, in its shell: for tests and for the conformance fixture. */
export const createMcpApp = (dependencies: DoorDependencies, options: McpAppOptions = {}): Hono<DoorEnv> =>
  createShell(dependencies, [mcpDoor(dependencies, options)]);

async function answerPost(
  context: DoorContext,
  dependencies: DoorDependencies,
  { surface: fixed, extensions }: McpAppOptions,
): Promise<Response> {
  const request = context.req.raw;
  if (!isJsonRequest(request)) return unsupportedMediaType();
  const bytes = await readBody(request, BODY_BYTES_MAX);
  if (!bytes.ok) return rpcError(failureToWire(bytes.failure).status, TRANSPORT_ERROR, bytes.failure.message);

  const offered = fixed === undefined ? surfaceOf(request) : ok(fixed);
  if (!offered.ok) return rpcError(400, TRANSPORT_ERROR, offered.failure);
  const surface = offered.value;
  const namespace = context.get('namespace');
  const unexpected = (cause: unknown) =>
    dependencies.observer.observe({ event: 'unexpected', request_id: context.get('requestId'), cause: describeError(cause) });
  const makeDispatcher = (message: RpcMessage | undefined) =>
    dispatcherFor({
      surface,
      open: (via, { signal, progress }) => {
        const caller = callerOf(context, via, namespace);
        return {
          service: dependencies.serviceFor(namespace),
          caller: { ...caller, client: clientOf(message) ?? caller.client },
          signal,
          progress,
        };
      },
      note: (via, outcome, cause) => {
        context.set('verb', via);
        context.set('outcome', outcome);
        if (outcome === 'unexpected') unexpected(cause);
      },
    });

  return answerMessage(request, bytes.value, {
    dispatcher: (messages) => {
      const [first] = asList(messages);
      if (first !== undefined) context.set('verb', verbOf(first));
      return makeDispatcher(first);
    },
    refuseScope: (message) => {
      const allowed = requireScopes(context.get('principal'), scopesNeeded(surface, message));
      return allowed.ok ? null : refuse(context, allowed.failure, dependencies.tokens);
    },
    reportsProgress: (name) => surface.tools.some((tool) => tool.name === name && tool.reports_progress === true),
    onError: unexpected,
    ...(extensions === undefined ? {} : { extensions }),
  });
}
