/** Files over the service's verbs: one file is one keyed semantic memory, its path the key. Edits make versions; deleting forgets them all. */
import type { MemoryRecord } from '../../../../application/service.ts';
import type { Failure } from '../../../../domain/failure.ts';
import { CONFIRM_IDS_MAX, PAGE_ITEMS_MAX } from '../../../../domain/limits.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';
import type { Exchange } from '../../surface.ts';
import { isBelow } from './file-path.ts';

export interface MemoryFile {
  readonly path: string;
  readonly memory: MemoryRecord;
}

/** Facts looked through for files: the service lists facts by key, files among the others. */
const PAGES_MAX = 50;

export interface Files {
  find(path: string): Promise<Result<MemoryFile | null, Failure>>;
  /** In the order of their paths. */
  below(directory: string): Promise<Result<readonly MemoryFile[], Failure>>;
  create(path: string, content: string): Promise<Result<null, Failure>>;
  change(file: MemoryFile, content: string): Promise<Result<null, Failure>>;
  remove(paths: readonly string[]): Promise<Result<null, Failure>>;
}

export function filesOver({ service, caller }: Exchange): Files {
  /** Every value the key ever had, so that a deleted file leaves no older wording behind. */
  async function idsOf(path: string): Promise<Result<readonly string[], Failure>> {
    const fact = await service.execute('readFact', caller, { key: path });
    if (fact.ok) return ok(fact.value.versions.map(({ id }) => id));
    return fact.failure.kind === 'not_found' ? ok([]) : fact;
  }

  return {
    async find(path) {
      const fact = await service.execute('readFact', caller, { key: path });
      if (fact.ok) return ok(fact.value.current === null ? null : { path, memory: fact.value.current });
      return fact.failure.kind === 'not_found' ? ok(null) : fact;
    },

    async below(directory) {
      const found: MemoryFile[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const facts: Awaited<ReturnType<typeof service.execute<'listFacts'>>> = await service.execute('listFacts', caller, {
          limit: PAGE_ITEMS_MAX,
          ...(cursor === null ? {} : { cursor }),
        });
        if (!facts.ok) return facts;
        for (const memory of facts.value.items)
          if (memory.key !== null && isBelow(memory.key, directory)) found.push({ path: memory.key, memory });
        cursor = facts.value.next_cursor;
        if (cursor === null) return ok(found);
      }
      return err({
        kind: 'too_large',
        limit: PAGES_MAX * PAGE_ITEMS_MAX,
        message: 'There are too many facts to list as files. View a directory further down, or a file by its path.',
      });
    },

    async create(path, content) {
      const written = await service.execute('write', caller, { content, layer: 'semantic', key: path, origin: 'agent' });
      return written.ok ? ok(null) : written;
    },

    async change({ memory }, content) {
      const corrected = await service.execute('correct', caller, { id: memory.id, content });
      return corrected.ok ? ok(null) : corrected;
    },

    async remove(paths) {
      const ids: string[] = [];
      for (const path of paths) {
        const versions = await idsOf(path);
        if (!versions.ok) return versions;
        ids.push(...versions.value);
      }
      for (let start = 0; start < ids.length; start += CONFIRM_IDS_MAX) {
        const forgotten = await service.execute('forget', caller, { confirm_ids: ids.slice(start, start + CONFIRM_IDS_MAX) });
        if (!forgotten.ok) return forgotten;
      }
      return ok(null);
    },
  };
}
