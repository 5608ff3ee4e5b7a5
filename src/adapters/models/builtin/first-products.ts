/**
 * The first layer's products before attention. They are linear in token + place once a row's mean and deviation are known, so they are kept per token
 * (those last used) and per place, and a row is put together by adding. A token's products depend on nothing but the token: a text's vector is the same,
 * byte for byte, whether they were kept or made anew.
 */
import { tokenSlots } from './token-slots.ts';
import { MODE, type TransformerKernel } from './transformer-kernel.ts';
import { PRODUCT_WIDTH, QKV_WIDTH, ROWS_MAX, type Scratch, TOKENS_KEPT } from './transformer-memory.ts';
import { DIMENSIONS, TOKEN_WIDTH, TOKENS_MAX } from './weight-layout.ts';

export interface FirstProductsOptions {
  readonly kernel: TransformerKernel;
  readonly at: Scratch;
  readonly weights: (name: string) => number;
  /** The product of `n` rows with all digits; uses up `from`. */
  readonly precise: (name: string, from: number, n: number, k: number, m: number, out: number, mode: 0, biases: number) => void;
}

/** Writes state and query, key and value of all tokens of the sequences, one row each, to `state` and `wide`; uses `input` and `normal`. */
export type FirstProducts = (sequences: readonly (readonly number[])[]) => void;

export function firstProducts({ kernel, at, weights, precise }: FirstProductsOptions): FirstProducts {
  const floats = new Float32Array(kernel.memory.buffer);
  const ids = new Int32Array(kernel.memory.buffer, at.ids, ROWS_MAX);
  const rows = new Int32Array(kernel.memory.buffer, at.rows, ROWS_MAX * 4);
  const slots = tokenSlots(TOKENS_KEPT);
  const gain = weights('layer0.norm1.gain');

  const copy = (from: number, width: number, to: number): void => {
    floats.copyWithin(to / 4, from / 4, from / 4 + width);
  };
  /** Of `n` rows in `input`, gathered at the addresses of `targets`. */
  const products = (n: number, residual_biases: number, targets: readonly number[]): void => {
    kernel.scale_columns(at.input, n, TOKEN_WIDTH, gain, at.normal);
    precise('residual', at.input, n, TOKEN_WIDTH, DIMENSIONS, at.state, MODE.store, residual_biases);
    precise('layer0.qkv', at.normal, n, TOKEN_WIDTH, QKV_WIDTH, at.wide, MODE.store, at.zeros);
    for (const [row, target] of targets.entries()) {
      copy(at.state + row * DIMENSIONS * 4, DIMENSIONS, target);
      copy(at.wide + row * QKV_WIDTH * 4, QKV_WIDTH, target + DIMENSIONS * 4);
    }
  };

  copy(weights('places'), TOKENS_MAX * TOKEN_WIDTH, at.input);
  products(
    TOKENS_MAX,
    weights('residual.biases'),
    Array.from({ length: TOKENS_MAX }, (_, position) => at.place_products + position * PRODUCT_WIDTH * 4),
  );
  copy(gain, TOKEN_WIDTH, at.normal);
  copy(weights('layer0.norm1.bias'), TOKEN_WIDTH, at.normal + TOKEN_WIDTH * 4);
  precise('layer0.qkv', at.normal, 2, TOKEN_WIDTH, QKV_WIDTH, at.wide, MODE.store, at.zeros);
  copy(at.wide, 2 * QKV_WIDTH, at.shared_products);
  const biases = floats.subarray(at.shared_products / 4 + QKV_WIDTH, at.shared_products / 4 + 2 * QKV_WIDTH);
  for (const [index, bias] of floats
    .subarray(weights('layer0.qkv.biases') / 4)
    .subarray(0, QKV_WIDTH)
    .entries())
    biases[index] = (biases[index] ?? 0) + bias;

  return (sequences) => {
    const targets: number[] = [];
    let used = 0;
    for (const sequence of sequences)
      for (const [position, id] of sequence.entries()) {
        const { slot, fresh } = slots.take(id);
        const address = at.token_products + slot * PRODUCT_WIDTH * 4;
        if (fresh) {
          ids[targets.length] = id;
          targets.push(address);
        }
        rows[used * 4] = id;
        rows[used * 4 + 1] = position;
        rows[used * 4 + 2] = address;
        used += 1;
      }
    if (targets.length > 0) {
      kernel.look_up(at.ids, targets.length, TOKEN_WIDTH, weights('tokens'), weights('tokens.scales'), at.input);
      products(targets.length, at.zeros, targets);
    }
    kernel.join(
      at.rows,
      used,
      TOKEN_WIDTH,
      weights('tokens'),
      weights('tokens.scales'),
      weights('places'),
      at.place_products,
      at.shared_products,
      DIMENSIONS,
      QKV_WIDTH,
      at.state,
      at.wide,
      at.input,
    );
  };
}
