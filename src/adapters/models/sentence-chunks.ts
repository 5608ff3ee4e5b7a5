/** Splits long text on sentence borders, so that each part fits an embedder. */

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const WORDS = new Intl.Segmenter('zh', { granularity: 'word' });

/** Characters of Latin text that make a token at least; of other scripts it is nearly one and a half tokens a character at most. */
const LATIN_CHARACTERS_PER_TOKEN = 3;
const TOKENS_PER_CHARACTER = 1.5;

/** Errs on the high side for the tokenizers we know, so that no part is cut by a service without a word. */
export function estimateTokens(text: string): number {
  const latin = text.match(/[\p{ASCII}\p{Script=Latin}]/gu)?.length ?? 0;
  return Math.ceil(latin / LATIN_CHARACTERS_PER_TOKEN + (text.length - latin) * TOKENS_PER_CHARACTER);
}

/**
 * Parts of at most `limit` tokens by `measure`, in order; their concatenation is the text, outer white space aside. A sentence that is too long is
 * split between words, a word that is too long in its middle.
 */
export function sentenceChunks(text: string, limit: number, measure: (part: string) => number): string[] {
  if (measure(text) <= limit) return [text];
  const chunks: string[] = [];
  let current = '';
  let used = 0;
  const flush = (): void => {
    if (current.trim() !== '') chunks.push(current.trim());
    current = '';
    used = 0;
  };
  const add = (part: string, finer: (part: string) => string[]): void => {
    const tokens = measure(part);
    if (tokens > limit && part.length > 1) {
      for (const smaller of finer(part)) add(smaller, finer === words ? halves : finer);
      return;
    }
    if (used + tokens > limit) flush();
    current += part;
    used += tokens;
  };
  for (const { segment } of SENTENCES.segment(text)) add(segment, words);
  flush();
  return chunks;
}

function words(sentence: string): string[] {
  return [...WORDS.segment(sentence)].map(({ segment }) => segment);
}

function halves(word: string): string[] {
  const points = [...word];
  const middle = Math.ceil(points.length / 2);
  return [points.slice(0, middle).join(''), points.slice(middle).join('')];
}
