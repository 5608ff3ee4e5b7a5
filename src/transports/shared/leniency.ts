/**
 * Harmless shapes that real clients send, put right before a schema looks: "5" for 5, "true" for true, '["a"]' or a bare "a" for a list,
 * '{"a":1}' for an object. Nothing here changes what a caller meant; whatever is still wrong after it is refused by the schema.
 */
import * as z from 'zod';
import { isObject, nestsTooDeep } from './json-value.ts';

const NUMBER = /^\s*-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/;

/** The value of a JSON text that opens as the wanted kind does; undefined when it is not one. */
function parsedIf(text: string, opening: '[' | '{'): unknown {
  if (!text.trimStart().startsWith(opening) || nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON after all: the text itself is what the caller meant.
    return undefined;
  }
}

/** The schema below transforms, and null when it is not about one kind. */
function kindOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return kindOf(schema.in as z.ZodType);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return kindOf(schema.unwrap() as z.ZodType);
  return schema;
}

export function lenient(schema: z.ZodType, value: unknown): unknown {
  const kind = kindOf(schema);
  if (kind instanceof z.ZodArray) {
    if (typeof value !== 'string') return value;
    const parsed = parsedIf(value, '[');
    return Array.isArray(parsed) ? parsed : [value];
  }
  if (typeof value !== 'string') return value;
  if (kind instanceof z.ZodNumber) return NUMBER.test(value) ? Number(value) : value;
  if (kind instanceof z.ZodBoolean) {
    const word = value.trim().toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : value;
  }
  if (kind instanceof z.ZodCustom) {
    const parsed = parsedIf(value, '{');
    return isObject(parsed) ? parsed : value;
  }
  if (kind instanceof z.ZodEnum) return value.trim().toLowerCase();
  return value;
}
