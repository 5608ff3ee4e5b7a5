/**
 * `conversations.json` of a Claude data export: a list of conversations with `chat_messages`. Each message with text becomes an episode of
 * the session `claude:<uuid>`; text that was extracted from an attachment stays with its message. Thinking and tool blocks are left out.
 */

import type { Origin, Role } from '../../../src/domain/memory.ts';
import { parseInstant } from '../../../src/domain/time/parse-instant.ts';
import { type ForeignItem, itemsOf, label } from './foreign-memory.ts';
import { type Fields, isFields, jsonItems, listOf, textOf } from './json-items.ts';

const SPEAKERS: Readonly<Record<string, { readonly role: Role; readonly origin: Origin }>> = {
  human: { role: 'user', origin: 'user' },
  assistant: { role: 'assistant', origin: 'agent' },
};

export async function* readClaude(file: string, onBytes: (bytes: number) => void): AsyncGenerator<ForeignItem> {
  let number = 0;
  for await (const conversation of jsonItems(file, ['conversations'], onBytes)) {
    number += 1;
    if (isFields(conversation)) yield* messagesOf(conversation, `conversation ${number}`);
    else yield { place: `conversation ${number}`, skipped: 'not an object' };
  }
}

function* messagesOf(conversation: Fields, where: string): Generator<ForeignItem> {
  const session = textOf(conversation.uuid);
  const title = textOf(conversation.name);
  for (const [index, message] of listOf(conversation.chat_messages).entries()) {
    const place = `${where}, message ${index + 1}`;
    if (!isFields(message)) {
      yield { place, skipped: 'not an object' };
      continue;
    }
    const speaker = SPEAKERS[textOf(message.sender)];
    const recorded_at = parseInstant(textOf(message.created_at) || textOf(conversation.created_at), 'exact');
    if (speaker === undefined) yield { place, skipped: `spoken by ${textOf(message.sender) || 'nobody'}` };
    else if (!recorded_at.ok) yield { place, skipped: 'no time' };
    else
      yield* itemsOf(
        {
          system: 'claude',
          foreign_id: `${session}/${textOf(message.uuid) || index}`,
          content: [saidIn(message), ...attachmentsOf(message)].filter((part) => part !== '').join('\n\n'),
          layer: 'episodic',
          ...speaker,
          recorded_at: recorded_at.value,
          dated: true,
          ...(session === '' ? {} : { session_id: label(`claude:${session}`) }),
          ...(title === '' ? {} : { metadata: { title } }),
        },
        place,
      );
  }
}

/** Older exports have `text` alone, newer ones blocks as well; `text` repeats them with placeholders for tools. */
function saidIn(message: Fields): string {
  const blocks = listOf(message.content).flatMap((block) => (isFields(block) && block.type === 'text' ? [textOf(block.text)] : []));
  const said = blocks.filter((block) => block !== '').join('\n\n');
  return said === '' ? textOf(message.text) : said;
}

function attachmentsOf(message: Fields): readonly string[] {
  return listOf(message.attachments).flatMap((attachment) => {
    if (!isFields(attachment) || textOf(attachment.extracted_content) === '') return [];
    return [`[${label(textOf(attachment.file_name)) || 'attachment'}]\n${textOf(attachment.extracted_content)}`];
  });
}
