/**
 * Universal Sentence Encoder lite, the forward pass: two transformer layers over 8k pieces, the mean over tokens, tanh, unit length.
 * Several texts share each matrix product. The last contraction is linear, so it is applied once to the mean instead of to every token.
 */
import { firstProducts } from './first-products.ts';
import { MODE, type Mode, type TransformerKernel } from './transformer-kernel.ts';
import { IMAGE_AT, ROWS_MAX, ROWS_OF_TILE, scratch, TEXTS_MAX } from './transformer-memory.ts';
import { DIMENSIONS, HEADS, HIDDEN_WIDTH, IMAGE_BYTES, LAYERS, type LayerShape, section, TOKENS_MAX } from './weight-layout.ts';

const PAGE_BYTES = 65_536;
/** Activations further out are cut before quantisation: raises the cosine to the float32 reference from .9985 to .9991 on average. */
const CUT_DEVIATIONS = 5;

export interface Transformer {
  /** Unit vectors, one per sequence. Sequences are 1 to TOKENS_MAX piece ids; longer ones are cut. */
  run(sequences: readonly (readonly number[])[]): Float32Array[];
}

/** `image` as weight-layout.ts describes it; throws when it is of another size. */
export async function createTransformer(module: WebAssembly.Module, image: ArrayBuffer): Promise<Transformer> {
  if (image.byteLength !== IMAGE_BYTES) throw new RangeError(`weights have ${image.byteLength} bytes, not ${IMAGE_BYTES}`);
  const kernel = (await WebAssembly.instantiate(module, {})).exports as unknown as TransformerKernel;
  const at = scratch();
  kernel.memory.grow(Math.ceil((at.end - kernel.memory.buffer.byteLength) / PAGE_BYTES));
  new Uint8Array(kernel.memory.buffer, IMAGE_AT, IMAGE_BYTES).set(new Uint8Array(image));
  // Memory never grows again, so views stay valid.
  const finals = new Float32Array(kernel.memory.buffer, at.text_final, TEXTS_MAX * DIMENSIONS);
  const weights = (name: string): number => IMAGE_AT + section(name).offset;

  const multiply = (name: string, n: number, k: number, m: number, out: number, mode: Mode, biases = weights(`${name}.biases`)): void =>
    kernel.multiply(at.small, at.meta, n, k, weights(name), weights(`${name}.scales`), weights(`${name}.sums`), biases, m, out, mode);
  const dense = (
    name: string,
    from: number,
    n: number,
    k: number,
    m: number,
    out: number,
    mode: Mode,
    biases = weights(`${name}.biases`),
  ): void => {
    kernel.quantize(from, n, k, at.small, at.meta, CUT_DEVIATIONS, true);
    multiply(name, n, k, m, out, mode, biases);
  };
  /** With two digits: where it costs little and rounding weighs most, at both ends. Uses up `from`. */
  const precise: typeof dense = (name, from, n, k, m, out, mode, biases): void => {
    const rows = padded(n);
    dense(name, from, rows, k, m, out, mode, biases);
    kernel.subtract_levels(from, rows, k, at.small, at.meta);
    kernel.quantize(from, rows, k, at.small, at.meta, 0, true);
    multiply(name, rows, k, m, out, MODE.add, at.zeros);
  };
  const first_products = firstProducts({ kernel, at, weights, precise });

  const normalize = (layer: LayerShape, norm: 'norm1' | 'norm2', from: number, width: number, rows: number): void =>
    kernel.normalize(from, rows, width, weights(`${layer.name}.${norm}.gain`), weights(`${layer.name}.${norm}.bias`), at.normal);
  /** From query, key and value in `wide` to the cut activations there; adds to `state` on the way. */
  const attendAndExpand = (layer: LayerShape, lengths: readonly number[], rows: number): void => {
    const { name, width } = layer;
    let row = 0;
    for (const length of lengths) {
      kernel.attend(at.wide + row * 3 * width * 4, length, HEADS, width / HEADS, at.normal + row * width * 4, at.scores);
      row += length;
    }
    dense(`${name}.output`, at.normal, rows, width, DIMENSIONS, at.state, MODE.add);
    normalize(layer, 'norm2', at.state, DIMENSIONS, rows);
    dense(`${name}.expand`, at.normal, rows, DIMENSIONS, HIDDEN_WIDTH, at.wide, MODE.cut_below_zero);
  };

  /** One pass over texts whose tokens fit ROWS_MAX together. */
  const pass = (sequences: readonly (readonly number[])[]): Float32Array[] => {
    const lengths = sequences.map(({ length }) => length);
    // Rows that only fill up a tile hold old values, and nothing of them reaches another row.
    const rows = padded(lengths.reduce((sum, length) => sum + length, 0));
    const [first, second] = LAYERS as readonly [LayerShape, LayerShape];
    first_products(sequences);
    attendAndExpand(first, lengths, rows);
    kernel.quantize(at.wide, rows, HIDDEN_WIDTH, at.small, at.meta, 0, false);
    const contract = `${first.name}.contract`;
    kernel.multiply_sparse(
      at.small,
      at.meta,
      rows,
      HIDDEN_WIDTH,
      weights(contract),
      weights(`${contract}.scales`),
      weights(`${contract}.biases`),
      DIMENSIONS,
      at.state,
      at.list,
      at.ends,
    );
    normalize(second, 'norm1', at.state, DIMENSIONS, rows);
    dense(`${second.name}.qkv`, at.normal, rows, DIMENSIONS, 3 * DIMENSIONS, at.wide, MODE.store);
    attendAndExpand(second, lengths, rows);

    let row = 0;
    for (const [text, length] of lengths.entries()) {
      kernel.average(at.wide + row * HIDDEN_WIDTH * 4, length, HIDDEN_WIDTH, at.text_wide + text * HIDDEN_WIDTH * 4);
      kernel.average(at.state + row * DIMENSIONS * 4, length, DIMENSIONS, at.text_state + text * DIMENSIONS * 4);
      row += length;
    }
    precise(`${second.name}.contract`, at.text_wide, lengths.length, HIDDEN_WIDTH, DIMENSIONS, at.text_state, MODE.add);
    precise('final', at.text_state, lengths.length, DIMENSIONS, DIMENSIONS, at.text_final, MODE.store);
    return lengths.map((_, text) => unit(finals.subarray(text * DIMENSIONS, (text + 1) * DIMENSIONS).map(Math.tanh)));
  };

  return { run: (sequences) => passes(sequences.map((sequence) => sequence.slice(0, TOKENS_MAX))).flatMap(pass) };
}

/** Rows come in whole tiles. */
const padded = (rows: number): number => Math.ceil(rows / ROWS_OF_TILE) * ROWS_OF_TILE;

function passes(sequences: readonly (readonly number[])[]): (readonly number[])[][] {
  const groups: (readonly number[])[][] = [];
  let rows = ROWS_MAX;
  for (const sequence of sequences) {
    const group = groups.at(-1);
    if (group === undefined || rows + sequence.length > ROWS_MAX || group.length === TEXTS_MAX) {
      groups.push([sequence]);
      rows = sequence.length;
    } else {
      group.push(sequence);
      rows += sequence.length;
    }
  }
  return groups;
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const inverse = 1 / Math.sqrt(squares);
  return vector.map((value) => value * inverse);
}
