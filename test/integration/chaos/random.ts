/** Numbers that follow from a seed: the same seed, the same run of choices. */
export interface Random {
  /** 0 or more, below 1. */
  next(): number;
  /** A whole number from 0, below `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  /** Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32, public domain (Tommy Ettinger). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
