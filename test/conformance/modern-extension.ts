/** Input requests, completion and logging of the 2026-07-28 revision, as the suite's fixture tools use them. */
import { createHmac } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { LaneExtensions } from '../../src/transports/mcp/lanes.ts';
import type { CallToolResult } from '../../src/transports/mcp/tool-call.ts';
import { pause } from './fixture-surface.ts';

type Requests = NonNullable<InputRequiredResult['inputRequests']>;
type Request = Requests[string];

const says = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

const elicit = (message: string, name: string, type: 'string' | 'boolean' = 'string'): Request => {
  const field = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const };
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: { type: 'object', properties: { [name]: field }, required: [name] } },
  };
};
const sample = (words: string, maxTokens: number): Request => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
});
const ROOTS: Request = { method: 'roots/list', params: {} };

const need = (inputRequests: Requests, state?: string): InputRequiredResult => ({
  resultType: 'input_required',
  inputRequests,
  ...(state === undefined ? {} : { requestState: sealed(state) }),
});

/** State goes through the client, so it is signed; a fixture has no secret worth the name. */
const seal = (state: string): string => createHmac('sha256', 'conformance fixture').update(state).digest('hex');
const sealed = (state: string): string => `${state}.${seal(state)}`;

function opened({ mcpReq }: ServerContext): string | null {
  const given: unknown = mcpReq.requestState();
  if (typeof given !== 'string') return null;
  const [state = '', signature] = given.split('.');
  if (signature === seal(state)) return state;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
}

/** The answers under these keys, or null while one is missing or is no object of the wanted form. */
function answers({ mcpReq }: ServerContext, accept: Readonly<Record<string, (answer: object) => boolean>>): readonly unknown[] | null {
  const found: unknown[] = [];
  for (const [key, fits] of Object.entries(accept)) {
    const answer = mcpReq.inputResponses?.[key];
    if (typeof answer !== 'object' || answer === null || !fits(answer)) return null;
    found.push(answer);
  }
  return found;
}

const accepted = (name: string) => (answer: object) =>
  'content' in answer && typeof answer.content === 'object' && answer.content !== null && name in answer.content;
const sampled = (answer: object) => 'content' in answer;
const rooted = (answer: object) => 'roots' in answer;

function declared({ mcpReq }: ServerContext): object {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  return typeof capabilities === 'object' && capabilities !== null ? capabilities : {};
}

async function answerTool(name: string, context: ServerContext): Promise<CallToolResult | InputRequiredResult | null> {
  switch (name) {
    case 'test_input_required_result_elicitation': {
      const found = answers(context, { user_name: accepted('name') });
      return found === null ? need({ user_name: elicit('What is your name?', 'name') }) : says(`Hello, ${JSON.stringify(found)}!`);
    }
    case 'test_input_required_result_sampling': {
      const found = answers(context, { capital_question: sampled });
      return found === null ? need({ capital_question: sample('What is the capital of France?', 100) }) : says(JSON.stringify(found));
    }
    case 'test_input_required_result_list_roots': {
      const found = answers(context, { client_roots: rooted });
      return found === null ? need({ client_roots: ROOTS }) : says(JSON.stringify(found));
    }
    case 'test_input_required_result_request_state':
    case 'test_input_required_result_tampered_state': {
      const state = opened(context);
      const found = answers(context, { confirm: accepted('ok') });
      return found === null || state === null ? need({ confirm: elicit('Please confirm', 'ok', 'boolean') }, 'asked') : says('state-ok');
    }
    case 'test_input_required_result_multiple_inputs': {
      const state = opened(context);
      const found = answers(context, { user_name: accepted('name'), greeting: sampled, client_roots: rooted });
      if (found !== null && state !== null) return says(JSON.stringify(found));
      return need(
        { user_name: elicit('What is your name?', 'name'), greeting: sample('Generate a greeting', 50), client_roots: ROOTS },
        'asked',
      );
    }
    case 'test_input_required_result_multi_round': {
      const state = opened(context);
      if (state === 'two' && answers(context, { step2: accepted('color') }) !== null) return says('Both steps answered.');
      if (state !== null && answers(context, { step1: accepted('name') }) !== null)
        return need({ step2: elicit('Step 2: What is your favorite color?', 'color') }, 'two');
      return need({ step1: elicit('Step 1: What is your name?', 'name') }, 'one');
    }
    case 'test_input_required_result_capabilities': {
      const requests: Requests = {};
      if ('sampling' in declared(context)) requests.thought = sample('Think of a number', 10);
      if ('elicitation' in declared(context)) requests.user_name = elicit('What is your name?', 'name');
      return answers(context, Object.fromEntries(Object.keys(requests).map((key) => [key, () => true]))) === null
        ? need(requests)
        : says('Answered.');
    }
    case 'test_missing_capability':
      if (!('sampling' in declared(context))) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
      return says('The client can sample.');
    case 'test_streaming_elicitation':
      return need({ user_name: elicit('What is your name?', 'name') });
    case 'test_logging_tool':
      await context.mcpReq.log('info', 'Only for those who asked.');
      await pause();
      return says('Logged.');
    default:
      return null;
  }
}

export const modernExtension: NonNullable<LaneExtensions['modern']> = (server, handlers) => {
  server.registerCapabilities({ completions: {}, logging: {} });
  server.removeRequestHandler('logging/setLevel');
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  server.setRequestHandler(
    'tools/call',
    async (request, context) => (await answerTool(request.params.name, context)) ?? handlers.callTool(request, context),
  );
  server.setRequestHandler('prompts/get', async (request, context) => {
    if (request.params.name !== 'test_input_required_result_prompt') return handlers.getPrompt(request, context);
    if (answers(context, { user_context: accepted('context') }) === null)
      return need({ user_context: elicit('What context should the prompt use?', 'context') });
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'With context.' } }] };
  });
};
