/** What another system's file holds, as lines of our own transfer format: the service then checks, cleans, masks and withholds as ever. */
import { v5, v7 } from 'uuid';
import { OPEN } from '../../../src/domain/facts/chain.ts';
import type { Instant } from '../../../src/domain/instant.ts';
import { CONTENT_CHARACTERS_MAX, IDENTIFIER_CHARACTERS_MAX, TAGS_MAX } from '../../../src/domain/limits.ts';
import type { Layer, Memory, Metadata, Origin, Role, Source } from '../../../src/domain/memory.ts';
import { cleanText, countCharacters, cutCharacters } from '../../../src/domain/text/clean-text.ts';
import { sha256Hex } from '../../../src/domain/text/hash.ts';
import { memoryLine } from '../../../src/domain/transfer/write-line.ts';
import { DEFAULT_TUNING } from '../../../src/domain/tuning.ts';
import { versionOf } from '../../../src/domain/writing/versions.ts';

export interface ForeignMemory {
  /** Which reader found it, e.g. `chatgpt`; becomes `source.via`. */
  readonly system: string;
  /** What names it in the file, the same at every reading: the memory's id is made of it, so that importing again changes nothing. */
  readonly foreign_id: string;
  readonly content: string;
  readonly layer: Layer;
  readonly origin: Origin | null;
  readonly role?: Role;
  readonly recorded_at: Instant;
  /** False when the file itself gives no time: then the id must not depend on one. */
  readonly dated: boolean;
  readonly session_id?: string;
  readonly tags?: readonly string[];
  readonly metadata?: Metadata;
}

/** One line of a file, or why a part of it was left out. `place` is for a person: where in the file. */
export type ForeignItem = { readonly place: string; readonly line: string } | { readonly place: string; readonly skipped: string };

/** Any fixed UUID: keeps our name-based ids apart from those of others. */
const ID_SPACE = '6f0b3c1e-8d0a-5c53-9a55-0d1f5f2f7a10';

/** Text beyond the limit of one memory comes as several, cut between paragraphs where there are any. */
export function itemsOf(memory: ForeignMemory, place: string): readonly ForeignItem[] {
  const content = cleanText(memory.content).text;
  if (content === '') return [{ place, skipped: 'no text' }];
  const parts = partsOf(content);
  return parts.map((part, index) => ({
    place,
    line: lineOf(
      parts.length === 1
        ? { ...memory, content: part }
        : {
            ...memory,
            content: part,
            foreign_id: `${memory.foreign_id}#${index}`,
            metadata: { ...memory.metadata, part: index + 1, parts: parts.length },
          },
    ),
  }));
}

function lineOf({
  system,
  foreign_id,
  content,
  layer,
  origin,
  role,
  recorded_at,
  dated,
  session_id,
  tags,
  metadata,
}: ForeignMemory): string {
  const source: Source = { via: `import:${system}`, ...(origin === null ? {} : { origin }), ...(role === undefined ? {} : { role }) };
  const memory: Memory = {
    id: dated ? datedId(system, foreign_id, recorded_at) : v5(JSON.stringify([system, foreign_id]), ID_SPACE),
    layer,
    content,
    origin,
    importance: DEFAULT_TUNING.importance_by_origin[origin ?? 'none'],
    volatility: layer === 'semantic' ? 'stable' : 'volatile',
    key: null,
    tags: [...new Set((tags ?? []).map(label))].filter((tag) => tag !== '').slice(0, TAGS_MAX),
    metadata: metadata ?? null,
    session_id: session_id ?? null,
    occurred_at: recorded_at,
    created_at: recorded_at,
    expires_at: null,
    source,
    version: 1,
    seen_count: 1,
    access_count: 0,
    last_accessed_at: null,
    ...OPEN,
  };
  return memoryLine(memory, [versionOf(memory, recorded_at, source, null)]);
}

/** A UUIDv7 whose random part is a hash of the name. */
function datedId(system: string, foreign_id: string, at: Instant): string {
  const random = Buffer.from(sha256Hex(JSON.stringify([system, foreign_id])), 'hex').subarray(0, 16);
  return v7({ msecs: Math.max(0, at), random });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Names from other systems as tags: one line, without control characters, within the limit. */
export const label = (name: string): string => cutCharacters(name.replace(CONTROLS, ' ').trim(), IDENTIFIER_CHARACTERS_MAX);

function partsOf(content: string): readonly string[] {
  const parts: string[] = [];
  let rest = content;
  while (countCharacters(rest) > CONTENT_CHARACTERS_MAX) {
    const head = cutCharacters(rest, CONTENT_CHARACTERS_MAX);
    const border = head.lastIndexOf('\n\n');
    const end = border > head.length / 2 ? border : head.length;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  parts.push(rest);
  return parts.filter((part) => part !== '');
}
