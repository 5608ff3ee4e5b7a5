/**
 * How far a question is one for an encyclopaedia (towards 1) and not for a memory (towards -1), by its vector alone. Cosines of a small model say
 * little by themselves (right answers start at 0.25, unrelated texts reach 0.6), but what people ask the world and what they ask a memory lie apart.
 *
 * Kernel ridge regression (Saunders et al. 1998) of +1 and -1 over the two lists in questions/, kernel k(x, y) = x·y + 2 (x·y)²: straight lines and
 * pairs of directions. A sample of questions with weights judges with one product for each of them; the same function written out as a
 * quadratic form costs the same whatever the sample's size, which pays where it is made beforehand.
 */

/** Unit vectors of questions with their weights: Σ weight × k(question, vector). */
export interface GeneralitySample {
  readonly vectors: readonly Float32Array[];
  readonly weights: Float64Array;
}

/** linear · v + Σ over i ≤ j of square × vᵢ vⱼ: `square` holds the upper triangle row by row, d (d + 1) / 2 values. */
export interface GeneralityForm {
  readonly linear: Float32Array;
  readonly square: Float32Array;
}

export type Generality = GeneralitySample | GeneralityForm;

const SQUARE_SHARE = 2;
/** Of .05 to .3 all do as well; less follows single questions. */
const RIDGE = 0.1;

export function generalityOf(vector: Float32Array, generality: Generality): number {
  return 'square' in generality ? byForm(vector, generality) : bySample(vector, generality);
}

/** Both lists count alike, however long they are. O(n³) in the number of questions: 400 take about 0.1 s, 2,000 some seconds. */
export function fitGenerality(general: readonly Float32Array[], personal: readonly Float32Array[]): GeneralitySample {
  const vectors = [...general, ...personal];
  const size = vectors.length;
  const system = new Float64Array(size * size);
  for (const [row, left] of vectors.entries()) {
    for (let column = 0; column < row; column += 1) system[row * size + column] = kernel(dot(left, vectors[column] ?? left));
    const peers = row < general.length ? general.length : personal.length;
    system[row * size + row] = kernel(dot(left, left)) + (RIDGE * 2 * peers) / size;
  }
  const wanted = Float64Array.from(vectors, (_, at) => (at < general.length ? 1 : -1));
  return { vectors, weights: solveInPlace(system, wanted) };
}

/** The same function of a vector, to the precision of a float. */
export function formOf({ vectors, weights }: GeneralitySample): GeneralityForm {
  const size = vectors[0]?.length ?? 0;
  const linear = new Float64Array(size);
  const square = new Float64Array((size * (size + 1)) / 2);
  for (const [at, vector] of vectors.entries()) {
    const weight = weights[at] ?? 0;
    let place = 0;
    for (let row = 0; row < size; row += 1) {
      const value = vector[row] ?? 0;
      linear[row] = (linear[row] ?? 0) + weight * value;
      const scaled = SQUARE_SHARE * weight * value;
      square[place] = (square[place] ?? 0) + scaled * value;
      place += 1;
      for (let column = row + 1; column < size; column += 1, place += 1)
        square[place] = (square[place] ?? 0) + 2 * scaled * (vector[column] ?? 0);
    }
  }
  return { linear: Float32Array.from(linear), square: Float32Array.from(square) };
}

function bySample(vector: Float32Array, { vectors, weights }: GeneralitySample): number {
  let sum = 0;
  for (const [at, one] of vectors.entries()) sum += (weights[at] ?? 0) * kernel(dot(vector, one));
  return sum;
}

function byForm(vector: Float32Array, { linear, square }: GeneralityForm): number {
  let sum = 0;
  let place = 0;
  for (let row = 0; row < vector.length; row += 1) {
    let inner = linear[row] ?? 0;
    for (let column = row; column < vector.length; column += 1, place += 1) inner += (square[place] ?? 0) * (vector[column] ?? 0);
    sum += inner * (vector[row] ?? 0);
  }
  return sum;
}

const kernel = (cosine: number): number => cosine + SQUARE_SHARE * cosine * cosine;

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}

/** Cholesky. `system`: symmetric and positive definite, row by row, the lower triangle filled; it is overwritten. */
function solveInPlace(system: Float64Array, wanted: Float64Array): Float64Array {
  const size = wanted.length;
  const value = (row: number, column: number): number => system[row * size + column] ?? 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let rest = value(row, column);
      for (let at = 0; at < column; at += 1) rest -= value(row, at) * value(column, at);
      system[row * size + column] = row === column ? Math.sqrt(rest) : rest / value(column, column);
    }
  }
  const solved = wanted.slice();
  for (let row = 0; row < size; row += 1) {
    let rest = solved[row] ?? 0;
    for (let at = 0; at < row; at += 1) rest -= value(row, at) * (solved[at] ?? 0);
    solved[row] = rest / value(row, row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = solved[row] ?? 0;
    for (let at = row + 1; at < size; at += 1) rest -= value(at, row) * (solved[at] ?? 0);
    solved[row] = rest / value(row, row);
  }
  return solved;
}
