/** The forward pass in plain float32, straight from the original weights: what the int8 runtime is measured against. */
import { HEADS, LAYERS, TOKENS_MAX } from '../../src/adapters/models/builtin/weight-layout.ts';
import { placeSignals } from './quantized-weights.ts';
import type { LayerWeights, ReferenceWeights } from './reference-weights.ts';

type Rows = Float32Array[];

function product(rows: Rows, matrix: Float32Array, bias: Float32Array): Rows {
  const outputs = bias.length;
  return rows.map((row) => {
    const out = bias.slice();
    for (const [input, value] of row.entries()) {
      const at = input * outputs;
      for (let j = 0; j < outputs; j++) out[j] = (out[j] ?? 0) + value * (matrix[at + j] ?? 0);
    }
    return out;
  });
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const sum = (left: Float32Array, right: Float32Array): Float32Array => left.map((value, j) => value + (right[j] ?? 0));
const dot = (left: Float32Array, right: Float32Array): number => left.reduce((total, value, j) => total + value * (right[j] ?? 0), 0);

function normalize(rows: Rows, gain: Float32Array, bias: Float32Array): Rows {
  return rows.map((row) => {
    const centre = mean(row);
    const spread = Math.sqrt(mean(row.map((value) => (value - centre) ** 2)) + 1e-6);
    return row.map((value, j) => ((value - centre) / spread) * (gain[j] ?? 0) + (bias[j] ?? 0));
  });
}

function attend(rows: Rows, width: number): Rows {
  const part = width / HEADS;
  const out = rows.map(() => new Float32Array(width));
  for (let head = 0; head < HEADS; head++) {
    const cut = (row: Float32Array, kind: number) => row.subarray(kind * width + head * part, kind * width + (head + 1) * part);
    for (const [i, row] of rows.entries()) {
      const scores = rows.map((other) => dot(cut(row, 0), cut(other, 1)) / Math.sqrt(part));
      const top = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - top));
      const total = shares.reduce((all, share) => all + share, 0);
      const target = out[i]?.subarray(head * part, (head + 1) * part);
      for (const [j, other] of rows.entries())
        for (const [e, value] of cut(other, 2).entries()) if (target) target[e] = (target[e] ?? 0) + ((shares[j] ?? 0) / total) * value;
    }
  }
  return out;
}

function layer(input: Rows, residual: Rows, width: number, weights: LayerWeights): Rows {
  const qkv = product(normalize(input, weights.norm1_gain, weights.norm1_bias), weights.qkv, weights.qkv_bias);
  const attended = product(attend(qkv, width), weights.output, weights.output_bias).map((row, i) => sum(row, residual[i] ?? row));
  const wide = product(normalize(attended, weights.norm2_gain, weights.norm2_bias), weights.expand, weights.expand_bias);
  const narrow = product(
    wide.map((row) => row.map((value) => Math.max(0, value))),
    weights.contract,
    weights.contract_bias,
  );
  return attended.map((row, i) => sum(row, narrow[i] ?? row));
}

/** A unit vector of 512. */
export function encodeByReference(weights: ReferenceWeights, ids: readonly number[]): Float32Array {
  const places = placeSignals(weights.frequencies);
  const [first, second] = LAYERS.map(({ width }) => width) as [number, number];
  const input = ids
    .slice(0, TOKENS_MAX)
    .map((id, position) =>
      weights.tokens.slice(id * first, (id + 1) * first).map((value, j) => 2 * value + (places[position * first + j] ?? 0)),
    );
  const state = layer(input, product(input, weights.residual, weights.residual_bias), first, weights.layers[0]);
  const final = layer(state, state, second, weights.layers[1]);
  const centre = final.reduce((total, row) => sum(total, row)).map((value) => value / final.length);
  const [out] = product([centre], weights.final, weights.final_bias);
  const vector = (out ?? centre).map(Math.tanh);
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}
