/**
 * What both lanes serve: lists as data, and calls that go through one place for lookup, failure wording and the observer. A lane only
 * translates between its SDK and this.
 */
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { failureToText } from '../shared/failure-to-wire.ts';
import { ProtocolFault } from './protocol-fault.ts';
import { matchResource } from './resource-uri.ts';
import type {
  Arguments,
  Exchange,
  InputSchema,
  OutputSchema,
  Progress,
  PromptMessage,
  ResourceContent,
  ResourceDefinition,
  Surface,
} from './surface.ts';
import { type CallToolResult, callTool } from './tool-call.ts';

/** The part of an exchange that a lane knows. */
export interface Live {
  readonly signal: AbortSignal;
  readonly progress: ((report: Progress) => Promise<void>) | null;
}

export const noReport = (signal: AbortSignal): Live => ({ signal, progress: null });

export interface DispatcherOptions {
  readonly surface: Surface;
  /** Makes the exchange of one call; `via` says through which tool, prompt or resource. */
  readonly open: (via: string, live: Live) => Exchange;
  /** Hears the outcome of each call, and the cause of an unexpected one. */
  readonly note: (via: string, outcome: string, cause?: unknown) => void;
}

/** A schema as both SDKs type it: theirs is mutable, ours is not, and nobody writes to it. */
type Listed = { type: 'object'; [keyword: string]: unknown };
const listed = (schema: InputSchema | OutputSchema): Listed => ({ ...schema });

const CAPABILITIES = { tools: {}, prompts: {}, resources: {} } as const;

export type Dispatcher = ReturnType<typeof dispatcherFor>;

export function dispatcherFor({ surface, open, note }: DispatcherOptions) {
  const located = (resource: ResourceDefinition) => ({
    name: resource.name,
    title: resource.title,
    description: resource.description,
    mimeType: resource.mimeType,
  });

  /** An error that left here would reach the caller in its own words: both SDKs send the message of whatever is thrown. */
  function opened(via: string, live: Live): Exchange {
    try {
      return open(via, live);
    } catch (error) {
      note(via, 'unexpected', error);
      throw new ProtocolFault('internal', 'The request failed for a reason on our side. Try once more.');
    }
  }

  async function delivered<Value>(via: string, live: Live, work: (exchange: Exchange) => Promise<Result<Value, Failure>>): Promise<Value> {
    const exchange = opened(via, live);
    let outcome: Result<Value, Failure>;
    try {
      outcome = await work(exchange);
    } catch (error) {
      note(via, 'unexpected', error);
      throw new ProtocolFault('internal', `The request failed for a reason on our side (request ${exchange.caller.request_id}).`);
    }
    note(via, outcome.ok ? 'ok' : outcome.failure.kind);
    if (outcome.ok) return outcome.value;
    const kind = outcome.failure.kind === 'unavailable' || outcome.failure.kind === 'rate_limited' ? 'internal' : 'invalid_params';
    throw new ProtocolFault(
      outcome.failure.kind === 'not_found' ? 'resource_not_found' : kind,
      `${failureToText(outcome.failure)} (request ${exchange.caller.request_id})`,
    );
  }

  return {
    introduction: { info: surface.info, instructions: surface.instructions, capabilities: CAPABILITIES },

    listTools: () => ({
      tools: surface.tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema: listed(inputSchema),
        ...(outputSchema === undefined ? {} : { outputSchema: listed(outputSchema) }),
        annotations: { ...annotations },
      })),
    }),

    async callTool(name: string, given: Arguments, live: Live): Promise<CallToolResult> {
      const tool = surface.tools.find((candidate) => candidate.name === name);
      if (tool === undefined) {
        const names = surface.tools.map((candidate) => candidate.name).join(', ');
        throw new ProtocolFault('invalid_params', `Unknown tool. This server has: ${names}.`);
      }
      const via = `mcp:${tool.name}`;
      return callTool(tool, given, opened(via, live), (outcome, cause) => note(via, outcome, cause));
    },

    listPrompts: () => ({
      prompts: surface.prompts.map(({ name, title, description, arguments: parameters }) => ({
        name,
        title,
        description,
        arguments: parameters.map((parameter) => ({ ...parameter })),
      })),
    }),

    async getPrompt(
      name: string,
      given: Readonly<Record<string, string>>,
      live: Live,
    ): Promise<{ description: string; messages: PromptMessage[] }> {
      const prompt = surface.prompts.find((candidate) => candidate.name === name);
      if (prompt === undefined) {
        const names = surface.prompts.map((candidate) => candidate.name).join(', ');
        throw new ProtocolFault('invalid_params', `Unknown prompt. This server has: ${names}.`);
      }
      const messages = await delivered(`mcp:prompt:${prompt.name}`, live, (exchange) => prompt.get(given, exchange));
      return { description: prompt.description, messages: [...messages] };
    },

    listResources: () => ({
      resources: surface.resources.filter(({ template }) => !template).map((resource) => ({ uri: resource.uri, ...located(resource) })),
    }),

    listResourceTemplates: () => ({
      resourceTemplates: surface.resources
        .filter(({ template }) => template)
        .map((resource) => ({ uriTemplate: resource.uri, ...located(resource) })),
    }),

    async readResource(uri: string, live: Live): Promise<{ contents: ResourceContent[] }> {
      const match = matchResource(surface.resources, uri);
      if (match === null) throw new ProtocolFault('resource_not_found', 'There is no such resource.', { uri });
      const { resource, id } = match;
      return { contents: [await delivered(`mcp:resource:${resource.name}`, live, (exchange) => resource.read(id, uri, exchange))] };
    },
  };
}
