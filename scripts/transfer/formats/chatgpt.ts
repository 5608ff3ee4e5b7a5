/**
 * `conversations.json` of a ChatGPT data export: a list of conversations, each a tree of messages. The branch that the person saw last is
 * taken (from `current_node` up); each of its messages with text becomes an episode of the session `chatgpt:<id>`.
 */
import { SECOND_MS } from '../../../src/domain/instant.ts';
import type { Origin, Role } from '../../../src/domain/memory.ts';
import { type ForeignItem, itemsOf, label } from './foreign-memory.ts';
import { type Fields, isFields, jsonItems, listOf, textOf } from './json-items.ts';

const SPEAKERS: Readonly<Record<string, { readonly role: Role; readonly origin: Origin }>> = {
  user: { role: 'user', origin: 'user' },
  assistant: { role: 'assistant', origin: 'agent' },
  tool: { role: 'tool', origin: 'tool' },
};
const TEXT_TYPES = ['text', 'multimodal_text'];

export async function* readChatGpt(file: string, onBytes: (bytes: number) => void): AsyncGenerator<ForeignItem> {
  let number = 0;
  for await (const conversation of jsonItems(file, ['conversations'], onBytes)) {
    number += 1;
    if (isFields(conversation)) yield* messagesOf(conversation, `conversation ${number}`);
    else yield { place: `conversation ${number}`, skipped: 'not an object' };
  }
}

function* messagesOf(conversation: Fields, where: string): Generator<ForeignItem> {
  const session = textOf(conversation.conversation_id) || textOf(conversation.id);
  const title = textOf(conversation.title);
  // A message without a time was said when the one before it was.
  let at_seconds = conversation.create_time;
  for (const [index, node] of branchOf(conversation).entries()) {
    const message = isFields(node.message) ? node.message : null;
    if (message === null) continue;
    const place = `${where}, message ${index + 1}`;
    if (typeof message.create_time === 'number') at_seconds = message.create_time;
    const author = isFields(message.author) ? textOf(message.author.role) : '';
    const speaker = SPEAKERS[author];
    const content = isFields(message.content) ? message.content : {};
    const hidden = isFields(message.metadata) && message.metadata.is_visually_hidden_from_conversation === true;
    if (speaker === undefined) yield { place, skipped: `spoken by ${author === '' ? 'nobody' : author}` };
    else if (hidden) yield { place, skipped: 'hidden from the person' };
    else if (!TEXT_TYPES.includes(textOf(content.content_type)))
      yield { place, skipped: `content of type ${textOf(content.content_type) || 'unknown'}` };
    else if (typeof at_seconds !== 'number') yield { place, skipped: 'no time' };
    else
      yield* itemsOf(
        {
          system: 'chatgpt',
          foreign_id: `${session}/${textOf(message.id) || textOf(node.id)}`,
          content: listOf(content.parts)
            .map(textOf)
            .filter((part) => part !== '')
            .join('\n'),
          layer: 'episodic',
          ...speaker,
          recorded_at: Math.round(at_seconds * SECOND_MS),
          dated: true,
          ...(session === '' ? {} : { session_id: label(`chatgpt:${session}`) }),
          ...(title === '' ? {} : { metadata: { title } }),
        },
        place,
      );
  }
}

/** From the root down to `current_node`; without one, down the last children. */
function branchOf(conversation: Fields): readonly Fields[] {
  const mapping = isFields(conversation.mapping) ? conversation.mapping : {};
  const node = (id: string): Fields | null => {
    const found = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    return isFields(found) ? found : null;
  };
  const branch: Fields[] = [];
  const seen = new Set<string>();
  let id = textOf(conversation.current_node) || lastLeaf(mapping);
  // `seen`: a file that was edited by hand may hold a circle.
  for (let one = node(id); one !== null && !seen.has(id); one = node(id)) {
    seen.add(id);
    branch.push(one);
    id = textOf(one.parent);
  }
  return branch.reverse();
}

function lastLeaf(mapping: Fields): string {
  return (
    Object.entries(mapping)
      .filter(([, one]) => isFields(one) && listOf(one.children).length === 0)
      .at(-1)?.[0] ?? ''
  );
}
