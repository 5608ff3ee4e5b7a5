/** How many distinct terms a text shares with each of those entered before it, by an inverted list: a search compares up to 150 texts with each other. */
export class SharedTerms {
  readonly #holders = new Map<string, number[]>();
  #entered = 0;

  enter(terms: ReadonlySet<string>): void {
    for (const term of terms) {
      const holders = this.#holders.get(term);
      if (holders === undefined) this.#holders.set(term, [this.#entered]);
      else holders.push(this.#entered);
    }
    this.#entered += 1;
  }

  /** One count for each entered text, in order. */
  countsOf(terms: ReadonlySet<string>): Uint32Array {
    const counts = new Uint32Array(this.#entered);
    for (const term of terms) for (const holder of this.#holders.get(term) ?? []) counts[holder] = (counts[holder] ?? 0) + 1;
    return counts;
  }
}
