/** Items of a JSON file of any size, one at a time: a list, or an object that holds one list under a given name. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import chain from 'stream-chain';
import { pick } from 'stream-json/filters/pick.js';
import parser from 'stream-json/parser.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Enough to pass over a byte order mark and white space. */
const HEAD_BYTES = 64;

/** `list_names`: under which the list may stand when the file is an object. `onBytes` hears how far the file has been read. */
export async function* jsonItems(file: string, list_names: readonly string[], onBytes: (bytes: number) => void): AsyncGenerator<unknown> {
  const source = createReadStream(file, { encoding: 'utf8' });
  const stages = (await startsWithList(file))
    ? []
    : [pick({ filter: (path) => path.length === 1 && list_names.includes(String(path[0])) })];
  const items = chain([source, parser(), ...stages, streamArray()]);
  // An error of the file itself does not reach the end of the chain by its own.
  source.on('error', (error) => items.destroy(error));
  for await (const item of items) {
    onBytes(source.bytesRead);
    yield (item as { readonly value: unknown }).value;
  }
  onBytes(source.bytesRead);
}

async function startsWithList(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\ufeff/, '')
      .trimStart()
      .startsWith('[');
  } finally {
    await handle.close();
  }
}

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
