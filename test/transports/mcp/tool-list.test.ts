import { describe, expect, test } from 'vitest';
import { bearer, bench, listTools, modern, post, reply, rpc } from './fixture.ts';

describe('the list', () => {
  test('five tools in one order, the same in both eras and for every credential', async () => {
    const names = ['memory_write', 'memory_search', 'memory_forget', 'memory_summarize', 'memory_stats'];
    expect((await listTools()).map(({ name }) => name)).toEqual(names);
    const other = await reply(await bench().fetch(modern('tools/list')));
    expect(other.result?.tools).toEqual(await listTools());
    const asReader = await bench({ auth: 'keys' }).fetch(post(rpc('tools/list'), { authorization: bearer('reader') }));
    expect((await reply(asReader)).result?.tools).toEqual(await listTools());
  });

  test('names, titles, hints and descriptions', async () => {
    for (const tool of await listTools()) {
      expect(tool.name).toMatch(/^[a-z][a-z0-9_]{1,39}$/);
      expect(tool.title).not.toBe('');
      expect(tool.annotations.title).toBe(tool.title);
      expect(tool.annotations.openWorldHint).toBe(false);
      expect(tool.description.length).toBeLessThan(1_024);
    }
    const hints = Object.fromEntries((await listTools()).map(({ name, annotations }) => [name, annotations]));
    expect(hints.memory_search).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.memory_stats).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints.memory_write).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: true });
    expect(hints.memory_forget).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  });

  test('input schemas keep to the words that every client takes', async () => {
    const ALLOWED = new Set(['type', 'description', 'enum', 'items', 'minimum', 'maximum']);
    for (const { inputSchema } of await listTools()) {
      const { type, properties, required, additionalProperties, ...rest } = inputSchema as Record<string, unknown>;
      expect(type).toBe('object');
      expect(additionalProperties).toBe(false);
      expect(Object.keys(rest)).toEqual([]);
      const declared = properties as Record<string, Record<string, unknown>>;
      for (const name of (required as string[] | undefined) ?? []) expect(declared).toHaveProperty(name);
      for (const property of Object.values(declared)) {
        expect(Object.keys(property).filter((word) => !ALLOWED.has(word))).toEqual([]);
        expect(['string', 'integer', 'number', 'boolean', 'array']).toContain(property.type);
        expect(property.description).not.toBe('');
        if (property.type === 'array') expect(property.items).toEqual({ type: 'string' });
        // Some clients drop enums, so the words must be in the description as well.
        for (const value of (property.enum as string[] | undefined) ?? []) expect(property.description).toContain(value);
      }
    }
  });

  test('output schemas stay open and name no format', async () => {
    const text = JSON.stringify((await listTools()).map(({ outputSchema }) => outputSchema));
    for (const word of ['additionalProperties', '"format"', '$schema', 'anyOf', 'oneOf', 'pattern', '"const"'])
      expect(text).not.toContain(word);
    for (const { outputSchema } of await listTools()) expect(outputSchema).toMatchObject({ type: 'object' });
  });
});
