import { INSTRUCTIONS, SERVER_INFO } from './instructions.ts';
import { memoryInstructions } from './prompts/memory-instructions.ts';
import { recallContext } from './prompts/recall-context.ts';
import { memoryResource } from './resources/memory.ts';
import { sessionResource } from './resources/session.ts';
import { statsResource } from './resources/stats.ts';
import type { Surface } from './surface.ts';
import { memoryForget } from './tools/memory-forget.ts';
import { memorySearch } from './tools/memory-search.ts';
import { memoryStats } from './tools/memory-stats.ts';
import { memorySummarize } from './tools/memory-summarize.ts';
import { memoryWrite } from './tools/memory-write.ts';

/** The product: five tools, two prompts, three resources, in the order in which every client sees them. */
export const MEMORY_SURFACE: Surface = {
  info: SERVER_INFO,
  instructions: INSTRUCTIONS,
  tools: [memoryWrite, memorySearch, memoryForget, memorySummarize, memoryStats],
  prompts: [memoryInstructions, recallContext],
  resources: [statsResource, sessionResource, memoryResource],
};
