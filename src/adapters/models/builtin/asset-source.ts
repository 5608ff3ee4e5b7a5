/** Where the generated files come from: the ASSETS binding in the Worker, a folder in tests. Null: there is no such file. Rejects when it cannot be told. */
export type AssetSource = (name: string) => Promise<ArrayBuffer | null>;

/** Names below `builtin/`, as scripts/build-assets.ts writes them. */
export const ASSET_NAMES = {
  weights: 'builtin/use-lite-int8.bin',
  vocabulary: 'builtin/use-lite-pieces.txt',
  glosses: 'builtin/cc-cedict-glosses.bin',
  generality: 'builtin/question-generality.bin',
} as const;
