import { METADATA_BYTES_MAX } from './limits.ts';
import type { Json, Metadata } from './memory.ts';
import { maskSecrets } from './secrets/mask-secrets.ts';
import { isSecretField } from './secrets/named-secrets.ts';
import { sanitizeCharacters } from './text/clean-text.ts';

/** Deeper nesting is a document; walking stays far from the stack's end. */
export const METADATA_DEPTH_MAX = 16;

/** Null when `value` is a plain JSON object within the limits, else what to change. */
export function checkMetadata(value: unknown): string | null {
  if (!isPlainObject(value)) return 'must be a JSON object';
  const problem = problemOf(value, 1);
  if (problem !== null) return problem;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return bytes <= METADATA_BYTES_MAX ? null : `must be at most ${METADATA_BYTES_MAX} bytes as compact JSON; it has ${bytes}`;
}

/** Control characters removed and lone surrogates replaced in every string and name, so that any store can hold it. */
export function cleanMetadata(metadata: Metadata): { readonly metadata: Metadata; readonly sanitized: boolean } {
  let sanitized = false;
  const clean = mapStrings(metadata, (text) => {
    const result = sanitizeCharacters(text);
    sanitized ||= result.sanitized;
    return result.text;
  });
  return { metadata: clean as Metadata, sanitized };
}

/** Secrets masked in every string and name; a string under a name such as `password` is one whatever its shape. */
export function maskMetadata(metadata: Metadata): { readonly metadata: Metadata; readonly kinds: readonly string[] } {
  const { value, kinds } = maskJson(metadata);
  return { metadata: value as Metadata, kinds };
}

/** The same for any JSON, such as the tool data of a turn. */
export function maskJson(json: Json): { readonly value: Json; readonly kinds: readonly string[] } {
  const kinds = new Set<string>();
  const value = mapStrings(json, (text, name) => {
    const masked = maskSecrets(text);
    for (const kind of masked.kinds) kinds.add(kind);
    if (name === null || masked.text.includes('[REDACTED:') || !isSecretField(name, text)) return masked.text;
    kinds.add('secret');
    return '[REDACTED:secret]';
  });
  return { value, kinds: [...kinds] };
}

/** `change` gets each string with the name it stands under (null in a list's top level and for names themselves). */
function mapStrings(json: Json, change: (text: string, name: string | null) => string, name: string | null = null): Json {
  if (typeof json === 'string') return change(json, name);
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((item: Json) => mapStrings(item, change, name));
  const entries = Object.entries(json as Metadata).map(([key, item]): [string, Json] => [change(key, null), mapStrings(item, change, key)]);
  return Object.fromEntries(entries);
}

function problemOf(value: unknown, depth: number): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'must hold finite numbers only';
  if (typeof value !== 'object') return 'must hold JSON values only';
  if (depth > METADATA_DEPTH_MAX) return `must not be nested deeper than ${METADATA_DEPTH_MAX} levels`;
  if (!Array.isArray(value) && !isPlainObject(value)) return 'must hold JSON values only';
  for (const item of Object.values(value)) {
    const problem = problemOf(item, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
