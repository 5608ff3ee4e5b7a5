/** The examples as far as they run without a model, against the Worker as it is deployed, over a socket. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MEMORY_INSTRUCTIONS } from '../../examples/instructions.ts';
import { memorySession } from '../../examples/session.ts';
import { connectMemoryTools } from '../../examples/vercel-ai-sdk/memory-tools.ts';
import { type LocalWorker, startLocalWorker } from '../../scripts/local-worker.ts';

const WITHIN_MS = 90_000;
const EXAMPLES = path.resolve(import.meta.dirname, '../../examples');
const run = promisify(execFile);

let worker: LocalWorker;
let tool_names: readonly string[] = [];
beforeAll(async () => {
  worker = await startLocalWorker({ vars: { HINDSIGHT_AUTH: 'off', HINDSIGHT_EMBEDDER: 'none' } });
  const memory = await connectMemoryTools({ url: worker.url });
  tool_names = Object.keys(await memory.tools());
  await memory.close();
}, WITHIN_MS);
afterAll(() => worker.stop());

describe('the examples', () => {
  it(
    'mcp-client runs to its end',
    async () => {
      const environment = { ...process.env, HINDSIGHT_URL: worker.url };
      const { stdout } = await run(process.execPath, [path.join(EXAMPLES, 'mcp-client/main.ts')], { env: environment });
      expect(stdout).toContain('tools: memory_write, memory_search, memory_forget, memory_summarize, memory_stats');
      expect(stdout).toContain('found: The user prefers a window seat on flights.');
      expect(stdout).toMatch(/<recalled_memory>[\s\S]*window seat[\s\S]*<\/recalled_memory>/);
    },
    WITHIN_MS,
  );

  it(
    'vercel-ai-sdk has the tools, and a session that remembers',
    async () => {
      expect(tool_names).toHaveLength(5);
      const session = memorySession({ url: worker.url }, 'example');
      expect(await session.context('Which hotel?')).not.toContain('Aurora');
      await session.record('user', 'We always stay at the Hotel Aurora in Porto.', 'turn-1');
      await session.record('user', 'We always stay at the Hotel Aurora in Porto.', 'turn-1');
      const context = await session.context('Which hotel do we take in Porto?');
      expect(context.match(/Hotel Aurora/g)).toHaveLength(1);
      await expect(session.record('assistant', context)).rejects.toThrow(/422/);
    },
    WITHIN_MS,
  );

  it('are all TypeScript that Node can run, and name no tool that does not exist', () => {
    const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(files.length).toBeGreaterThanOrEqual(7);
    for (const file of files) {
      const source = readFileSync(path.join(EXAMPLES, file), 'utf8');
      expect(() => stripTypeScriptTypes(source), file).not.toThrow();
      for (const name of source.match(/memory_(write|search|forget|summari[sz]e|stats|\w+)/g) ?? []) {
        expect([...tool_names, 'memory_instructions'], `${file}: ${name}`).toContain(name);
      }
    }
  });

  it('dify refers to tools that exist', () => {
    const app = parse(readFileSync(path.join(EXAMPLES, 'dify/hindsight-agent.yml'), 'utf8'));
    expect(app).toMatchObject({ kind: 'app', app: { mode: 'agent-chat' } });
    const tools: { readonly tool_name: string; readonly provider_type: string }[] = app.model_config.agent_mode.tools;
    expect(tools.length).toBeGreaterThan(0);
    for (const { tool_name, provider_type } of tools) {
      expect(tool_names).toContain(tool_name);
      expect(provider_type).toBe('mcp');
    }
  });

  it('share a system prompt that the guide shows word for word', () => {
    const guide = readFileSync(path.resolve(EXAMPLES, '../docs/agent-integration.md'), 'utf8');
    expect(guide).toContain(MEMORY_INSTRUCTIONS);
  });
});
