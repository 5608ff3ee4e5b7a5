/** NDJSON, line by line: our own export as it is. Only LF ends a line, because JSON may hold any other separator of Unicode. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { IMPORT_LINE_BYTES_MAX } from '../../../src/domain/limits.ts';
import { readLines } from '../../../src/transports/shared/ndjson.ts';
import type { ForeignItem } from './foreign-memory.ts';

const PROBLEMS = { too_long: 'over 1 MiB', not_utf8: 'not UTF-8' } as const;

export async function* readNative(file: string, onBytes: (bytes: number) => void): AsyncGenerator<ForeignItem> {
  const source = createReadStream(file);
  // Node types its own web streams apart from the ones of the platform; they are the same.
  const bytes = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
  for await (const line of readLines(bytes, IMPORT_LINE_BYTES_MAX)) {
    onBytes(source.bytesRead);
    const place = `line ${line.number}`;
    yield 'problem' in line ? { place, skipped: PROBLEMS[line.problem] } : { place, line: line.text };
  }
}
