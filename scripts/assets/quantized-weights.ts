/** float32 weights to the int8 image that src/adapters/models/builtin/weight-layout.ts describes. */
import {
  IMAGE_BYTES,
  LAYERS,
  MATRICES,
  type MatrixShape,
  section,
  TOKEN_WIDTH,
  TOKENS_MAX,
  VOCABULARY_PIECES,
} from '../../src/adapters/models/builtin/weight-layout.ts';
import type { ReferenceWeights } from './reference-weights.ts';

const LEVELS = 127;
/** Of one group of 4 inputs. */
const OUTPUTS_TOGETHER: Readonly<Record<MatrixShape['order'], number>> = { dense: 8, sparse: 32 };

export function quantizeWeights(weights: ReferenceWeights): Uint8Array {
  const image = new Uint8Array(IMAGE_BYTES);
  const put = (name: string, values: Float32Array | Int8Array): void => {
    const { offset, bytes } = section(name);
    if (values.byteLength !== bytes) throw new RangeError(`${name} has ${values.byteLength} bytes, not ${bytes}`);
    image.set(new Uint8Array(values.buffer, values.byteOffset, bytes), offset);
  };
  const tokens = quantizeRows(weights.tokens, VOCABULARY_PIECES, TOKEN_WIDTH);
  put('tokens', tokens.values);
  put('tokens.scales', tokens.scales);
  put('places', placeSignals(weights.frequencies));
  const matrices = new Map<string, readonly [Float32Array, Float32Array]>([
    ['residual', [weights.residual, weights.residual_bias]],
    ['final', [weights.final, weights.final_bias]],
  ]);
  for (const [index, { name }] of LAYERS.entries()) {
    const layer = weights.layers[index === 0 ? 0 : 1];
    put(`${name}.norm1.gain`, layer.norm1_gain);
    put(`${name}.norm1.bias`, layer.norm1_bias);
    put(`${name}.norm2.gain`, layer.norm2_gain);
    put(`${name}.norm2.bias`, layer.norm2_bias);
    matrices.set(`${name}.qkv`, [layer.qkv, layer.qkv_bias]);
    matrices.set(`${name}.output`, [layer.output, layer.output_bias]);
    matrices.set(`${name}.expand`, [layer.expand, layer.expand_bias]);
    matrices.set(`${name}.contract`, [layer.contract, layer.contract_bias]);
  }
  for (const shape of MATRICES) {
    const [matrix, bias] = matrices.get(shape.name) ?? [];
    if (matrix === undefined || bias === undefined) throw new Error(`no weights for ${shape.name}`);
    const { values, scales, sums } = quantizeMatrix(matrix, shape);
    put(shape.name, values);
    put(`${shape.name}.scales`, scales);
    put(`${shape.name}.sums`, sums);
    put(`${shape.name}.biases`, bias);
  }
  return image;
}

/** Sine and cosine of each position, added to the token's own row. */
export function placeSignals(frequencies: Float32Array): Float32Array {
  const half = TOKEN_WIDTH / 2;
  return Float32Array.from({ length: TOKENS_MAX * TOKEN_WIDTH }, (_, index) => {
    const column = index % TOKEN_WIDTH;
    const angle = Math.floor(index / TOKEN_WIDTH) * (frequencies[column % half] ?? 0);
    return column < half ? Math.sin(angle) : Math.cos(angle);
  });
}

function quantizeRows(rows: Float32Array, count: number, width: number) {
  const values = new Int8Array(count * width);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const slice = rows.subarray(row * width, (row + 1) * width);
    const scale = slice.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LEVELS || 1;
    scales[row] = scale;
    for (const [column, value] of slice.entries()) values[row * width + column] = Math.round(value / scale);
  }
  return { values, scales };
}

/** One scale per output; `sums` of each output's weights (times that scale) take the activations' zero point out again. */
function quantizeMatrix(matrix: Float32Array, { inputs, outputs, order }: MatrixShape) {
  const values = new Int8Array(inputs * outputs);
  const scales = new Float32Array(outputs);
  const sums = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    let most = 0;
    for (let input = 0; input < inputs; input++) most = Math.max(most, Math.abs(matrix[input * outputs + output] ?? 0));
    const scale = most / LEVELS || 1;
    let sum = 0;
    for (let input = 0; input < inputs; input++) {
      const value = Math.round((matrix[input * outputs + output] ?? 0) / scale);
      sum += value;
      const quad = input >> 2;
      const together = OUTPUTS_TOGETHER[order];
      const place = (Math.floor(output / together) * inputs + quad * 4) * together + (output % together) * 4;
      values[place + (input & 3)] = value;
    }
    scales[output] = scale;
    sums[output] = sum * scale;
  }
  return { values, scales, sums };
}
