/**
 * One vector in storage: int8 values padded to a multiple of 16, then its scale (f32), the sum of its values (i32) and 8 free bytes, little-endian.
 * The kernel (kernels/assembly/vector-scan.ts) splits it into planes.
 */

const VALUE_MAX = 127;
export const TRAILER_BYTES = 16;
/** The query's 14 bits: two digits of 7. */
const QUERY_MAX = 8_191;
const QUERY_OFFSET = 8_192;
const DIGIT_BITS = 7;
const DIGIT_MASK = 127;

export const widthOf = (dimensions: number): number => Math.ceil(dimensions / 16) * 16;
export const recordBytes = (dimensions: number): number => widthOf(dimensions) + TRAILER_BYTES;

function largest(vector: Float32Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}

/** Can be compared at all: finite, and not zero everywhere. */
export function isUsable(vector: Float32Array): boolean {
  const most = largest(vector);
  return Number.isFinite(most) && most > 0;
}

/** The cosine of what comes out to what went in is above .9999 for the embedders we know. */
export function recordOf(vector: Float32Array): Uint8Array {
  const width = widthOf(vector.length);
  const record = new Uint8Array(width + TRAILER_BYTES);
  const values = new Int8Array(record.buffer, 0, width);
  const scale = largest(vector) / VALUE_MAX;
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < vector.length; index++) {
    const level = Math.round((vector[index] ?? 0) / scale);
    values[index] = level;
    sum += level;
    squares += level * level;
  }
  const trailer = new DataView(record.buffer, width);
  // Dividing by the length of the rounded vector instead of multiplying by the scale makes the product with a unit vector a true cosine.
  trailer.setFloat32(0, 1 / Math.sqrt(squares), true);
  trailer.setInt32(4, sum, true);
  return record;
}

/**
 * `digits`: a row of high digits, then a row of low ones, each padded to `width` with zeros. `scale` turns the kernel's integer into the product with
 * the vector; `middle`: the sum of what the high digits stand for, each low one taken for its mean.
 */
export function queryDigits(
  vector: Float32Array,
  width: number,
): { readonly digits: Uint8Array; readonly scale: number; readonly middle: number } {
  const digits = new Uint8Array(width * 2).fill(QUERY_OFFSET >> DIGIT_BITS, 0, width);
  const scale = largest(vector) / QUERY_MAX;
  for (const [index, value] of vector.entries()) {
    const level = Math.round(value / scale) + QUERY_OFFSET;
    digits[index] = level >> DIGIT_BITS;
    digits[width + index] = level & DIGIT_MASK;
  }
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  const high = digits.subarray(0, width).reduce((sum, digit) => sum + digit, 0);
  const middle = (high << DIGIT_BITS) + width * (DIGIT_MASK / 2 - QUERY_OFFSET);
  return { digits, scale: scale / length, middle };
}
