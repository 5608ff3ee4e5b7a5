/** A JSON export of mem0: a list of memories, or an object that holds it as `results` or `memories`. Each is a fact that a model inferred. */

import type { Metadata } from '../../../src/domain/memory.ts';
import { parseInstant } from '../../../src/domain/time/parse-instant.ts';
import { type ForeignItem, itemsOf, label } from './foreign-memory.ts';
import { isFields, jsonItems, listOf, textOf } from './json-items.ts';

const OWNERS = ['user_id', 'agent_id', 'app_id'] as const;

export async function* readMem0(file: string, onBytes: (bytes: number) => void): AsyncGenerator<ForeignItem> {
  let number = 0;
  for await (const item of jsonItems(file, ['results', 'memories'], onBytes)) {
    number += 1;
    const place = `memory ${number}`;
    if (!isFields(item)) {
      yield { place, skipped: 'not an object' };
      continue;
    }
    const content = textOf(item.memory) || textOf(item.text) || textOf(item.data);
    const recorded_at = parseInstant(textOf(item.created_at), 'exact');
    const owners = Object.fromEntries(OWNERS.flatMap((name) => (textOf(item[name]) === '' ? [] : [[name, textOf(item[name])]])));
    // Parsed from JSON, so it is JSON.
    const metadata = { ...(isFields(item.metadata) ? (item.metadata as Metadata) : {}), ...owners };
    const session_id = label(textOf(item.run_id));
    if (!recorded_at.ok) yield { place, skipped: 'no created_at' };
    else
      yield* itemsOf(
        {
          system: 'mem0',
          foreign_id: textOf(item.id) || content,
          content,
          layer: 'semantic',
          origin: 'agent',
          recorded_at: recorded_at.value,
          dated: true,
          tags: listOf(item.categories).map(textOf),
          ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
          ...(session_id === '' ? {} : { session_id }),
        },
        place,
      );
  }
}
