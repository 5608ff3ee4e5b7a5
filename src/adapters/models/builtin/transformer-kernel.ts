/** What transformer.wasm exports (source and meaning of each: kernels/assembly/transformer.ts). Numbers are byte addresses and counts. */
export interface TransformerKernel {
  readonly memory: WebAssembly.Memory;
  look_up(ids: number, n: number, width: number, table: number, scales: number, out: number): void;
  scale_columns(from: number, n: number, width: number, gain: number, out: number): void;
  join(
    rows: number,
    n: number,
    width: number,
    table: number,
    scales: number,
    places: number,
    place_products: number,
    shared: number,
    state_width: number,
    qkv_width: number,
    state: number,
    qkv: number,
    scratch: number,
  ): void;
  normalize(from: number, n: number, width: number, gain: number, bias: number, out: number): void;
  quantize(from: number, n: number, width: number, out: number, meta: number, deviations: number, tiles: boolean): void;
  multiply(
    rows: number,
    meta: number,
    n: number,
    k: number,
    weights: number,
    scales: number,
    sums: number,
    biases: number,
    m: number,
    out: number,
    mode: number,
  ): void;
  multiply_sparse(
    rows: number,
    meta: number,
    n: number,
    k: number,
    weights: number,
    scales: number,
    biases: number,
    m: number,
    out: number,
    list: number,
    ends: number,
  ): void;
  subtract_levels(from: number, n: number, width: number, levels: number, meta: number): void;
  attend(qkv: number, n: number, heads: number, head_width: number, out: number, scores: number): void;
  average(from: number, n: number, width: number, out: number): void;
}

/** What `multiply` does with the product: its `mode`. */
export const MODE = { store: 0, add: 1, cut_below_zero: 2 } as const;
export type Mode = (typeof MODE)[keyof typeof MODE];
