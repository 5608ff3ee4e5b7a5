import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/adapters/neon/schema.ts', './src/adapters/neon/key-schema.ts'],
  out: './drizzle/postgres',
});
