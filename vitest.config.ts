import { availableParallelism } from 'node:os';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

/** The door closed: what `access` runs with. The token is that of test/access/client.ts. No embedder: the wall is tested, not the search. */
const KEYED = {
  HINDSIGHT_AUTH: 'keys',
  HINDSIGHT_ADMIN_TOKEN: 'operator-token-for-tests-0123456789abcdef',
  HINDSIGHT_RATE_LIMIT_PER_MINUTE: '0',
  HINDSIGHT_EMBEDDER: 'none',
};

/** A test without a limit of its own; generous, because a slow machine is no fault of the code. */
const TEST_MS = 30_000;
/** What starts a Worker or a server first. */
const HOOK_MS = 60_000;

/**
 * Projects: `node` for pure code and for clients that talk to a Worker over HTTP; `workers` for what must run inside workerd.
 * A test belongs to `workers` when its file name ends in `.workers.test.ts`; those of the embedded stores run on a Worker of their own
 * (`embedded`), which holds a bare storage object and no service; `access` is the whole Worker with keys. `integration` is started by
 * scripts/test-integration.ts alone.
 */
export default defineConfig({
  test: {
    // Most of a file's time is waiting for a Worker to start: two at once even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.workers.test.ts', 'test/integration/**'],
          environment: 'node',
          testTimeout: TEST_MS,
          hookTimeout: HOOK_MS,
        },
      },
      {
        test: { name: 'integration', include: ['test/integration/**/*.integration.test.ts'], environment: 'node', testTimeout: HOOK_MS },
      },
      {
        plugins: [
          cloudflareTest({
            miniflare: {
              compatibilityDate: '2026-08-04',
              bindings: {
                DATABASE_URL: process.env.INTEGRATION_DATABASE_URL ?? '',
                REDIS_REST_URL: process.env.INTEGRATION_REDIS_REST_URL ?? '',
                REDIS_REST_TOKEN: process.env.INTEGRATION_REDIS_REST_TOKEN ?? '',
              },
            },
          }),
        ],
        test: { name: 'integration-workers', include: ['test/integration/**/*.integration.workers.test.ts'], testTimeout: HOOK_MS },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' }, miniflare: { bindings: { HINDSIGHT_AUTH: 'off' } } })],
        test: {
          name: 'workers',
          include: ['test/**/*.workers.test.ts'],
          exclude: ['test/adapters/embedded/**', 'test/access/**', 'test/integration/**'],
          testTimeout: TEST_MS,
          hookTimeout: HOOK_MS,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' }, miniflare: { bindings: KEYED } })],
        test: { name: 'access', include: ['test/access/**/*.workers.test.ts'], testTimeout: HOOK_MS, hookTimeout: HOOK_MS },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './test/adapters/embedded/wrangler.toml' } })],
        test: { name: 'embedded', include: ['test/adapters/embedded/**/*.workers.test.ts'], testTimeout: TEST_MS, hookTimeout: HOOK_MS },
      },
    ],
  },
});
