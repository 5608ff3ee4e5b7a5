import { describe, expect, it } from 'vitest';
import { tokenSlots } from '../../../src/adapters/models/builtin/token-slots.ts';

describe('slots of tokens', () => {
  it('gives away the one that was unused for longest, and says when a slot is new to its token', () => {
    const slots = tokenSlots(2);
    expect(slots.take(7)).toEqual({ slot: 0, fresh: true });
    expect(slots.take(0)).toEqual({ slot: 1, fresh: true });
    expect(slots.take(7)).toEqual({ slot: 0, fresh: false });
    expect(slots.take(9)).toEqual({ slot: 1, fresh: true });
    expect(slots.take(7)).toEqual({ slot: 0, fresh: false });
    expect(slots.take(0)).toEqual({ slot: 1, fresh: true });
    expect(slots.take(9)).toEqual({ slot: 0, fresh: true });
  });
});
