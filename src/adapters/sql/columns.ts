/** Columns of a row, checked: one that is not what it should be is a fault to surface, never a guess. */

export type SqlRow = Readonly<Record<string, unknown>>;

export const text = (row: SqlRow, column: string): string => {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
};

/** Postgres gives a bigint as text. */
export const integer = (row: SqlRow, column: string): number => {
  const value = typeof row[column] === 'string' ? Number(row[column]) : row[column];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError(`column ${column} holds no integer`);
  return value;
};

export const real = (row: SqlRow, column: string): number => {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`column ${column} holds no number`);
  return value;
};

export const oneOf = <Value extends string>(row: SqlRow, column: string, values: readonly Value[]): Value => {
  const found = values.find((value) => value === row[column]);
  if (found === undefined) throw new TypeError(`column ${column} holds none of ${values.join(', ')}`);
  return found;
};

export const orNull = <Value>(row: SqlRow, column: string, read: (row: SqlRow, column: string) => Value): Value | null =>
  row[column] === null || row[column] === undefined ? null : read(row, column);

export const texts = (row: SqlRow, column: string): readonly string[] => {
  const value = row[column];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new TypeError(`column ${column} holds no list of text`);
  return value;
};

export const object = <Value extends object>(row: SqlRow, column: string): Value => {
  const value = row[column];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`column ${column} holds no object`);
  return value as Value;
};
