import type { Result } from '../domain/result.ts';

export interface SummaryRequest {
  /** In time order. */
  readonly sources: readonly { readonly content: string; readonly role?: string; readonly importance: number }[];
  /** Code points, hard ceiling. */
  readonly max_characters: number;
}

export interface Summary {
  readonly text: string;
  readonly method: 'llm' | 'extractive';
}

export interface SummarizerFault {
  /** `timeout`, `http_500`, `bad_json`, `empty`, `too_long`, `wrong_language`, ... : named in the reply, never the text. */
  readonly cause: string;
}

export interface Summarizer {
  readonly id: string;
  summarize(request: SummaryRequest): Promise<Result<Summary, SummarizerFault>>;
}
