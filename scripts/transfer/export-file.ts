/** Writes a namespace into a file, page by page. What is written so far stands beside it and is continued by the next run. */
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Progress } from './progress.ts';
import type { Service } from './service.ts';

interface Position {
  /** The page to ask for next. */
  readonly page: string;
  /** Bytes and lines of the pages before it. */
  readonly bytes: number;
  readonly lines: number;
  /** What is exported: another service or namespace starts anew. */
  readonly of: string;
}

/** Lines written, the header included. Refuses to write over a finished file. */
export async function exportToFile(service: Service, file: string, of: string, showing: (total: number) => Progress): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} is there already. Name another file, or remove it.`);
  const [part, notes] = [`${file}.part`, `${file}.part.json`];
  let position = (await readPosition(notes, part, of)) ?? { page: 'first', bytes: 0, lines: 0, of };
  const progress = showing((await service.countRecords()) + 1);
  const handle = await open(part, position.bytes === 0 ? 'w' : 'r+');
  try {
    // A page that was cut off in the middle is written again.
    await handle.truncate(position.bytes);
    for (let page: string | null = position.page; page !== null; ) {
      const { lines, next } = await service.exportPage(page);
      const bytes = Buffer.from(lines, 'utf8');
      await handle.write(bytes, 0, bytes.length, position.bytes);
      position = { page: next ?? '', bytes: position.bytes + bytes.length, lines: position.lines + countLines(lines), of };
      progress.at(position.lines, `${position.lines} lines`);
      if (next !== null) await writeFile(notes, JSON.stringify(position));
      page = next;
    }
  } finally {
    await handle.close();
    progress.end();
  }
  await rename(part, file);
  await rm(notes, { force: true });
  return position.lines;
}

async function readPosition(notes: string, part: string, of: string): Promise<Position | null> {
  if (!existsSync(notes) || !existsSync(part)) return null;
  const position = JSON.parse(await readFile(notes, 'utf8')) as Position;
  return position.of === of ? position : null;
}

const countLines = (text: string): number => text.split('\n').length - 1;
