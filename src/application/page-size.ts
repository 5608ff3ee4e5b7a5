import { type Failure, invalid } from '../domain/failure.ts';
import { PAGE_ITEMS_DEFAULT, PAGE_ITEMS_MAX } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';

export function checkPageSize(limit: number | undefined): Result<number, Failure> {
  const size = limit ?? PAGE_ITEMS_DEFAULT;
  if (Number.isInteger(size) && size >= 1 && size <= PAGE_ITEMS_MAX) return ok(size);
  return err(invalid('limit', `limit must be a whole number from 1 to ${PAGE_ITEMS_MAX}.`));
}
