/** Where things lie in the memory of transformer.wasm: the weight image, then scratch and what is kept of tokens (11 MB). */
import { DIMENSIONS, HIDDEN_WIDTH, IMAGE_BYTES, TOKEN_WIDTH, TOKENS_MAX } from './weight-layout.ts';

/** Token rows of one pass: enough to amortise each load of the weights, small enough for the second-level cache (5 MB of scratch). */
export const ROWS_MAX = 252;
/** Texts of one pass: bounds the scratch for the per-text part. */
export const TEXTS_MAX = 66;
/** The kernel's constants of the same names. Both maxima above are multiples of the second. */
const ROWS_TOGETHER = 30;
export const ROWS_OF_TILE = 6;
/** Wasm address 0 stays unused: a forgotten pointer then shows as a wrong value in tests, not as plausible data. */
export const IMAGE_AT = 64;
/** Tokens whose products are kept: nine of ten tokens of a conversation are among them. More than ROWS_MAX, so that one pass never evicts its own. */
export const TOKENS_KEPT = 1_024;
export const QKV_WIDTH = 3 * TOKEN_WIDTH;
/** Of a token or a place: the residual's, then query, key and value. */
export const PRODUCT_WIDTH = DIMENSIONS + QKV_WIDTH;

/** Byte addresses of scratch memory after the image. `rows`: four i32 each, as the kernel's `join` reads them. */
export function scratch() {
  let next = Math.ceil((IMAGE_AT + IMAGE_BYTES) / 64) * 64;
  const take = (bytes: number): number => {
    const at = next;
    next = Math.ceil((next + bytes) / 64) * 64;
    return at;
  };
  const rows = (width: number): number => take(ROWS_MAX * width * 4);
  return {
    ids: take(ROWS_MAX * 4),
    rows: take(ROWS_MAX * 16),
    input: rows(TOKEN_WIDTH),
    state: rows(DIMENSIONS),
    normal: rows(DIMENSIONS),
    wide: rows(HIDDEN_WIDTH),
    small: take(ROWS_MAX * HIDDEN_WIDTH),
    meta: take(ROWS_MAX * 8),
    list: take(ROWS_TOGETHER * HIDDEN_WIDTH * 2),
    ends: take(ROWS_TOGETHER * 4),
    zeros: take(HIDDEN_WIDTH * 4),
    scores: take(2 * (TOKENS_MAX + 4) * 4),
    text_wide: take(TEXTS_MAX * HIDDEN_WIDTH * 4),
    text_state: take(TEXTS_MAX * DIMENSIONS * 4),
    text_final: take(TEXTS_MAX * DIMENSIONS * 4),
    place_products: take(TOKENS_MAX * PRODUCT_WIDTH * 4),
    shared_products: take(2 * QKV_WIDTH * 4),
    token_products: take(TOKENS_KEPT * PRODUCT_WIDTH * 4),
    end: next,
  };
}

export type Scratch = ReturnType<typeof scratch>;
