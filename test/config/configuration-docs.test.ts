import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const names = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].sort();

it('docs/configuration.md names every variable that is read, and no other', () => {
  const variables = names(read('src/config.ts'), /^ {2}([A-Z][A-Z_]+): /gm);
  const documented = names(read('docs/configuration.md'), /`((?:HINDSIGHT|OPENAI|UPSTASH|QDRANT|DATABASE)_[A-Z_]+)`/g);
  expect(variables.length).toBeGreaterThan(20);
  expect(documented).toEqual(variables);
});
