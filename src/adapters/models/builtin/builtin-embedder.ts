/**
 * The embedder that needs neither network nor key. Its data (14 MB) loads at first use and is shared by everything in the isolate: 30 MB with
 * scratch, lookup tables and what is kept of tokens.
 */
import type { GeneralityForm } from '../../../domain/ranking/generality.ts';
import type { Embedder, EmbedderDescription, Embedding } from '../../../ports/embedder.ts';
import { estimateTokens, sentenceChunks } from '../sentence-chunks.ts';
import { ASSET_NAMES, type AssetSource } from './asset-source.ts';
import { type GlossTable, glossTable } from './gloss-table.ts';
import { gloss, hasHan } from './glosser.ts';
import { readGenerality } from './known-generality.ts';
import { judgeLanguage } from './language-gate.ts';
import { type PieceTable, pieceTable } from './pieces.ts';
import { createTransformer, type Transformer } from './transformer.ts';
import { DIMENSIONS, TOKENS_MAX } from './weight-layout.ts';

/**
 * Raise the number when weights, glosses or arithmetic change what a text's vector is. Rounding otherwise is no such change as long as old and new
 * vectors are closer to each other than either is to the float32 reference: then each is as good a neighbour for vectors of the other.
 */
const ID = 'builtin:use-lite-int8@2';
/** About 150 ms of work for turns of 30 tokens: other requests of the isolate wait no longer. */
const BATCH_MAX = 64;
/** While there is no data: how long until it is looked for again. A deployment brings its files with it, so looking often finds no more. */
const MISSING_RETRY_MS = 30_000;

const DESCRIPTION: EmbedderDescription = { id: ID, dimensions: DIMENSIONS, batch_max: BATCH_MAX, tokens_max: TOKENS_MAX };

export interface BuiltinEmbedderOptions {
  readonly assets: AssetSource;
  /** transformer.wasm, compiled. */
  readonly kernel: WebAssembly.Module;
  /** Told why the data could not be loaded. */
  readonly observe?: (cause: string) => void;
}

export interface Engine {
  readonly transformer: Transformer;
  readonly pieces: PieceTable;
  readonly glosses: GlossTable;
  readonly generality: GeneralityForm | undefined;
}

/**
 * One engine per isolate. Only the finished engine is shared, never the promise of one: a promise belongs to the request that made it, and would
 * hang for everybody when that request is cancelled.
 */
let shared: Engine | null = null;

export function builtinEmbedder(options: BuiltinEmbedderOptions): Embedder {
  let loading: Promise<Engine | Unready> | null = null;
  let missing_since: number | null = null;

  const engine = async (): Promise<Engine | Unready> => {
    if (shared !== null) return shared;
    if (missing_since !== null && Date.now() - missing_since < MISSING_RETRY_MS) return 'missing';
    loading ??= load(options).finally(() => {
      loading = null;
    });
    const loaded = await loading;
    missing_since = loaded === 'missing' ? Date.now() : null;
    if (typeof loaded === 'string') return shared ?? loaded;
    shared ??= loaded;
    return shared;
  };

  return {
    // Data that cannot be read just now is an outage: what is written meanwhile waits for its vector, as with any other embedder.
    async describe() {
      const ready = await engine();
      if (ready === 'missing') return null;
      return ready === 'unreachable' || ready.generality === undefined ? DESCRIPTION : { ...DESCRIPTION, generality: ready.generality };
    },
    async embed(texts) {
      const ready = await engine();
      return typeof ready === 'string' ? texts.map(() => ({ status: 'failed', reason: UNREADY_REASONS[ready] })) : embedAll(texts, ready);
    },
    chunk(text) {
      // A token is at least one character, unless a gloss makes it longer.
      if (text.length < TOKENS_MAX && !hasHan(text)) return [text];
      const engine = shared;
      return sentenceChunks(
        text,
        TOKENS_MAX,
        engine === null ? estimateTokens : (part) => engine.pieces.encode(readable(part, engine)).ids.length,
      );
    },
  };
}

/** `missing`: there is no usable data, and time alone will not bring it. `unreachable`: it could not be read this time. */
type Unready = 'missing' | 'unreachable';

const UNREADY_REASONS: Readonly<Record<Unready, string>> = {
  missing: 'the builtin embedder has no data: npm run build:assets',
  unreachable: 'the data of the builtin embedder could not be read this time',
};

/** Files that came and make no engine are damaged: as good as missing. */
async function load(options: BuiltinEmbedderOptions): Promise<Engine | Unready> {
  const fetched = await fetchAssets(options.assets).catch((cause: unknown): 'unreachable' => {
    options.observe?.(messageOf(cause));
    return 'unreachable';
  });
  if (fetched === 'unreachable') return fetched;
  try {
    return (await buildEngine(options.kernel, fetched)) ?? 'missing';
  } catch (cause) {
    options.observe?.(messageOf(cause));
    return 'missing';
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

type Files = Readonly<Record<keyof typeof ASSET_NAMES, ArrayBuffer | null>>;

async function fetchAssets(assets: AssetSource): Promise<Files> {
  const [weights, vocabulary, glosses, generality] = await Promise.all([
    assets(ASSET_NAMES.weights),
    assets(ASSET_NAMES.vocabulary),
    assets(ASSET_NAMES.glosses),
    assets(ASSET_NAMES.generality),
  ]);
  return { weights, vocabulary, glosses, generality };
}

/** An engine of its own; null when a file is missing. */
export const assembleEngine = async ({ assets, kernel }: BuiltinEmbedderOptions): Promise<Engine | null> =>
  buildEngine(kernel, await fetchAssets(assets));

async function buildEngine(kernel: WebAssembly.Module, { weights, vocabulary, glosses, generality }: Files): Promise<Engine | null> {
  if (weights === null || vocabulary === null || glosses === null) return null;
  return {
    transformer: await createTransformer(kernel, weights),
    pieces: pieceTable(new TextDecoder().decode(vocabulary)),
    glosses: glossTable(glosses),
    generality: readGenerality(generality),
  };
}

/** What the encoder reads: English as it stands, Chinese as glosses. */
const readable = (text: string, { glosses }: Engine): string => (hasHan(text) ? gloss(text, glosses) : text);

export function embedAll(texts: readonly string[], engine: Engine): Embedding[] {
  const outcomes: (Embedding | null)[] = [];
  const sequences: (readonly number[])[] = [];
  for (const text of texts) {
    const verdict = judgeLanguage(text, engine.pieces);
    const ids = verdict.language === null ? [] : engine.pieces.encode(readable(text, engine)).ids;
    if (verdict.language === null) outcomes.push({ status: 'unsupported', reason: verdict.reason });
    else if (ids.length === 0)
      outcomes.push({ status: 'unsupported', reason: 'nothing to embed: no word of this text has a meaning on its own' });
    else {
      outcomes.push(null);
      sequences.push(ids);
    }
  }
  const vectors = engine.transformer.run(sequences).values();
  return outcomes.map((outcome): Embedding => outcome ?? embedded(vectors.next().value));
}

function embedded(vector: Float32Array | undefined): Embedding {
  if (vector === undefined || !vector.every(Number.isFinite)) return { status: 'failed', reason: 'the encoder made no finite vector' };
  return { status: 'embedded', vector };
}
