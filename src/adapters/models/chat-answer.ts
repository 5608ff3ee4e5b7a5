/** What chat models of different makers answer with, read to a text or a named fault. Faults name a kind and never hold what was said. */

import { isObject } from '../../domain/json-object.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { SummarizerFault } from '../../ports/summarizer.ts';

const fault = (cause: string) => err<SummarizerFault>({ cause });

/** Accepts the chat-completions form (text or parts) and the `response` of Workers AI. */
export function readChatAnswer(body: unknown): Result<string, SummarizerFault> {
  if (!isObject(body)) return fault('bad_json');
  if ('response' in body) return typeof body.response === 'string' ? ok(body.response) : fault('bad_json');
  const [choice] = Array.isArray(body.choices) ? (body.choices as unknown[]) : [];
  if (!isObject(choice)) return fault('bad_json');
  // A cut-off answer may have lost its last "not"; it is no summary.
  if (choice.finish_reason === 'length') return fault('cut_off');
  if (choice.finish_reason === 'content_filter') return fault('filtered');
  const message = isObject(choice.message) ? choice.message : {};
  if (typeof message.refusal === 'string' && message.refusal !== '') return fault('refused');
  const { content } = message;
  if (typeof content === 'string') return ok(content);
  if (Array.isArray(content))
    return ok(content.map((part: unknown) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join(''));
  return content === null ? fault('empty') : fault('bad_json');
}
