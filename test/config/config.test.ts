import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfig } from '../../src/config.ts';
import { hashSecret } from '../../src/domain/access/credential.ts';
import { DEFAULT_TUNING } from '../../src/domain/tuning.ts';

const problemsOf = (env: Record<string, unknown>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
};
const SERVERLESS = {
  HINDSIGHT_STORES: 'serverless',
  DATABASE_URL: 'postgresql://u:hunter2@db.example/x',
  UPSTASH_REDIS_REST_URL: 'https://redis.example',
  UPSTASH_REDIS_REST_TOKEN: 't1',
};
const QDRANT = { QDRANT_URL: 'http://qdrant:6333' };

describe('defaults', () => {
  it('an empty environment is the embedded, keyed, offline service', () => {
    expect(readConfig({})).toEqual({
      stores: { kind: 'embedded' },
      auth: 'keys',
      admin_token_sha256: null,
      public_url: null,
      default_namespace: 'default',
      embedder: { kind: 'builtin' },
      summarizer: { kind: 'extractive' },
      secrets: 'redact',
      tuning: DEFAULT_TUNING,
      compress: true,
      allowed_origins: [],
      allowed_hosts: [],
      rate_limit: { per_minute: 600, burst: 120 },
    });
  });

  it('empty variables are unset ones, bindings are no variables, and the result is frozen', () => {
    const config = readConfig({ HINDSIGHT_AUTH: '', HINDSIGHT_STORES: '', NAMESPACES: {}, UNKNOWN: 'x' });
    expect(config.auth).toBe('keys');
    expect(() => Object.assign(config.tuning.decay.floor, { volatile: 0 })).toThrow(TypeError);
  });

  it('the AI binding makes workers-ai the embedder, unless another is named', () => {
    expect(readConfig({ AI: {} }).embedder.kind).toBe('workers-ai');
    expect(readConfig({ AI: {}, HINDSIGHT_EMBEDDER: 'builtin' }).embedder).toEqual({ kind: 'builtin' });
    expect(problemsOf({ HINDSIGHT_EMBEDDER: 'workers-ai' })).toEqual([
      'HINDSIGHT_EMBEDDER=workers-ai needs the AI binding, which is missing',
    ]);
    expect(problemsOf({ HINDSIGHT_SUMMARIZER: 'workers-ai' })).toHaveLength(1);
  });

  it('keeps the hash of the operator’s token, and never the token', () => {
    const token = 'x'.repeat(32);
    const config = readConfig({ HINDSIGHT_ADMIN_TOKEN: token });
    expect(config.admin_token_sha256).toBe(hashSecret(token));
    expect(JSON.stringify(config)).not.toContain(token);
  });

  it('lists, limits and switches', () => {
    const config = readConfig({
      HINDSIGHT_AUTH: 'off',
      HINDSIGHT_ALLOWED_ORIGINS: 'https://a.example, b.example',
      HINDSIGHT_ALLOWED_HOSTS: 'memory.example',
      HINDSIGHT_RATE_LIMIT_PER_MINUTE: '0',
      HINDSIGHT_COMPRESS: 'off',
      HINDSIGHT_SECRETS: 'refuse',
      HINDSIGHT_NAMESPACE: 'me',
    });
    expect(config).toMatchObject({
      auth: 'off',
      allowed_origins: ['https://a.example', 'b.example'],
      allowed_hosts: ['memory.example'],
      rate_limit: null,
      compress: false,
      secrets: 'refuse',
      default_namespace: 'me',
    });
  });
});

describe('serverless stores', () => {
  it('are taken whole, with either vector service', () => {
    expect(readConfig({ ...SERVERLESS, ...QDRANT, QDRANT_API_KEY: 'k' }).stores).toEqual({
      kind: 'serverless',
      database_url: SERVERLESS.DATABASE_URL,
      redis: { url: 'https://redis.example', token: 't1' },
      vectors: { kind: 'qdrant', url: 'http://qdrant:6333', api_key: 'k' },
    });
    expect(
      readConfig({ ...SERVERLESS, UPSTASH_VECTOR_REST_URL: 'https://v.example', UPSTASH_VECTOR_REST_TOKEN: 't2' }).stores,
    ).toMatchObject({
      vectors: { kind: 'upstash', url: 'https://v.example', token: 't2' },
    });
  });

  it('one error names everything that is missing', () => {
    const text = problemsOf({ HINDSIGHT_STORES: 'serverless' }).join('\n');
    for (const name of [
      'DATABASE_URL',
      'UPSTASH_REDIS_REST_URL',
      'UPSTASH_REDIS_REST_TOKEN',
      'UPSTASH_VECTOR_REST_URL',
      'UPSTASH_VECTOR_REST_TOKEN',
      'QDRANT_URL',
    ])
      expect(text).toContain(name);
  });

  it.each([
    [{ ...SERVERLESS, ...QDRANT, UPSTASH_VECTOR_REST_URL: 'https://v.example', UPSTASH_VECTOR_REST_TOKEN: 't' }, ['contradict']],
    [{ ...SERVERLESS, UPSTASH_VECTOR_REST_URL: 'https://v.example' }, ['UPSTASH_VECTOR_REST_TOKEN is missing']],
    [{ ...SERVERLESS, QDRANT_API_KEY: 'k' }, ['QDRANT_URL is missing']],
    [{ ...SERVERLESS, QDRANT_URL: 'qdrant:6333' }, ['QDRANT_URL must be an http(s) URL']],
    [{ ...SERVERLESS, ...QDRANT, DATABASE_URL: 'mysql://u:hunter2@x' }, ['DATABASE_URL must be a postgres:// URL']],
    [
      { ...SERVERLESS, ...QDRANT, HINDSIGHT_AUTH: 'none', HINDSIGHT_EMBEDDER: 'gpt' },
      ['HINDSIGHT_AUTH must be one of', 'HINDSIGHT_EMBEDDER must be one of'],
    ],
    [{ HINDSIGHT_STORES: 'redis' }, ['HINDSIGHT_STORES must be one of embedded, serverless']],
    [{ HINDSIGHT_NAMESPACE: 'a b' }, ['HINDSIGHT_NAMESPACE must be']],
    [{ HINDSIGHT_ADMIN_TOKEN: 'hunter2'.padEnd(31, 'x') }, ['HINDSIGHT_ADMIN_TOKEN must be 32 or more']],
    [{ HINDSIGHT_ADMIN_TOKEN: `hs_${'x'.repeat(40)}` }, ['HINDSIGHT_ADMIN_TOKEN must be']],
    [{ HINDSIGHT_ADMIN_TOKEN: `hunter2 ${'x'.repeat(40)}` }, ['HINDSIGHT_ADMIN_TOKEN must be']],
    [{ HINDSIGHT_RATE_LIMIT_PER_MINUTE: '-5' }, ['HINDSIGHT_RATE_LIMIT_PER_MINUTE must be a whole number']],
  ])('problem %#', (env, said) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(said.length);
    said.forEach((text, place) => {
      expect(problems[place]).toContain(text);
    });
    expect(problems.join()).not.toContain('hunter2');
  });

  it('serverless variables do not disturb the embedded mode', () => {
    expect(readConfig({ UPSTASH_REDIS_REST_URL: 'https://redis.example' }).stores).toEqual({ kind: 'embedded' });
  });
});

describe('models', () => {
  it('an OpenAI-compatible service by key, or by a URL of one’s own without one', () => {
    expect(readConfig({ HINDSIGHT_EMBEDDER: 'openai', OPENAI_API_KEY: 'k' }).embedder).toEqual({
      kind: 'openai',
      base_url: 'https://api.openai.com/v1',
      api_key: 'k',
      model: 'text-embedding-3-small',
      dimensions: null,
    });
    expect(
      readConfig({
        HINDSIGHT_EMBEDDER: 'openai',
        HINDSIGHT_EMBEDDER_URL: 'http://127.0.0.1:11434/v1/',
        HINDSIGHT_EMBEDDER_MODEL: 'bge-m3',
        HINDSIGHT_EMBEDDER_DIMENSIONS: '1024',
        HINDSIGHT_SUMMARIZER: 'openai',
        OPENAI_BASE_URL: 'http://llm.example/v1',
      }),
    ).toMatchObject({
      embedder: { base_url: 'http://127.0.0.1:11434/v1', api_key: null, model: 'bge-m3', dimensions: 1024 },
      summarizer: { kind: 'openai', base_url: 'http://llm.example/v1', api_key: null },
    });
    expect(problemsOf({ HINDSIGHT_EMBEDDER: 'openai', HINDSIGHT_SUMMARIZER: 'openai' })).toHaveLength(2);
  });

  it('a URL of one’s own never gets the key that is meant for OpenAI', () => {
    const env = { HINDSIGHT_EMBEDDER: 'openai', HINDSIGHT_EMBEDDER_URL: 'http://embed.example/v1', OPENAI_API_KEY: 'k' };
    expect(readConfig(env).embedder).toMatchObject({ api_key: null });
    expect(readConfig({ ...env, HINDSIGHT_EMBEDDER_API_KEY: 'own' }).embedder).toMatchObject({ api_key: 'own' });
  });
});

describe('HINDSIGHT_TUNING', () => {
  it('lays a partial object over the defaults', () => {
    const { tuning } = readConfig({ HINDSIGHT_TUNING: '{"decay":{"floor":{"volatile":0.2}},"working":{"budget_tokens":500}}' });
    expect(tuning.decay.floor).toEqual({ ...DEFAULT_TUNING.decay.floor, volatile: 0.2 });
    expect(tuning.working).toEqual({ ...DEFAULT_TUNING.working, budget_tokens: 500 });
    expect(tuning.decay.rate_per_day).toEqual(DEFAULT_TUNING.decay.rate_per_day);
  });

  it.each([
    ['{', ['HINDSIGHT_TUNING must be JSON']],
    ['[]', ['HINDSIGHT_TUNING must be a JSON object']],
    ['{"decay":{"flor":{}}}', ['HINDSIGHT_TUNING.decay.flor is not a setting']],
    [
      '{"decay":5,"working":{"budget_tokens":"500","turn_decay":-1}}',
      ['HINDSIGHT_TUNING.decay must be', 'budget_tokens must be', 'turn_decay must be'],
    ],
    ['{"__proto__":{"x":1},"constructor":1}', ['__proto__ is not a setting', 'constructor is not a setting']],
  ])('%s is refused by name', (text, said) => {
    const problems = problemsOf({ HINDSIGHT_TUNING: text });
    expect(problems).toHaveLength(said.length);
    said.forEach((part, place) => {
      expect(problems[place]).toContain(part);
    });
  });
});
