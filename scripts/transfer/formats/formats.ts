/** The readers of other systems' files, by the name that `--from` takes. */
import { readChatGpt } from './chatgpt.ts';
import { readClaude } from './claude.ts';
import type { ForeignItem } from './foreign-memory.ts';
import { readMcpMemory } from './mcp-memory.ts';
import { readMem0 } from './mem0.ts';
import { readNative } from './native.ts';

export type Reader = (file: string, onBytes: (bytes: number) => void) => AsyncGenerator<ForeignItem>;

export const READERS: Readonly<Record<string, Reader>> = {
  hindsight: readNative,
  'mcp-memory': readMcpMemory,
  mem0: readMem0,
  chatgpt: readChatGpt,
  claude: readClaude,
};
