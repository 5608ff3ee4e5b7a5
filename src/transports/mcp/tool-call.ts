/**
 * One tool call from arguments to result. Success: the same facts as structuredContent and as compact JSON text, because some clients show
 * the model only the one, some only the other. Failure: `isError` and text alone (clients drop structured content of errors).
 */
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { failureToText } from '../shared/failure-to-wire.ts';
import type { Arguments, ContentBlock, Exchange, ToolDefinition, ToolReply } from './surface.ts';

export interface CallToolResult {
  [name: string]: unknown;
  content: ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const errorResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** Declared parameters that came as text and were read as what they are: harmless, and said in the reply. */
function coercedNames(tool: ToolDefinition, given: Arguments): readonly string[] {
  return Object.entries(tool.inputSchema.properties)
    .filter(([name, schema]) => schema.type !== 'string' && typeof given[name] === 'string')
    .map(([name]) => name);
}

function successResult(tool: ToolDefinition, given: Arguments, reply: ToolReply): CallToolResult {
  if ('content' in reply) return { content: [...reply.content], ...(reply.isError === true ? { isError: true } : {}) };
  const coerced = coercedNames(tool, given);
  const structured = coerced.length === 0 ? { ...reply.structured } : { ...reply.structured, coerced };
  return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
}

/** `note` hears how it ended: `ok`, the kind of failure, `cancelled`, or `unexpected` with the cause, which never reaches the reply. */
export async function callTool(
  tool: ToolDefinition,
  given: Arguments,
  exchange: Exchange,
  note: (outcome: string, cause?: unknown) => void,
): Promise<CallToolResult> {
  let outcome: Result<ToolReply, Failure>;
  try {
    outcome = await tool.call(given, exchange);
  } catch (error) {
    if (exchange.signal.aborted) {
      note('cancelled');
      return errorResult('cancelled: the call was withdrawn.');
    }
    note('unexpected', error);
    return errorResult(
      `internal: The call failed for a reason on our side. Try once more; if it fails again, report request ${exchange.caller.request_id}.`,
    );
  }
  if (!outcome.ok) {
    note(outcome.failure.kind);
    return errorResult(`${failureToText(outcome.failure)} (request ${exchange.caller.request_id})`);
  }
  note('ok');
  return successResult(tool, given, outcome.value);
}
