/** What the memory tool's client expects to read: the wording of the reference implementation in Anthropic's SDK. */
import { depthBelow } from './file-path.ts';
import type { MemoryFile } from './files.ts';

const LEVELS = 2;
const KIBIBYTE = 1_024;
const LINE_NUMBER_WIDTH = 6;

const BYTES = new TextEncoder();
const bytesOf = ({ memory }: MemoryFile): number => BYTES.encode(memory.content).length;

const size = (bytes: number): string => (bytes < KIBIBYTE ? `${bytes}B` : `${(bytes / KIBIBYTE).toFixed(1)}K`);

/** The directory itself, then what is up to two levels below it, directories with the sum of what is in them. */
export function renderDirectory(directory: string, files: readonly MemoryFile[]): string {
  const sizes = new Map<string, number>([[directory, 0]]);
  for (const file of files) {
    const bytes = bytesOf(file);
    const segments = file.path.slice(directory.length + 1).split('/');
    if (segments.some((segment) => segment.startsWith('.') || segment === 'node_modules')) continue;
    for (let levels = 0; levels <= Math.min(depthBelow(file.path, directory), LEVELS); levels += 1) {
      const path = [directory, ...segments.slice(0, levels)].join('/');
      sizes.set(path, (sizes.get(path) ?? 0) + bytes);
    }
  }
  const lines = [...sizes].sort(([left], [right]) => (left < right ? -1 : 1)).map(([path, bytes]) => `${size(bytes)}\t${path}`);
  return `Here're the files and directories up to 2 levels deep in ${directory}, excluding hidden items and node_modules:\n${lines.join('\n')}`;
}

export const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, place) => `${String(first + place).padStart(LINE_NUMBER_WIDTH)}\t${line}`).join('\n');

export const renderFile = (path: string, lines: readonly string[], first: number): string =>
  `Here's the content of ${path} with line numbers:\n${numbered(lines, first)}`;
