/** Summaries by any service that speaks chat completions: OpenAI, Ollama, vLLM, LM Studio and the like. */
import { err, ok } from '../../domain/result.ts';
import { judgeAnswer } from '../../domain/summarising/judge.ts';
import { summaryPrompt } from '../../domain/summarising/prompt.ts';
import type { Summarizer } from '../../ports/summarizer.ts';
import { readChatAnswer } from './chat-answer.ts';
import { postJson } from './json-service.ts';

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
      const url = `${base_url}/chat/completions`;
      const body = { model, messages, stream: false };
      const answered = await postJson({ url, body, api_key, timeout_ms, answer_bytes_max: ANSWER_BYTES_MAX });
      if (!answered.ok) return err({ cause: answered.failure });
      const answer = readChatAnswer(answered.value);
      if (!answer.ok) return answer;
      const judged = judgeAnswer(answer.value, sources, max_characters);
      return judged.ok ? ok({ text: judged.value, method: 'llm' }) : err({ cause: judged.failure });
    },
  };
}
