import { describe, expect, it } from 'vitest';
import { IDENTIFIER_CHARACTERS_MAX } from '../../../src/domain/limits.ts';
import { checkIdentifier, isNamespace } from '../../../src/domain/text/identifier.ts';

describe('checkIdentifier', () => {
  it.each(['a', 'user.seat_preference', '用户.座位', 'a b', 'a_b', '100%', "it's", '😀'.repeat(IDENTIFIER_CHARACTERS_MAX)])(
    'accepts %j',
    (text) => {
      expect(checkIdentifier(text)).toBeNull();
    },
  );
  it.each([
    ['', /empty/],
    ['a'.repeat(IDENTIFIER_CHARACTERS_MAX + 1), /at most 256/],
    ['a\u0000b', /control/],
    ['a\nb', /control/],
    ['a\u0085b', /control/],
    ['\ud83d', /Unicode/],
  ])('refuses %j', (text, message) => {
    expect(checkIdentifier(text)).toMatch(message);
  });
});

describe('isNamespace', () => {
  it.each(['default', 'team/agent-1', 'a@b.org:x_1', 'a'.repeat(128)])('accepts %j', (text) => {
    expect(isNamespace(text)).toBe(true);
  });
  it.each(['', 'a b', '租户', 'a'.repeat(129), 'a\n', 'a?b'])('refuses %j', (text) => {
    expect(isNamespace(text)).toBe(false);
  });
});
