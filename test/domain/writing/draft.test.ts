import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/instant.ts';
import { CONTENT_CHARACTERS_MAX, TAGS_MAX, TTL_DAYS_MAX } from '../../../src/domain/limits.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';
import { type Draft, type DraftRules, draftMemory, realise, type WriteFields } from '../../../src/domain/writing/draft.ts';

const NOW = Date.UTC(2026, 4, 3, 12, 0, 0, 250);
const RULES: DraftRules = { now: NOW, importance_by_origin: DEFAULT_TUNING.importance_by_origin, secrets: 'redact' };
/** Put together so that scanners of this repository see no key. */
const KEY = ['sk', 'proj', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z'].join('-');

const draft = (fields: Partial<WriteFields>, rules: DraftRules = RULES): Draft => {
  const drafted = draftMemory({ content: 'tea at four', ...fields }, rules);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.failure));
  return drafted.value;
};
const memory = (fields: Partial<WriteFields>) => realise(draft(fields), { id: 'id', now: NOW, source: { via: 'test' } });
const refusal = (fields: Partial<WriteFields>, rules: DraftRules = RULES): string | null => {
  const drafted = draftMemory({ content: 'tea at four', ...fields }, rules);
  if (drafted.ok) return null;
  return drafted.failure.kind === 'invalid' ? drafted.failure.field : drafted.failure.kind;
};

describe('defaults', () => {
  it.each([
    ['user', 1],
    ['agent', 0.6],
    ['tool', 0.4],
    [undefined, 0.5],
  ] as const)('importance of %s is %d', (origin, importance) => {
    expect(draft(origin === undefined ? {} : { origin })).toMatchObject({ importance, importance_given: null });
  });

  it('are by layer: an event is volatile, a fact stable, a key without a layer a fact', () => {
    expect(draft({})).toMatchObject({ layer: 'episodic', volatility: 'volatile', key: null });
    expect(draft({ layer: 'semantic' })).toMatchObject({ volatility: 'stable', key: null });
    expect(draft({ key: 'user.tea' })).toMatchObject({ layer: 'semantic', volatility: 'stable', key: 'user.tea' });
    expect(draft({ key: 'user.tea', volatility: 'permanent', importance: 0.2, origin: 'user' })).toMatchObject({
      volatility: 'permanent',
      importance: 0.2,
      importance_given: 0.2,
    });
  });

  it('of times: now, and created_at of an import sets occurred_at unless that is given', () => {
    expect(memory({})).toMatchObject({ occurred_at: NOW, created_at: NOW, expires_at: null });
    expect(memory({ created_at: 5_000 })).toMatchObject({ occurred_at: 5_000, created_at: 5_000 });
    expect(memory({ created_at: 5_000, occurred_at: 4_000 })).toMatchObject({ occurred_at: 4_000, created_at: 5_000 });
    expect(memory({ occurred_at: 4_000 })).toMatchObject({ occurred_at: 4_000, created_at: NOW });
  });
});

describe('expiry', () => {
  it('counts ttl_days from created_at, to the second and never shorter', () => {
    expect(memory({ ttl_days: 1 }).expires_at).toBe(NOW + DAY_MS + 750);
    expect(memory({ ttl_days: 2, created_at: 0 }).expires_at).toBe(2 * DAY_MS);
    expect(memory({ ttl_days: 0.5, created_at: 0 }).expires_at).toBe(DAY_MS / 2);
  });

  it('never falls below what was asked, whatever the fraction', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: TTL_DAYS_MAX, noNaN: true }), (ttl_days) => {
        const { created_at, expires_at } = memory({ ttl_days });
        const lives_ms = (expires_at ?? 0) - created_at;
        expect(lives_ms).toBeGreaterThanOrEqual(Math.floor(ttl_days * DAY_MS));
        expect(lives_ms).toBeLessThanOrEqual(ttl_days * DAY_MS + 1_000);
        expect((expires_at ?? 0) % 1_000).toBe(0);
      }),
    );
  });

  it('is past only on import', () => {
    expect(refusal({ expires_at: NOW - 1 })).toBe('expires_at');
    expect(memory({ expires_at: 9_999, created_at: 5_000 }).expires_at).toBe(9_000);
  });
});

describe('refusals name the field', () => {
  const long = 'x'.repeat(CONTENT_CHARACTERS_MAX);
  const cases: readonly (readonly [string, Partial<WriteFields>, string | null])[] = [
    ['empty', { content: '' }, 'content'],
    ['white space and controls', { content: ' \u0000\n\t\u0007 ' }, 'content'],
    ['the longest', { content: long }, null],
    ['one more', { content: `${long}x` }, 'content'],
    ['the longest in emoji', { content: '😀'.repeat(CONTENT_CHARACTERS_MAX) }, null],
    ['one emoji more', { content: '😀'.repeat(CONTENT_CHARACTERS_MAX + 1) }, 'content'],
    ['white space does not count', { content: `  ${long}\n` }, null],
    ['event with a key', { key: 'k', layer: 'episodic' }, 'key'],
    ['empty key', { key: '' }, 'key'],
    ['key of 256', { key: '键'.repeat(256) }, null],
    ['key of 257', { key: '键'.repeat(257) }, 'key'],
    ['key with a newline', { key: 'a\nb' }, 'key'],
    ['key like a secret', { key: KEY }, 'key'],
    ['tag like a secret', { tags: [KEY] }, 'tags'],
    ['empty tag', { tags: ['a', ''] }, 'tags'],
    ['half an emoji as a tag', { tags: ['\ud83d'] }, 'tags'],
    ['as many tags as there may be', { tags: Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`) }, null],
    ['one tag more', { tags: Array.from({ length: TAGS_MAX + 1 }, (_, at) => `t${at}`) }, 'tags'],
    ['the same tag often', { tags: Array.from({ length: 99 }, () => 'same') }, null],
    ['empty session', { session_id: '' }, 'session_id'],
    ['importance below', { importance: -0.01 }, 'importance'],
    ['importance above', { importance: 1.01 }, 'importance'],
    ['importance that is no number', { importance: Number.NaN }, 'importance'],
    ['importance at the edges', { importance: 0 }, null],
    ['no ttl', { ttl_days: 0 }, 'ttl_days'],
    ['negative ttl', { ttl_days: -1 }, 'ttl_days'],
    ['longest ttl', { ttl_days: TTL_DAYS_MAX }, null],
    ['longer ttl', { ttl_days: TTL_DAYS_MAX + 0.001 }, 'ttl_days'],
    ['both ttl and expiry', { ttl_days: 1, expires_at: NOW + DAY_MS }, 'ttl_days'],
    ['recorded in the future', { created_at: NOW + DAY_MS }, 'created_at'],
    ['happening in the future', { occurred_at: NOW + DAY_MS }, null],
    ['metadata of 8 KiB', { metadata: { a: 'x'.repeat(8_192 - 8) } }, null],
    ['metadata of a byte more', { metadata: { a: 'x'.repeat(8_192 - 7) } }, 'metadata'],
  ];
  it.each(cases)('%s', (_name, fields, field) => {
    expect(refusal(fields)).toBe(field);
  });
});

describe('cleaning', () => {
  it('trims, composes, drops controls and says so', () => {
    expect(draft({ content: '  cafe\u0301\u0000 \ud83d! ' })).toMatchObject({ content: 'café \ufffd!', sanitized: true });
    expect(draft({ content: ' tea\r\nand\tmilk ' })).toMatchObject({ content: 'tea\nand\tmilk', sanitized: false });
  });

  it('keeps tags literally, each once', () => {
    expect(draft({ tags: ['b', 'A', 'b', ' a '] }).tags).toEqual(['b', 'A', ' a ']);
  });
});

describe('secrets', () => {
  const text = `密钥是${KEY}，别忘了`;
  it('are masked and named', () => {
    const { content, redacted } = draft({ content: text, metadata: { note: KEY, n: 1 } });
    expect(content).not.toContain(KEY);
    expect(content).toContain('[REDACTED:');
    expect(content).toContain('别忘了');
    expect(redacted.length).toBeGreaterThan(0);
    expect(JSON.stringify(draft({ metadata: { note: KEY, n: 1 } }).metadata)).not.toContain(KEY);
  });

  it('are kept and named under flag, and refused under refuse', () => {
    const flagged = draft({ content: text }, { ...RULES, secrets: 'flag' });
    expect(flagged.content).toBe(text);
    expect(flagged.redacted.length).toBeGreaterThan(0);
    expect(refusal({ content: text }, { ...RULES, secrets: 'refuse' })).toBe('content');
    expect(refusal({ metadata: { note: KEY } }, { ...RULES, secrets: 'refuse' })).toBe('metadata');
    expect(refusal({ content: 'the key is under the mat' }, { ...RULES, secrets: 'refuse' })).toBeNull();
  });
});
