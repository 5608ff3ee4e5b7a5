import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, identityOf, keyHash, sha256Hex } from '../../../src/domain/text/hash.ts';

describe('hashes', () => {
  it('are SHA-256 over UTF-8', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => sha256Hex(text) === createHash('sha256').update(text).digest('hex')));
  });
  it('fold content, and take a key literally', () => {
    expect(contentHash(' a  b ')).toBe(contentHash('a b'));
    expect(contentHash('A b')).not.toBe(contentHash('a b'));
    expect(keyHash('a  b')).not.toBe(keyHash('a b'));
  });
});

describe('identityOf', () => {
  const fact = { layer: 'semantic', key: null, session_id: null, content: 'tea' } as const;
  const event = { layer: 'episodic', key: null, session_id: 's1', content: 'tea' } as const;

  it('is equal for an identical repeat', () => {
    expect(identityOf(fact)).toBe(identityOf({ ...fact, content: '  tea\n' }));
  });
  it('counts the session of an event, not of a fact', () => {
    expect(identityOf(event)).not.toBe(identityOf({ ...event, session_id: 's2' }));
    expect(identityOf(event)).not.toBe(identityOf({ ...event, session_id: null }));
    expect(identityOf(fact)).toBe(identityOf({ ...fact, session_id: 's2' }));
  });
  it.each([
    ['layer', { ...event, session_id: null }],
    ['key', { ...fact, key: 'drink' }],
    ['an empty key', { ...fact, key: '' }],
    ['case', { ...fact, content: 'Tea' }],
    ['punctuation', { ...fact, content: 'tea.' }],
  ])('differs by %s', (_name, other) => {
    expect(identityOf(other)).not.toBe(identityOf(fact));
  });
  it('lets no field run into the next one', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\\', ' n') });
    fc.assert(
      fc.property(field, field, field, field, (key, content, key2, content2) => {
        fc.pre(key !== key2);
        expect(identityOf({ ...fact, key, content })).not.toBe(identityOf({ ...fact, key: key2, content: content2 }));
      }),
    );
  });
});
