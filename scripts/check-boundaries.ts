/** Fails on an import that goes against scripts/boundaries.ts, on an adapter that imports another adapter's folder, on a second reader of the environment, and on a table in ARCHITECTURE.md that differs. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AREAS, SHARED_ADAPTERS } from './boundaries.ts';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

const areaOf = (file: string): string | undefined => AREAS.find(({ area }) => file === area || file.startsWith(`${area}/`))?.area;

/** adapters/X/... → X; adapters share only SHARED_ADAPTERS. */
const adapterOf = (file: string): string | undefined => (file.startsWith('adapters/') ? file.split('/')[1] : undefined);

export function violations(root: string): string[] {
  const found: string[] = [];
  const src = path.join(root, 'src');
  for (const entry of globSync('**/*.ts', { cwd: src })) {
    const file = entry.split(path.sep).join('/');
    const area = AREAS.find((candidate) => candidate.area === areaOf(file));
    if (area === undefined) {
      found.push(`src/${file}: belongs to no area`);
      continue;
    }
    const text = readFileSync(path.join(src, file), 'utf8');
    for (const match of text.matchAll(IMPORT)) {
      const target = match[1] ?? match[2] ?? match[3] ?? '';
      if (target.startsWith('.')) {
        const resolved = path.posix.join(path.posix.dirname(file), target);
        if (resolved.startsWith('../')) {
          const generated = resolved.startsWith('../drizzle/') && area.area === 'adapters';
          if (!generated) found.push(`src/${file}: imports ${target} from outside src`);
          continue;
        }
        const to = areaOf(resolved) ?? resolved;
        if (to !== area.area && !area.may_import.includes(to)) found.push(`src/${file}: ${area.area} may not import ${to} (${target})`);
        const from = adapterOf(file);
        const other = adapterOf(resolved);
        if (from && other && from !== other && !SHARED_ADAPTERS.includes(other))
          found.push(`src/${file}: adapter ${from} may not import adapter ${other}`);
      } else if (!target.startsWith('cloudflare:')) {
        const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? target);
        if (!area.packages.includes('*') && !area.packages.includes(name))
          found.push(`src/${file}: ${area.area} may not import package ${name}`);
      } else if (area.area !== 'adapters' && area.area !== 'worker.ts' && area.area !== 'compose') {
        found.push(`src/${file}: ${area.area} may not import ${target}`);
      }
    }
    if (/\bprocess\.env\b/.test(text) && file !== 'config.ts') found.push(`src/${file}: reads the environment; only config.ts may`);
    if (/\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/.test(text) && !file.startsWith('adapters/'))
      found.push(`src/${file}: reads the clock or randomness; only adapters may`);
  }
  return found;
}

export function table(): string {
  const rows = AREAS.map(
    ({ area, may_import, packages, because }) =>
      `| \`${area}\` | ${may_import.length === 0 ? 'itself' : may_import.map((name) => `\`${name}\``).join(', ')} | ${packages.length === 0 ? 'none' : packages.join(', ')} | ${because} |`,
  );
  return ['| area | may import | packages | because |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

if (import.meta.filename === process.argv[1]) {
  const root = path.resolve(import.meta.dirname, '..');
  const found = violations(root);
  if (!readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').includes(table()))
    found.push(`ARCHITECTURE.md: the table of imports differs from scripts/boundaries.ts; it should be:\n${table()}`);
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
}
