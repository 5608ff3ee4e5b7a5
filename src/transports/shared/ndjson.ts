/** NDJSON, read and written as a stream: memory use is one line, whatever the size of the body. */
import { decodeUtf8, joined } from './request-limits.ts';

/** `number` counts from 1 and counts blank lines too, so that it is the number an editor shows. */
export type NdjsonLine =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: 'too_long' | 'not_utf8' };

const LINE_FEED = 0x0a;

/**
 * Yields every line that is not blank. A line over `bytes_max` is dropped while it streams by and reported in its place; the lines after it
 * are read as usual.
 */
export async function* readLines(body: ReadableStream<Uint8Array>, bytes_max: number): AsyncGenerator<NdjsonLine> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let number = 1;
  const take = (part: Uint8Array) => {
    bytes += part.byteLength;
    if (bytes <= bytes_max) parts.push(part);
    else parts = [];
  };
  const finish = (): NdjsonLine | null => {
    const line = lineOf(number, parts, bytes, bytes_max);
    parts = [];
    bytes = 0;
    number += 1;
    return line;
  };
  for await (const chunk of chunksOf(body)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (line !== null) yield line;
    }
    if (start < chunk.byteLength) take(chunk.subarray(start));
  }
  const last = finish();
  if (last !== null) yield last;
}

function lineOf(number: number, parts: readonly Uint8Array[], bytes: number, bytes_max: number): NdjsonLine | null {
  if (bytes > bytes_max) return { number, problem: 'too_long' };
  const text = decodeUtf8(joined(parts, bytes));
  if (text === null) return { number, problem: 'not_utf8' };
  return text.trim() === '' ? null : { number, text: text.trim() };
}

/** Leaving the loop early cancels the body, so that a sender does not wait on a reader that is gone. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let done = false;
  try {
    while (!done) {
      const next = await reader.read();
      done = next.done;
      if (next.value !== undefined) yield next.value;
    }
  } finally {
    if (!done) await reader.cancel();
    reader.releaseLock();
  }
}

export const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
