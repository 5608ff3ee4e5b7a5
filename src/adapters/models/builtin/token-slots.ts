/** Which token's products lie where: a fixed number of slots, of which the one unused for longest is given away. */

export interface TokenSlots {
  /** The slot of a token, which counts as used by that; `fresh` when it has just been given to this token and holds nothing of it yet. */
  take(id: number): { readonly slot: number; readonly fresh: boolean };
}

export function tokenSlots(count: number): TokenSlots {
  // In the order of use: a map keeps the order in which its keys were set.
  const slots = new Map<number, number>();
  return {
    take(id) {
      const known = slots.get(id);
      if (known !== undefined) {
        slots.delete(id);
        slots.set(id, known);
        return { slot: known, fresh: false };
      }
      let slot = slots.size;
      if (slot === count)
        for (const [oldest, its] of slots) {
          slots.delete(oldest);
          slot = its;
          break;
        }
      slots.set(id, slot);
      return { slot, fresh: true };
    },
  };
}
