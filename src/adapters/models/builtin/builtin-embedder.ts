/**
 * The embedder that needs neither network nor key. Its data (14 MB) loads at first use and is shared by everything in the isolate: 24 MB with
 * scratch and lookup tables.
 */
import type { Embedder, EmbedderDescription, Embedding } from '../../../ports/embedder.ts';
import { estimateTokens, sentenceChunks } from '../sentence-chunks.ts';
import { ASSET_NAMES, type AssetSource } from './asset-source.ts';
import { type GlossTable, glossTable } from './gloss-table.ts';
import { gloss, hasHan } from './glosser.ts';
import { readKnownVectors } from './known-vectors.ts';
import { judgeLanguage } from './language-gate.ts';
import { type PieceTable, pieceTable } from './pieces.ts';
import { createTransformer, type Transformer } from './transformer.ts';
import { DIMENSIONS, TOKENS_MAX } from './weight-layout.ts';

/** Raise the number when weights, glosses or arithmetic change what a text's vector is. */
const ID = 'builtin:use-lite-int8@1';
/** About 150 ms of work for turns of 30 tokens: other requests of the isolate wait no longer. */
const BATCH_MAX = 64;
/** While the data has not been found: how long until it is looked for again. */
const RETRY_MS = 30_000;

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
  readonly known: ReadonlyMap<string, Float32Array>;
}

/**
 * One engine per isolate. Only the finished engine is shared, never the promise of one: a promise belongs to the request that made it, and would
 * hang for everybody when that request is cancelled.
 */
let shared: Engine | null = null;

export function builtinEmbedder(options: BuiltinEmbedderOptions): Embedder {
  let loading: Promise<Engine | null> | null = null;
  let missingSince: number | null = null;

  const engine = async (): Promise<Engine | null> => {
    if (shared !== null) return shared;
    if (missingSince !== null && Date.now() - missingSince < RETRY_MS) return null;
    loading ??= load(options).finally(() => {
      loading = null;
    });
    const loaded = await loading;
    missingSince = loaded === null ? Date.now() : null;
    shared ??= loaded;
    return shared;
  };

  return {
    async describe() {
      return (await engine()) === null ? null : DESCRIPTION;
    },
    async embed(texts) {
      const ready = await engine();
      if (ready === null) return texts.map(() => ({ status: 'failed', reason: 'the builtin embedder has no data: npm run build:assets' }));
      return embedAll(texts, ready);
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

/** Null for missing, unreachable or damaged data: all the same to a search, which goes on by words. */
async function load(options: BuiltinEmbedderOptions): Promise<Engine | null> {
  try {
    return await assembleEngine(options);
  } catch (cause) {
    options.observe?.(cause instanceof Error ? cause.message : String(cause));
    return null;
  }
}

/** An engine of its own; null when a file is missing. */
export async function assembleEngine({ assets, kernel }: BuiltinEmbedderOptions): Promise<Engine | null> {
  const [weights, vocabulary, glosses, known] = await Promise.all([
    assets(ASSET_NAMES.weights),
    assets(ASSET_NAMES.vocabulary),
    assets(ASSET_NAMES.glosses),
    assets(ASSET_NAMES.known),
  ]);
  if (weights === null || vocabulary === null || glosses === null) return null;
  return {
    transformer: await createTransformer(kernel, weights),
    pieces: pieceTable(new TextDecoder().decode(vocabulary)),
    glosses: glossTable(glosses),
    known: readKnownVectors(known),
  };
}

/** What the encoder reads: English as it stands, Chinese as glosses. */
const readable = (text: string, { glosses }: Engine): string => (hasHan(text) ? gloss(text, glosses) : text);

export function embedAll(texts: readonly string[], engine: Engine): Embedding[] {
  const outcomes: (Embedding | null)[] = [];
  const sequences: (readonly number[])[] = [];
  for (const text of texts) {
    const known = engine.known.get(text);
    if (known !== undefined) {
      outcomes.push({ status: 'embedded', vector: known.slice() });
      continue;
    }
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
