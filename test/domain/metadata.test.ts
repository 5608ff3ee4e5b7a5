import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METADATA_BYTES_MAX } from '../../src/domain/limits.ts';
import { checkMetadata, cleanMetadata, METADATA_DEPTH_MAX, maskJson, maskMetadata } from '../../src/domain/metadata.ts';

const nested = (depth: number): unknown => (depth === 1 ? {} : { a: nested(depth - 1) });

describe('checkMetadata', () => {
  it.each([
    ['empty', {}],
    ['every kind of value', { a: null, b: true, c: 1.5, d: '座位', e: [1, { f: [] }] }],
    ['exactly the limit', { a: 'x'.repeat(METADATA_BYTES_MAX - 8) }],
    ['deepest', nested(METADATA_DEPTH_MAX)],
    ['a name that JavaScript treats as special', JSON.parse('{"__proto__": {"a": 1}}')],
  ])('accepts %s', (_name, value) => {
    expect(checkMetadata(value)).toBeNull();
  });
  it.each([
    ['null', null, /JSON object/],
    ['a list', [], /JSON object/],
    ['a string', 'a', /JSON object/],
    ['a date', new Date(0), /JSON object/],
    ['a nested date', { a: new Date(0) }, /JSON values/],
    ['undefined inside', { a: undefined }, /JSON values/],
    ['NaN', { a: Number.NaN }, /finite/],
    ['infinity in a list', { a: [Number.POSITIVE_INFINITY] }, /finite/],
    ['one byte too many', { a: 'x'.repeat(METADATA_BYTES_MAX - 7) }, /at most 8192 bytes.*8193/],
    ['bytes, not characters', { a: '座'.repeat(METADATA_BYTES_MAX / 3) }, /bytes/],
    ['one level too many', nested(METADATA_DEPTH_MAX + 1), /nested/],
  ])('refuses %s', (_name, value, message) => {
    expect(checkMetadata(value)).toMatch(message);
  });
  it('does not overflow the stack', () => {
    expect(checkMetadata(nested(5_000))).toMatch(/nested/);
  });
});

describe('cleanMetadata', () => {
  it('makes strings and names storable and leaves the rest', () => {
    const dirty = { 'a\u0000': ['x\ud83d', { b: ' kept \n' }], c: 1 };
    expect(cleanMetadata(dirty)).toEqual({ metadata: { a: ['x\ufffd', { b: ' kept \n' }], c: 1 }, sanitized: true });
  });
  it('changes nothing in clean JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const clean = cleanMetadata(value as never).metadata;
        expect(cleanMetadata(clean)).toEqual({ metadata: clean, sanitized: false });
      }),
    );
  });
  it('keeps a special name as data', () => {
    const { metadata } = cleanMetadata(JSON.parse('{"__proto__": {"a": 1}}'));
    expect(JSON.stringify(metadata)).toBe('{"__proto__":{"a":1}}');
  });
});

describe('maskMetadata', () => {
  it('masks values, names and what a name gives away', () => {
    const { metadata, kinds } = maskMetadata({
      note: 'password: hunter2',
      list: ['密码是abc123'],
      password: 'swordfish',
      'db.token': 'zzzzzzzz',
      pass: 'boarding pass',
      secret: 'likes tea',
      'api_key=abc': 1,
      token_count: 'many',
      count: 5,
    });
    expect(metadata).toEqual({
      note: 'password: [REDACTED:password]',
      list: ['密码是[REDACTED:password]'],
      password: '[REDACTED:secret]',
      'db.token': '[REDACTED:secret]',
      pass: 'boarding pass',
      secret: 'likes tea',
      'api_key=[REDACTED:secret]': 1,
      token_count: 'many',
      count: 5,
    });
    expect(kinds).toEqual(['password', 'secret']);
  });
  it('is idempotent', () => {
    const once = maskMetadata({ password: 'a', note: ['token: abc123def'] });
    expect(maskMetadata(once.metadata)).toEqual({ metadata: once.metadata, kinds: [] });
  });
  it('takes any JSON', () => {
    expect(maskJson('password: x')).toEqual({ value: 'password: [REDACTED:password]', kinds: ['password'] });
    expect(maskJson([1, null, true])).toEqual({ value: [1, null, true], kinds: [] });
  });
});
