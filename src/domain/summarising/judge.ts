import { stripRecalled } from '../context/recognise-fence.ts';
import { err, ok, type Result } from '../result.ts';
import { cleanText, countCharacters } from '../text/clean-text.ts';
import { type Language, languageOf } from '../text/script.ts';
import type { SummarySource } from './source.ts';

export type AnswerFault = 'empty' | 'bad_json' | 'too_long' | 'not_shorter' | 'wrong_language' | 'repeats_prompt';

/** A language that this much of the sources is written in may be the summary's. */
const LANGUAGE_SHARE_MIN = 0.25;

/**
 * What a model answered, made into a summary or refused. Wrappings that models add in spite of the prompt are taken off; nothing is cut to
 * fit, because a cut sentence may say the opposite.
 */
export function judgeAnswer(answer: string, sources: readonly SummarySource[], characters_max: number): Result<string, AnswerFault> {
  const unwrapped = unwrap(answer);
  if (unwrapped === null) return err('bad_json');
  const text = stripRecalled(cleanText(unwrapped).text);
  const characters = countCharacters(text);
  if (!/[\p{L}\p{N}]/u.test(text)) return err('empty');
  if (/<\/?notes>/i.test(text)) return err('repeats_prompt');
  if (characters > characters_max) return err('too_long');
  const total = sources.reduce((sum, { content }) => sum + countCharacters(content), 0);
  if (characters >= total) return err('not_shorter');
  return languagesOf(sources, total).has(languageOf(text)) ? ok(text) : err('wrong_language');
}

/** Null for JSON that is broken or has no summary in it. */
function unwrap(answer: string): string | null {
  const spoken = answer
    .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '')
    .trim()
    .replace(/^```[a-z]*\s*\n?([\s\S]*?)\n?```$/i, '$1')
    .trim();
  if (/^[{[]/.test(spoken)) return fromJson(spoken);
  return spoken
    .replace(/^(?:\*\*)?(?:summary|摘要|总结)(?:\*\*)?\s*[:：]\s*(?:\*\*)?/i, '')
    .replace(/^(["“「])([\s\S]*)(["”」])$/u, '$2')
    .trim();
}

function fromJson(text: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const summary = parsed !== null && typeof parsed === 'object' && 'summary' in parsed ? parsed.summary : undefined;
    return typeof summary === 'string' ? summary : null;
  } catch {
    // Broken JSON is one of the answers this file exists to refuse.
    return null;
  }
}

function languagesOf(sources: readonly SummarySource[], total: number): ReadonlySet<Language> {
  const characters = new Map<Language, number>();
  for (const { content } of sources) {
    const language = languageOf(content);
    characters.set(language, (characters.get(language) ?? 0) + countCharacters(content));
  }
  const languages = new Set<Language>([languageOf(sources.map(({ content }) => content).join('\n'))]);
  for (const [language, count] of characters) if (count / Math.max(1, total) >= LANGUAGE_SHARE_MIN) languages.add(language);
  return languages;
}
