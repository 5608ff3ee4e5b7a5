/** What the pages say about the repository is true: links, paths, commands. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SERVER_INFO } from '../../src/transports/mcp/instructions.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesOf = (...patterns: string[]): string[] => globSync(patterns, { cwd: ROOT }).map((file) => file.split(path.sep).join('/'));

const PAGES = filesOf('*.md', 'docs/**/*.md', 'examples/**/*.md').filter((file) => !file.includes('node_modules'));
const SOURCES = filesOf('src/**/*.ts', 'scripts/**/*.ts', 'examples/*/*.ts', 'examples/*.ts');
/** Made by a command (.gitignore), so not there in a fresh checkout. */
const GENERATED = /^assets\/builtin(?:\/|$)/;

const matchesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchors = (file: string): string[] => matchesOf(read(file), /^#+ (.+)$/gm).map(anchorOf);

/** Every relative link of a page that leads nowhere. */
function brokenLinks(page: string): string[] {
  return matchesOf(read(page), /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [target = '', anchor] = link.split('#');
      const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
      return !existsSync(path.join(ROOT, file)) || (anchor !== undefined && !anchors(file).includes(anchor));
    })
    .map((link) => `${page}: ${link}`);
}

/** Every path below the root, in backticks on a page or named in a comment, that is not there. A capitalised part stands for any name. */
function missingPaths(file: string): string[] {
  const pattern = file.endsWith('.md')
    ? /`((?:src|test|scripts|docs|examples|drizzle|kernels|assets|\.ci)\/[\w./@-]*)`/g
    : /\b(docs\/[\w/-]+\.md|(?:src|test|scripts|drizzle)\/[\w-]+\/[\w/-]+\.(?:ts|sql))\b/g;
  return matchesOf(read(file), pattern)
    .filter((named) => !GENERATED.test(named) && !/[/][A-Z]+(?:[/.]|$)/.test(named) && !existsSync(path.join(ROOT, named)))
    .map((named) => `${file}: ${named}`);
}

it('every relative link on a page resolves, anchors included', () => {
  expect(PAGES).toContain('README.md');
  expect(PAGES.length).toBeGreaterThan(10);
  expect(PAGES.flatMap(brokenLinks)).toEqual([]);
});

it('every path that a page or a comment names exists', () => {
  expect(SOURCES.length).toBeGreaterThan(200);
  expect([...PAGES, ...SOURCES].flatMap(missingPaths)).toEqual([]);
});

it('every npm script that a page names exists, runs a file that exists, and stands in CONTRIBUTING.md', () => {
  const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
  const named = PAGES.flatMap((page) => matchesOf(read(page), /npm run ([\w:-]+)/g).map((name) => ({ page, name })));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
  const run = Object.values(scripts).flatMap((command) => matchesOf(command, /node (scripts\/[\w-]+\.ts)/g));
  expect(run.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const contributing = read('CONTRIBUTING.md');
  expect(Object.keys(scripts).filter((name) => !contributing.includes(`\`npm ${name === 'test' ? name : `run ${name}`}`))).toEqual([]);
});

it('the version is the same wherever it is told', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(JSON.parse(read('server.json')).version).toBe(version);
  expect(SERVER_INFO.version).toBe(version);
});
