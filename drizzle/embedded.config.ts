import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  driver: 'durable-sqlite',
  schema: ['./src/adapters/embedded/schema.ts', './src/adapters/embedded/vector-schema.ts'],
  out: './drizzle/embedded',
});
