/**
 * The one reader of the environment: parsed once, validated as a whole, frozen. Throws ConfigurationError, which names every missing
 * or contradictory variable in one message and never shows a value; the service then refuses to start rather than half-work.
 */
import * as z from 'zod';
import type { SecretsPolicy } from './application/dependencies.ts';
import { ADMIN_TOKEN_FORM, ADMIN_TOKEN_RULE, hashSecret } from './domain/access/credential.ts';
import { deepFreeze } from './domain/deep-freeze.ts';
import { NAMESPACE_PATTERN } from './domain/limits.ts';
import { DEFAULT_TUNING, type Tuning } from './domain/tuning.ts';
import { overrideTuning } from './domain/tuning-override.ts';

type StoresConfig =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'serverless';
      readonly database_url: string;
      readonly redis: { readonly url: string; readonly token: string };
      readonly vectors:
        | { readonly kind: 'upstash'; readonly url: string; readonly token: string }
        | { readonly kind: 'qdrant'; readonly url: string; readonly api_key: string | null };
    };

/** Any OpenAI-compatible service; local ones need no key. */
interface OpenAiConfig {
  readonly base_url: string;
  readonly api_key: string | null;
  readonly model: string;
}

export type EmbedderConfig =
  | { readonly kind: 'builtin' }
  | { readonly kind: 'none' }
  | { readonly kind: 'workers-ai'; readonly model: string }
  /** `dimensions` null: what the first answer has. */
  | ({ readonly kind: 'openai'; readonly dimensions: number | null } & OpenAiConfig);

export type SummarizerConfig =
  | { readonly kind: 'extractive' }
  | { readonly kind: 'workers-ai'; readonly model: string }
  | ({ readonly kind: 'openai' } & OpenAiConfig);

export interface Config {
  readonly stores: StoresConfig;
  readonly auth: 'off' | 'keys' | 'oauth';
  /** SHA-256 in hex of the operator's token, which manages keys; null: there is none. */
  readonly admin_token_sha256: string | null;
  /** The origin that clients know the service by; null: the one that a request came to. */
  readonly public_url: string | null;
  /** What a request gets that names none, with auth off. */
  readonly default_namespace: string;
  readonly embedder: EmbedderConfig;
  readonly summarizer: SummarizerConfig;
  readonly secrets: SecretsPolicy;
  readonly tuning: Tuning;
  /** Summarise inactive items before they leave working memory. */
  readonly compress: boolean;
  /** Host names or whole origins of browser pages that may call, besides our own host and loopback. */
  readonly allowed_origins: readonly string[];
  /** Host names this deployment answers to; empty: whatever host its URL has. */
  readonly allowed_hosts: readonly string[];
  /** Per credential; null: no limit. */
  readonly rate_limit: { readonly per_minute: number; readonly burst: number } | null;
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Hindsight cannot start with this configuration:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Sized for an agent with parallel tool calls, and for a bulk load in batches; far below what one namespace can take. */
const RATE_LIMIT_PER_MINUTE_DEFAULT = 600;
const RATE_LIMIT_BURST_DEFAULT = 120;
const OPENAI_BASE_URL = 'https://api.openai.com/v1';
const OPENAI_EMBEDDING_MODEL = 'text-embedding-3-small';
const OPENAI_CHAT_MODEL = 'gpt-4o-mini';
const WORKERS_AI_EMBEDDING_MODEL = '@cf/baai/bge-m3';
const WORKERS_AI_CHAT_MODEL = '@cf/meta/llama-3.1-8b-instruct';

const url = (protocols: RegExp, form: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.test(new URL(value).protocol), { error: `must be ${form}` });
const httpUrl = url(/^https?:$/, 'an http(s) URL');
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const count = (minimum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number of at least ${minimum}` })
    .transform(Number)
    .refine((value) => value >= minimum, { error: `must be a whole number of at least ${minimum}` });
const list = z.string().transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''));

const VARIABLES = z.object({
  HINDSIGHT_STORES: choice(['embedded', 'serverless']).default('embedded'),
  HINDSIGHT_AUTH: choice(['off', 'keys', 'oauth']).default('keys'),
  HINDSIGHT_ADMIN_TOKEN: z.string().regex(ADMIN_TOKEN_FORM, { error: ADMIN_TOKEN_RULE }).optional(),
  HINDSIGHT_PUBLIC_URL: url(/^https:$/, 'an https URL').optional(),
  HINDSIGHT_NAMESPACE: z.string().regex(NAMESPACE_PATTERN, { error: 'must be 1 to 128 of A-Z a-z 0-9 . _ : / @ -' }).default('default'),
  HINDSIGHT_EMBEDDER: choice(['builtin', 'workers-ai', 'openai', 'none']).optional(),
  HINDSIGHT_EMBEDDER_URL: httpUrl.optional(),
  HINDSIGHT_EMBEDDER_API_KEY: z.string().optional(),
  HINDSIGHT_EMBEDDER_MODEL: z.string().optional(),
  HINDSIGHT_EMBEDDER_DIMENSIONS: count(1).optional(),
  HINDSIGHT_SUMMARIZER: choice(['extractive', 'workers-ai', 'openai']).default('extractive'),
  HINDSIGHT_SUMMARIZER_URL: httpUrl.optional(),
  HINDSIGHT_SUMMARIZER_API_KEY: z.string().optional(),
  HINDSIGHT_SUMMARIZER_MODEL: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  HINDSIGHT_SECRETS: choice(['redact', 'flag', 'refuse']).default('redact'),
  HINDSIGHT_TUNING: z.string().optional(),
  HINDSIGHT_COMPRESS: choice(['on', 'off']).default('on'),
  HINDSIGHT_ALLOWED_ORIGINS: list.default([]),
  HINDSIGHT_ALLOWED_HOSTS: list.default([]),
  HINDSIGHT_RATE_LIMIT_PER_MINUTE: count(0).default(RATE_LIMIT_PER_MINUTE_DEFAULT),
  HINDSIGHT_RATE_LIMIT_BURST: count(1).default(RATE_LIMIT_BURST_DEFAULT),
  UPSTASH_REDIS_REST_URL: httpUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  DATABASE_URL: url(/^postgres(?:ql)?:$/, 'a postgres:// URL').optional(),
  UPSTASH_VECTOR_REST_URL: httpUrl.optional(),
  UPSTASH_VECTOR_REST_TOKEN: z.string().optional(),
  QDRANT_URL: httpUrl.optional(),
  QDRANT_API_KEY: z.string().optional(),
});
type Variables = z.output<typeof VARIABLES>;

/** `env` holds text variables and bindings side by side; `AI` is the one binding that decides a default. */
export function readConfig(env: Readonly<Record<string, unknown>>): Config {
  // An empty variable is how shells and dashboards spell "not set".
  const set = Object.fromEntries(Object.keys(VARIABLES.shape).flatMap((name) => (env[name] === '' ? [] : [[name, env[name]]])));
  const problems: string[] = [];
  const report: Report = (problem) => problems.push(problem);
  const wrong = new Set<string>();
  const first = VARIABLES.safeParse(set);
  for (const issue of first.error?.issues ?? []) {
    const name = String(issue.path[0]);
    problems.push(`${name} ${issue.message}`);
    wrong.add(name);
    // It counts as absent from here on, so that what else is missing shows in the same message.
    delete set[name];
  }
  const variables = first.success ? first.data : VARIABLES.parse(set);
  const has_ai = env.AI !== undefined && env.AI !== null;
  const config: Config = {
    stores: readStores(variables, wrong, report),
    auth: variables.HINDSIGHT_AUTH,
    admin_token_sha256: variables.HINDSIGHT_ADMIN_TOKEN === undefined ? null : hashSecret(variables.HINDSIGHT_ADMIN_TOKEN),
    public_url: variables.HINDSIGHT_PUBLIC_URL === undefined ? null : new URL(variables.HINDSIGHT_PUBLIC_URL).origin,
    default_namespace: variables.HINDSIGHT_NAMESPACE,
    embedder: readEmbedder(variables, has_ai, report),
    summarizer: readSummarizer(variables, has_ai, report),
    secrets: variables.HINDSIGHT_SECRETS,
    tuning: readTuning(variables.HINDSIGHT_TUNING, report),
    compress: variables.HINDSIGHT_COMPRESS === 'on',
    allowed_origins: variables.HINDSIGHT_ALLOWED_ORIGINS,
    allowed_hosts: variables.HINDSIGHT_ALLOWED_HOSTS,
    rate_limit:
      variables.HINDSIGHT_RATE_LIMIT_PER_MINUTE === 0
        ? null
        : { per_minute: variables.HINDSIGHT_RATE_LIMIT_PER_MINUTE, burst: variables.HINDSIGHT_RATE_LIMIT_BURST },
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return deepFreeze(config);
}

type Report = (problem: string) => void;

function readStores(variables: Variables, wrong: ReadonlySet<string>, report: Report): StoresConfig {
  if (variables.HINDSIGHT_STORES === 'embedded') return { kind: 'embedded' };
  const need = (name: keyof Variables, because = 'HINDSIGHT_STORES=serverless needs it'): string => {
    const value = variables[name];
    if (typeof value === 'string') return value;
    if (!wrong.has(name)) report(`${name} is missing; ${because}`);
    return '';
  };
  const database_url = need('DATABASE_URL');
  const redis = { url: need('UPSTASH_REDIS_REST_URL'), token: need('UPSTASH_REDIS_REST_TOKEN') };
  const given = (name: keyof Variables) => variables[name] !== undefined || wrong.has(name);
  const qdrant = given('QDRANT_URL') || given('QDRANT_API_KEY');
  const upstash = given('UPSTASH_VECTOR_REST_URL') || given('UPSTASH_VECTOR_REST_TOKEN');
  if (qdrant && upstash)
    report('UPSTASH_VECTOR_REST_URL, UPSTASH_VECTOR_REST_TOKEN contradict QDRANT_URL, QDRANT_API_KEY; set only the one pair or the other');
  const because = 'HINDSIGHT_STORES=serverless needs it, or QDRANT_URL in its place';
  const vectors =
    qdrant && !upstash
      ? { kind: 'qdrant' as const, url: need('QDRANT_URL', 'QDRANT_API_KEY is set'), api_key: variables.QDRANT_API_KEY ?? null }
      : { kind: 'upstash' as const, url: need('UPSTASH_VECTOR_REST_URL', because), token: need('UPSTASH_VECTOR_REST_TOKEN', because) };
  return { kind: 'serverless', database_url, redis, vectors };
}

/** A URL of one's own (Ollama, TEI) may do without a key, and never gets the one that is meant for OPENAI_BASE_URL. */
function openAi(variables: Variables, part: 'EMBEDDER' | 'SUMMARIZER', model: string, report: Report): OpenAiConfig {
  const own_url = variables[`HINDSIGHT_${part}_URL`];
  const own_key = variables[`HINDSIGHT_${part}_API_KEY`] ?? null;
  const base_url = own_url ?? variables.OPENAI_BASE_URL;
  const api_key = own_url === undefined ? (own_key ?? variables.OPENAI_API_KEY ?? null) : own_key;
  if (base_url === undefined && api_key === null)
    report(`OPENAI_API_KEY (or HINDSIGHT_${part}_API_KEY), or HINDSIGHT_${part}_URL, is missing; HINDSIGHT_${part}=openai needs it`);
  return { base_url: (base_url ?? OPENAI_BASE_URL).replace(/\/+$/, ''), api_key, model: variables[`HINDSIGHT_${part}_MODEL`] ?? model };
}

function readEmbedder(variables: Variables, has_ai: boolean, report: Report): EmbedderConfig {
  const kind = variables.HINDSIGHT_EMBEDDER ?? (has_ai ? 'workers-ai' : 'builtin');
  switch (kind) {
    case 'builtin':
    case 'none':
      return { kind };
    case 'workers-ai':
      if (!has_ai) report('HINDSIGHT_EMBEDDER=workers-ai needs the AI binding, which is missing');
      return { kind, model: variables.HINDSIGHT_EMBEDDER_MODEL ?? WORKERS_AI_EMBEDDING_MODEL };
    case 'openai':
      return {
        kind,
        dimensions: variables.HINDSIGHT_EMBEDDER_DIMENSIONS ?? null,
        ...openAi(variables, 'EMBEDDER', OPENAI_EMBEDDING_MODEL, report),
      };
  }
}

function readSummarizer(variables: Variables, has_ai: boolean, report: Report): SummarizerConfig {
  const kind = variables.HINDSIGHT_SUMMARIZER;
  switch (kind) {
    case 'extractive':
      return { kind };
    case 'workers-ai':
      if (!has_ai) report('HINDSIGHT_SUMMARIZER=workers-ai needs the AI binding, which is missing');
      return { kind, model: variables.HINDSIGHT_SUMMARIZER_MODEL ?? WORKERS_AI_CHAT_MODEL };
    case 'openai':
      return { kind, ...openAi(variables, 'SUMMARIZER', OPENAI_CHAT_MODEL, report) };
  }
}

function readTuning(text: string | undefined, report: Report): Tuning {
  if (text === undefined) return DEFAULT_TUNING;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    report('HINDSIGHT_TUNING must be JSON');
    return DEFAULT_TUNING;
  }
  const overridden = overrideTuning(DEFAULT_TUNING, given);
  if (overridden.ok) return overridden.value;
  for (const { path, problem } of overridden.failure) report(`${['HINDSIGHT_TUNING', ...path].join('.')} ${problem}`);
  return DEFAULT_TUNING;
}
