/**
 * The weight file is an image of wasm memory: sections in this order, each on a 16-byte border, no header. The build script writes it and the
 * runtime copies it in one piece; both take every offset from here.
 */

/** Width of a vector. */
export const DIMENSIONS = 512;
/** Tokens of one text that the model was trained to see; later ones are cut. */
export const TOKENS_MAX = 128;
export const VOCABULARY_PIECES = 8_002;
export const TOKEN_WIDTH = 256;
export const HIDDEN_WIDTH = 1_536;
export const HEADS = 4;
const ALIGNMENT_BYTES = 16;

export interface MatrixShape {
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  /** For rows that are `dense` or mostly zero: blocks of 8 or 32 outputs, in which for each 4 inputs all outputs x 4 bytes lie together. */
  readonly order: 'dense' | 'sparse';
}

export interface LayerShape {
  readonly name: string;
  readonly width: number;
}

export const LAYERS: readonly LayerShape[] = [
  { name: 'layer0', width: TOKEN_WIDTH },
  { name: 'layer1', width: DIMENSIONS },
];

export const MATRICES: readonly MatrixShape[] = [
  { name: 'residual', inputs: TOKEN_WIDTH, outputs: DIMENSIONS, order: 'dense' },
  ...LAYERS.flatMap(({ name, width }, index): MatrixShape[] => [
    { name: `${name}.qkv`, inputs: width, outputs: 3 * width, order: 'dense' },
    { name: `${name}.output`, inputs: width, outputs: DIMENSIONS, order: 'dense' },
    { name: `${name}.expand`, inputs: DIMENSIONS, outputs: HIDDEN_WIDTH, order: 'dense' },
    { name: `${name}.contract`, inputs: HIDDEN_WIDTH, outputs: DIMENSIONS, order: index === 0 ? 'sparse' : 'dense' },
  ]),
  { name: 'final', inputs: DIMENSIONS, outputs: DIMENSIONS, order: 'dense' },
];

export interface Section {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

function sections(): ReadonlyMap<string, Section> {
  const placed = new Map<string, Section>();
  let offset = 0;
  const place = (name: string, bytes: number): void => {
    placed.set(name, { name, offset, bytes });
    offset = Math.ceil((offset + bytes) / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
  };
  place('tokens', VOCABULARY_PIECES * TOKEN_WIDTH);
  place('tokens.scales', VOCABULARY_PIECES * 4);
  place('places', TOKENS_MAX * TOKEN_WIDTH * 4);
  for (const { name, width } of LAYERS) {
    place(`${name}.norm1.gain`, width * 4);
    place(`${name}.norm1.bias`, width * 4);
    place(`${name}.norm2.gain`, DIMENSIONS * 4);
    place(`${name}.norm2.bias`, DIMENSIONS * 4);
  }
  for (const { name, inputs, outputs } of MATRICES) {
    place(name, inputs * outputs);
    place(`${name}.scales`, outputs * 4);
    place(`${name}.sums`, outputs * 4);
    place(`${name}.biases`, outputs * 4);
  }
  return placed;
}

const SECTIONS = sections();

export function section(name: string): Section {
  const found = SECTIONS.get(name);
  if (found === undefined) throw new RangeError(`the weight image has no section ${name}`);
  return found;
}

export const IMAGE_BYTES = Math.max(...[...SECTIONS.values()].map(({ offset, bytes }) => offset + bytes));
