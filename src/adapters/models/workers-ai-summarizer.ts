/** Summaries by a chat model behind the Workers AI binding. */
import { err, ok, type Result } from '../../domain/result.ts';
import { judgeAnswer } from '../../domain/summarising/judge.ts';
import { summaryPrompt } from '../../domain/summarising/prompt.ts';
import type { Summarizer, SummarizerFault } from '../../ports/summarizer.ts';
import { readChatAnswer } from './chat-answer.ts';

/** The part of the binding that is used here; `env.AI` has it. */
export interface ChatBinding {
  run(
    model: string,
    input: { readonly messages: readonly { role: string; content: string }[]; readonly max_tokens: number },
  ): Promise<unknown>;
}

const TIMEOUT_MS = 15_000;
/** The binding's own default of 256 would cut a long summary; a Han character is about one token, a Latin one a quarter. */
const TOKENS_PER_CHARACTER = 1;
const TOKENS_SPARE = 256;

export function createWorkersAiSummarizer(binding: ChatBinding, model: string, timeout_ms: number = TIMEOUT_MS): Summarizer {
  return {
    id: `workers-ai:${model}`,
    async summarize({ sources, max_characters }) {
      const { system, user } = summaryPrompt(sources, max_characters);
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      const max_tokens = max_characters * TOKENS_PER_CHARACTER + TOKENS_SPARE;
      const answered = await withTimeout(binding.run(model, { messages, max_tokens }), timeout_ms);
      if (!answered.ok) return answered;
      const answer = readChatAnswer(answered.value);
      if (!answer.ok) return answer;
      const judged = judgeAnswer(answer.value, sources, max_characters);
      return judged.ok ? ok({ text: judged.value, method: 'llm' }) : err({ cause: judged.failure });
    },
  };
}

/** The binding takes no signal, so a late answer is left to arrive unread. */
async function withTimeout(work: Promise<unknown>, timeout_ms: number): Promise<Result<unknown, SummarizerFault>> {
  const { promise: late, resolve } = Promise.withResolvers<Result<unknown, SummarizerFault>>();
  const timer = setTimeout(() => resolve(err({ cause: 'timeout' })), timeout_ms);
  const answered = work.then(
    (value) => ok(value),
    // Its message may quote the prompt; the kind is enough to fall back and say so.
    () => err({ cause: 'unreachable' }),
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
