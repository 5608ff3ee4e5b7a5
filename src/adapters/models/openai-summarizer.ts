/** Summaries by any service that speaks chat completions: OpenAI, Ollama, vLLM, LM Studio and the like. */
import { err, ok, type Result } from '../../domain/result.ts';
import { judgeAnswer } from '../../domain/summarising/judge.ts';
import { summaryPrompt } from '../../domain/summarising/prompt.ts';
import type { Summarizer, SummarizerFault } from '../../ports/summarizer.ts';
import { readChatAnswer } from './chat-answer.ts';

export interface OpenAiSummarizerOptions {
  /** Up to and including the version: `https://api.openai.com/v1`. */
  readonly base_url: string;
  readonly api_key: string | null;
  readonly model: string;
  readonly timeout_ms?: number;
}

/** A write may wait for this when items leave working memory; then the extractive summary is better than waiting on. */
const TIMEOUT_MS = 15_000;
/** A summary has at most 4,000 characters; a reasoning model may think aloud before it. */
const ANSWER_BYTES_MAX = 262_144;

export function createOpenAiSummarizer({ base_url, api_key, model, timeout_ms = TIMEOUT_MS }: OpenAiSummarizerOptions): Summarizer {
  return {
    id: `openai:${model}`,
    async summarize({ sources, max_characters }) {
      const { system, user } = summaryPrompt(sources, max_characters);
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      // Neither a token limit nor a temperature: models differ in the names and values that they accept.
      const answered = await post(`${base_url}/chat/completions`, { model, messages, stream: false }, api_key, timeout_ms);
      if (!answered.ok) return answered;
      const judged = judgeAnswer(answered.value, sources, max_characters);
      return judged.ok ? ok({ text: judged.value, method: 'llm' }) : err({ cause: judged.failure });
    },
  };
}

async function post(url: string, body: object, api_key: string | null, timeout_ms: number): Promise<Result<string, SummarizerFault>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(api_key === null ? {} : { authorization: `Bearer ${api_key}` }),
      },
      body: JSON.stringify(body),
      // A redirect would carry the notes to a host that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return err({ cause: `http_${response.status}` });
    }
    const text = await readBounded(response, ANSWER_BYTES_MAX);
    return text === null ? err({ cause: 'answer_too_large' }) : readJson(text);
  } catch (problem) {
    // Whatever the network did, the caller falls back to an extractive summary and says which kind of fault it was.
    return err({ cause: problem instanceof Error && problem.name === 'TimeoutError' ? 'timeout' : 'unreachable' });
  }
}

/** Null when the body is larger; the rest of it is not read. */
async function readBounded(response: Response, bytes_max: number): Promise<string | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > bytes_max) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function readJson(text: string): Result<string, SummarizerFault> {
  try {
    return readChatAnswer(JSON.parse(text));
  } catch {
    // Not JSON: a proxy's error page, or an answer that broke off.
    return err({ cause: 'bad_json' });
  }
}
