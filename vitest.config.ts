import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

/**
 * Projects: `node` for pure code and for clients that talk to a Worker over HTTP; `workers` for what must run inside workerd.
 * A test belongs to `workers` when its file name ends in `.workers.test.ts`; those of the embedded stores run on a Worker of their own
 * (`embedded`), which holds a bare storage object and no service. `integration` is started by scripts/test-integration.ts alone.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.workers.test.ts', 'test/integration/**'],
          environment: 'node',
        },
      },
      {
        test: { name: 'integration', include: ['test/integration/**/*.integration.test.ts'], environment: 'node', testTimeout: 60_000 },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' }, miniflare: { bindings: { HINDSIGHT_AUTH: 'off' } } })],
        test: { name: 'workers', include: ['test/**/*.workers.test.ts'], exclude: ['test/adapters/embedded/**'] },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './test/adapters/embedded/wrangler.toml' } })],
        test: { name: 'embedded', include: ['test/adapters/embedded/**/*.workers.test.ts'] },
      },
    ],
  },
});
