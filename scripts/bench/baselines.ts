/** What an agent has without a memory service: grep, and plain BM25 over the product's own terms. */
import { queryTermsOf, termsOf } from '../../src/domain/text/terms.ts';
import type { BenchMemory } from './recall-data.ts';

export type Ranker = (query: string, limit: number) => readonly string[];

/** One case-insensitive grep for each word of three letters and more; most distinct words first, then the newest. */
export function grepRanker(memories: readonly BenchMemory[]): Ranker {
  const texts = memories.map(({ id, content }) => ({ id, text: content.toLowerCase() }));
  return (query, limit) => {
    const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])];
    return texts
      .map(({ id, text }, index) => ({ id, index, found: words.filter((word) => text.includes(word)).length }))
      .filter(({ found }) => found > 0)
      .sort((a, b) => b.found - a.found || b.index - a.index)
      .slice(0, limit)
      .map(({ id }) => id);
  };
}

const K1 = 1.2;
const B = 0.75;

export function bm25Ranker(memories: readonly BenchMemory[]): Ranker {
  const documents = memories.map(({ id, content }) => {
    const terms = termsOf(content);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { id, counts, length: terms.length };
  });
  const holding = new Map<string, number>();
  for (const { counts } of documents) for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const mean = documents.reduce((total, { length }) => total + length, 0) / Math.max(1, documents.length);
  const rarity = (term: string) => {
    const held = holding.get(term) ?? 0;
    return Math.log(1 + (documents.length - held + 0.5) / (held + 0.5));
  };
  return (query, limit) => {
    const terms = queryTermsOf(query);
    return documents
      .map(({ id, counts, length }, index) => {
        const score = terms.reduce((total, term) => {
          const times = counts.get(term) ?? 0;
          return times === 0 ? total : total + (rarity(term) * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / mean));
        }, 0);
        return { id, index, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.index - b.index)
      .slice(0, limit)
      .map(({ id }) => id);
  };
}
