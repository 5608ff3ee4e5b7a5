/** The reference's data: plain maps, no indexes, no cleverness; what every real store is compared with. */

import type { Instant } from '../../src/domain/instant.ts';
import type { Memory, MemoryId, MemoryVersion, Tombstone } from '../../src/domain/memory.ts';
import { keyHash } from '../../src/domain/text/hash.ts';
import type { ChainLink, StoredReply } from '../../src/ports/memory-store.ts';

export interface Row {
  memory: Memory;
  identity: string;
  content_hash: string;
  versions: MemoryVersion[];
  /** Its expiry has been processed. */
  swept: boolean;
  swept_at: Instant | null;
  generation: string | null;
  /** Settled without a vector for the target generation. */
  skipped: boolean;
}

/** A place in a chain whose memory is gone by retention, not by forgetting. */
export interface VacantLink {
  readonly key_hash: string;
  readonly link: ChainLink;
}

export interface Work {
  readonly kind: 'index' | 'remove';
  readonly order: number;
  retry_at: Instant;
}

export class Records {
  readonly rows = new Map<MemoryId, Row>();
  readonly tombstones = new Map<MemoryId, Tombstone>();
  readonly vacant: VacantLink[] = [];
  readonly replies = new Map<string, StoredReply & { readonly expires_at: Instant }>();
  readonly work = new Map<MemoryId, Work>();
  readonly termsOf: (text: string) => readonly string[];
  revision = 0;
  order = 0;
  target_generation: string | null = null;

  constructor(termsOf: (text: string) => readonly string[]) {
    this.termsOf = termsOf;
  }

  queue(id: MemoryId, kind: Work['kind']): void {
    this.order += 1;
    this.work.set(id, { kind, order: this.order, retry_at: 0 });
  }

  /** In chain order, gaps included. */
  chain(key_hash: string): readonly ChainLink[] {
    const links: ChainLink[] = this.vacant.filter((vacancy) => vacancy.key_hash === key_hash).map(({ link }) => link);
    for (const { memory, identity } of this.rows.values()) {
      if (memory.key !== null && keyHash(memory.key) === key_hash) links.push(linkOf(memory, identity));
    }
    for (const tombstone of this.tombstones.values()) if (tombstone.key_hash === key_hash) links.push(gap(tombstone));
    return links.sort(byChainOrder);
  }
}

export const gap = ({ id, occurred_at, created_at }: Pick<ChainLink, 'id' | 'occurred_at' | 'created_at'>): ChainLink => ({
  id,
  occurred_at,
  created_at,
  forgotten: true,
  identity: null,
  valid_to: null,
  superseded_at: null,
  superseded_by: null,
});

const linkOf = (memory: Memory, identity: string): ChainLink => ({
  id: memory.id,
  occurred_at: memory.occurred_at,
  created_at: memory.created_at,
  forgotten: false,
  identity,
  valid_to: memory.valid_to,
  superseded_at: memory.superseded_at,
  superseded_by: memory.superseded_by,
});

type Position = Pick<Memory, 'id' | 'occurred_at' | 'created_at'>;

export const byText = (a: string, b: string): number => {
  const left = [...a];
  const right = [...b];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

export const byChainOrder = (a: Position, b: Position): number =>
  a.occurred_at - b.occurred_at || a.created_at - b.created_at || byText(a.id, b.id);

export const byCreation = (a: Position, b: Position): number => a.created_at - b.created_at || byText(a.id, b.id);
