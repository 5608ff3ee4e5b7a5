/**
 * `memory.json` of the MCP reference memory server: JSON Lines of entities (name, entityType, observations) and relations (from, to,
 * relationType). Each observation and each relation becomes a fact of its own, so that each can be found, corrected and forgotten alone.
 */
import { stat } from 'node:fs/promises';
import { type ForeignItem, itemsOf } from './foreign-memory.ts';
import { type Fields, isFields, listOf, textOf } from './json-items.ts';
import { readNative } from './native.ts';

const SYSTEM = 'mcp-memory';

/** The file has no times; its own time of change stands in for them. */
export async function* readMcpMemory(file: string, onBytes: (bytes: number) => void): AsyncGenerator<ForeignItem> {
  const recorded_at = Math.floor((await stat(file)).mtimeMs);
  for await (const item of readNative(file, onBytes)) {
    if ('skipped' in item) {
      yield item;
      continue;
    }
    const { place, line } = item;
    const fields = parsed(line);
    const statements = fields === null ? [] : statementsOf(fields);
    if (statements.length === 0) yield { place, skipped: fields === null ? 'not a JSON object' : 'neither entity nor relation' };
    for (const { content, tags, about } of statements)
      yield* itemsOf(
        { system: SYSTEM, foreign_id: JSON.stringify(about), content, layer: 'semantic', origin: 'agent', recorded_at, dated: false, tags },
        place,
      );
  }
}

interface Statement {
  readonly content: string;
  readonly tags: readonly string[];
  readonly about: readonly string[];
}

function statementsOf(fields: Fields): readonly Statement[] {
  if (fields.type === 'entity') {
    const [name, kind] = [textOf(fields.name), textOf(fields.entityType)];
    if (name === '') return [];
    const tags = [name, kind];
    const observations = listOf(fields.observations).flatMap((one) => (textOf(one) === '' ? [] : [textOf(one)]));
    if (observations.length === 0) return [{ content: kind === '' ? name : `${name} (${kind})`, tags, about: ['entity', name] }];
    return observations.map((observation) => ({ content: `${name}: ${observation}`, tags, about: ['observation', name, observation] }));
  }
  const [from, to, relation] = [textOf(fields.from), textOf(fields.to), textOf(fields.relationType)];
  if (fields.type !== 'relation' || from === '' || to === '') return [];
  return [
    { content: `${from} ${relation.replaceAll('_', ' ')} ${to}`, tags: [from, to, relation], about: ['relation', from, relation, to] },
  ];
}

function parsed(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : null;
  } catch {
    // Told by its place, among the skipped.
    return null;
  }
}
