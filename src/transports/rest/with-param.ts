import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { Read } from '../shared/read-fields.ts';

/** Adds what the path says to what was read from the body or the query; the path wins. */
export function withParam<Value extends object, Param extends object>(
  reading: Result<Read<Value>, Failure>,
  param: Param,
): Result<Read<Value & Param>, Failure> {
  if (!reading.ok) return reading;
  return { ok: true, value: { value: { ...reading.value.value, ...param }, ignored: reading.value.ignored } };
}
