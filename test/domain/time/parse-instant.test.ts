import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INSTANT_MAX, INSTANT_MIN, parseInstant, secondPrecision, toIso } from '../../../src/domain/time/parse-instant.ts';

const instantOf = (text: string, edge: 'exact' | 'start' | 'end' = 'exact'): number | string => {
  const parsed = parseInstant(text, edge);
  return parsed.ok ? parsed.value : parsed.failure;
};

describe('parseInstant', () => {
  it.each([
    ['2026-05-03T14:30:00Z', '2026-05-03T14:30:00.000Z'],
    ['2026-05-03T14:30:00', '2026-05-03T14:30:00.000Z'],
    ['2026-05-03 14:30', '2026-05-03T14:30:00.000Z'],
    ['2026-05-03T14:30:00+08:00', '2026-05-03T06:30:00.000Z'],
    ['2026-05-03T14:30:00-0530', '2026-05-03T20:00:00.000Z'],
    ['2026-05-03T14:30:00+08', '2026-05-03T06:30:00.000Z'],
    ['2026-05-03t14:30:00.1z', '2026-05-03T14:30:00.100Z'],
    ['2026-05-03T14:30:00,123456789Z', '2026-05-03T14:30:00.123Z'],
    ['2026-01-01T00:30:00+05:45', '2025-12-31T18:45:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59.000Z'],
  ])('reads %s as %s', (text, iso) => {
    const value = instantOf(text);
    expect(typeof value === 'number' ? toIso(value) : value).toBe(iso);
  });

  it('takes a bare date as the whole UTC day, and a time as it stands', () => {
    expect(instantOf('2026-05-03', 'start')).toBe(Date.UTC(2026, 4, 3));
    expect(instantOf('2026-05-03', 'exact')).toBe(Date.UTC(2026, 4, 3));
    expect(instantOf('2026-05-03', 'end')).toBe(Date.UTC(2026, 4, 4) - 1);
    expect(instantOf('2026-05-03T00:00:00Z', 'end')).toBe(Date.UTC(2026, 4, 3));
  });

  it.each([
    ['', /ISO 8601/],
    ['yesterday', /ISO 8601/],
    ['May', /ISO 8601/],
    ['1700000000000', /ISO 8601/],
    ['20260503', /ISO 8601/],
    ['2026-05', /ISO 8601/],
    ['2026-5-3', /ISO 8601/],
    ['05/03/2026', /ISO 8601/],
    ['2026-05-03T14', /ISO 8601/],
    ['+002026-05-03', /ISO 8601/],
    [' 2026-05-03', /ISO 8601/],
    ['2026-05-03T14:30:00 Europe/Paris', /ISO 8601/],
    ['2026-02-29', /calendar/],
    ['1900-02-29', /calendar/],
    ['2026-13-01', /calendar/],
    ['2026-00-10', /calendar/],
    ['2026-04-31T10:00:00Z', /calendar/],
    ['2026-05-00', /calendar/],
    ['0000-01-01', /year 0000/],
    ['2026-05-03T24:00:00Z', /23:59:59/],
    ['2026-05-03T14:60:00Z', /23:59:59/],
    ['2016-12-31T23:59:60Z', /leap second/],
    ['2026-05-03T14:30:00+24:00', /offset/],
    ['2026-05-03T14:30:00+08:60', /offset/],
    ['0001-01-01T00:00:00+01:00', /0001 to 9999/],
    ['9999-12-31T23:59:59-01:00', /0001 to 9999/],
  ])('refuses %j', (text, message) => {
    expect(instantOf(text)).toMatch(message);
  });

  it('reads back what toIso writes', () => {
    fc.assert(fc.property(fc.integer({ min: INSTANT_MIN, max: INSTANT_MAX }), (instant) => instantOf(toIso(instant)) === instant));
  });
  it('reads the same instant at any offset', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -1439, max: 1439 }), (instant, minutes) => {
        const local = toIso(instant + minutes * 60_000).replace('Z', '');
        const clock = `${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`;
        expect(instantOf(`${local}${minutes < 0 ? '-' : '+'}${clock}`)).toBe(instant);
      }),
    );
  });
});

describe('toIso and secondPrecision', () => {
  it('shows the nearest instant that ISO 8601 has', () => {
    expect(toIso(INSTANT_MAX + 1)).toBe('9999-12-31T23:59:59.999Z');
    expect(toIso(-1e20)).toBe('0001-01-01T00:00:00.000Z');
  });
  it('floors, before 1970 too', () => {
    expect(secondPrecision(1_999)).toBe(1_000);
    expect(secondPrecision(2_000)).toBe(2_000);
    expect(secondPrecision(-1)).toBe(-1_000);
  });
});
