/** Who may import whom. The table in ARCHITECTURE.md is this data; scripts/check-boundaries.ts enforces both. */
export interface Area {
  /** Path prefix below src/ (a file name for a single file). */
  readonly area: string;
  /** Areas it may import, itself always included. */
  readonly may_import: readonly string[];
  /** npm packages it may import: exact names, or `*` for any. */
  readonly packages: readonly string[];
  readonly because: string;
}

export const AREAS: readonly Area[] = [
  {
    area: 'domain',
    may_import: [],
    packages: ['@noble/hashes', 'stemmer', 'opencc-js'],
    because: 'pure: no I/O, no clock, no randomness, no schema library; the named packages are pure functions',
  },
  { area: 'ports', may_import: ['domain'], packages: [], because: 'interfaces that fit on a screen' },
  { area: 'application', may_import: ['domain', 'ports'], packages: [], because: 'one verb per file: look up, decide purely, commit' },
  {
    area: 'adapters',
    may_import: ['domain', 'ports'],
    packages: ['*'],
    because: 'one silhouette per port; never a verb, never a transport',
  },
  { area: 'transports', may_import: ['domain', 'application', 'ports'], packages: ['*'], because: 'parse, call one verb, present' },
  { area: 'config.ts', may_import: ['domain', 'ports', 'application'], packages: ['zod'], because: 'the one reader of the environment' },
  {
    area: 'compose',
    may_import: ['domain', 'ports', 'application', 'adapters', 'transports', 'config.ts'],
    packages: ['hono'],
    because: 'the one place where adapters and transports meet',
  },
  { area: 'worker.ts', may_import: ['compose'], packages: [], because: 'boring on purpose' },
];

/** Adapter folders that others may import: no adapters themselves, but what several of them need. */
export const SHARED_ADAPTERS: readonly string[] = ['remote', 'sql'];
