/**
 * Tool parameters as hand-checked JSON Schema. The types are written here and not generated: a generator emits unions, bounds and patterns
 * that some clients refuse, and one refused schema can hide every tool. The words are those of shared/fields.ts, as in REST and OpenAPI.
 */
import * as z from 'zod';
import { FIELDS, type FieldName } from '../shared/fields.ts';
import type { InputSchema, ParameterSchema } from './surface.ts';

/** A field that transforms what it read keeps its words on the side that reads. */
const described = (schema: z.ZodType): string =>
  schema.description ?? (schema instanceof z.ZodPipe ? described(schema.in as z.ZodType) : '');

const words = (field: FieldName): string => described(FIELDS[field]);

export const text = (field: FieldName): ParameterSchema => ({ type: 'string', description: words(field) });
export const choice = (field: FieldName, values: readonly string[]): ParameterSchema => ({
  type: 'string',
  description: words(field),
  enum: values,
});
export const number = (field: FieldName, bounds: { readonly minimum?: number; readonly maximum?: number } = {}): ParameterSchema => ({
  type: 'number',
  description: words(field),
  ...bounds,
});
export const whole = (field: FieldName, minimum: number, maximum: number): ParameterSchema => ({
  type: 'integer',
  description: words(field),
  minimum,
  maximum,
});
export const flag = (field: FieldName): ParameterSchema => ({ type: 'boolean', description: words(field) });
export const texts = (field: FieldName): ParameterSchema => ({ type: 'array', description: words(field), items: { type: 'string' } });

export const input = (properties: Readonly<Record<string, ParameterSchema>>, required: readonly string[] = []): InputSchema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});
