import { type Memory, stateOf } from '../../src/domain/memory.ts';
import type { View } from '../../src/domain/view.ts';
import type { Candidate, CandidateSource, Neighbourhood } from '../../src/ports/candidate-source.ts';
import { byChainOrder, byText, type Records, type Row } from './records.ts';
import { matches, seen, visible } from './visibility.ts';

/** Robertson and Zaragoza's constants, as FTS5 has them. */
const K1 = 1.2;
const B = 0.75;

export function createReferenceCandidateSource(records: Records): CandidateSource {
  const source: CandidateSource = {
    gatherMany: (requests) => Promise.all(requests.map((request) => source.gather(request))),

    async gather({ terms, ids, filter, view, lexical_limit, neighbour_radius, neighbour_of }) {
      const rows = [...records.rows.values()];
      const documents = rows.flatMap(({ versions }) => versions.map(({ content }) => records.termsOf(content)));
      const mean_terms = documents.length === 0 ? 0 : documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
      const document_frequency = Object.fromEntries(
        terms.map((term) => [term, documents.filter((words) => words.includes(term)).length] as const),
      );
      const bm25 = (words: readonly string[]): number =>
        terms.reduce((sum, term) => {
          const times = words.filter((word) => word === term).length;
          const holding = document_frequency[term] ?? 0;
          const rarity = Math.max(1e-6, Math.log((documents.length - holding + 0.5) / (holding + 0.5)));
          return sum + (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * words.length) / Math.max(1, mean_terms)));
        }, 0);

      const inView = rows.filter((row) => visible(records, row, view));
      const inScope = inView.filter((row) => matches(seen(row, view), filter));
      const lexical = inScope
        .map((row) => candidate(records, row, view, 'lexical'))
        .filter((found) => found.terms.some((term) => terms.includes(term)))
        .map((found) => ({ found, score: bm25(found.terms) }))
        .sort((a, b) => b.score - a.score || byText(b.found.memory.id, a.found.memory.id))
        .slice(0, lexical_limit)
        .map(({ found }) => found);

      const candidates = new Map(lexical.map((found) => [found.memory.id, found]));
      const asked = ids.flatMap((id) => inScope.filter((row) => row.memory.id === id));
      for (const row of asked) if (!candidates.has(row.memory.id)) candidates.set(row.memory.id, candidate(records, row, view, 'id'));

      const neighbours: Neighbourhood[] = [];
      for (const of of interleave(
        lexical.map(({ memory }) => memory),
        asked.map(({ memory }) => memory),
      ).slice(0, neighbour_of)) {
        if (of.session_id === null) continue;
        const session = inView.filter(({ memory }) => memory.session_id === of.session_id).sort((a, b) => byChainOrder(a.memory, b.memory));
        const place = session.findIndex(({ memory }) => memory.id === of.id);
        for (const [position, row] of session.entries()) {
          const distance = position - place;
          if (distance === 0 || Math.abs(distance) > neighbour_radius || !inScope.includes(row)) continue;
          neighbours.push({ id: row.memory.id, of: of.id, distance });
          if (!candidates.has(row.memory.id)) candidates.set(row.memory.id, candidate(records, row, view, 'neighbour'));
        }
      }
      return {
        candidates: [...candidates.values()],
        neighbours,
        document_frequency,
        documents: documents.length,
        mean_terms,
        live: rows.filter(({ memory }) => stateOf(memory, view.now) === 'live').length,
        occupied: inScope.length > 0,
      };
    },
  };
  return source;
}

function candidate(records: Records, row: Row, view: View, found_by: Candidate['found_by']): Candidate {
  const memory = structuredClone(seen(row, view));
  return { memory, content: memory.content, terms: records.termsOf(memory.content), found_by };
}

/** The best by words and the best by id take turns: both lists come best first, and neither knows the other's scale. */
function interleave(first: readonly Memory[], second: readonly Memory[]): readonly Memory[] {
  const order = new Map<string, Memory>();
  for (let index = 0; index < Math.max(first.length, second.length); index += 1) {
    for (const memory of [first[index], second[index]]) if (memory !== undefined && !order.has(memory.id)) order.set(memory.id, memory);
  }
  return [...order.values()];
}
