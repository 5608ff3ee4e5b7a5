import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

/**
 * Two projects: `node` for pure code and for clients that talk to a Worker over HTTP; `workers` for what must run inside workerd.
 * A test belongs to `workers` when its file name ends in `.workers.test.ts`.
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
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' }, miniflare: { bindings: { HINDSIGHT_AUTH: 'off' } } })],
        test: { name: 'workers', include: ['test/**/*.workers.test.ts'] },
      },
    ],
  },
});
