/** Raw object → typed fields, or the one failure that names the field. Unknown fields are harmless: ignored, and named in `ignored`. */
import type * as z from 'zod';
import { type Failure, invalid } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { isObject } from './json-value.ts';
import { lenient } from './leniency.ts';

export type Shape = Readonly<Record<string, z.ZodType>>;

type Output<S extends Shape, Name extends keyof S> = z.output<S[Name]>;

export type Fields<S extends Shape, Required extends keyof S> = {
  readonly [Name in Required]: Output<S, Name>;
} & {
  readonly [Name in Exclude<keyof S, Required>]?: Output<S, Name>;
};

export interface Read<Value> {
  readonly value: Value;
  readonly ignored: readonly string[];
}

/** Names in `ignored[]` at most: a reply must not grow with a hostile body. */
const IGNORED_MAX = 32;
const IGNORED_NAME_CHARACTERS_MAX = 64;

/** Where inside the field; the field itself is named by `field`. */
const place = (name: string, issue: z.core.$ZodIssue | undefined): string =>
  issue === undefined || issue.path.length === 0 ? name : `${name}[${issue.path.join('][')}]`;

/**
 * Null means absent, unless the schema itself knows null. The first wrong field, in the order of the shape, is the one reported.
 * Not an object: `malformed` (400). A wrong or missing field: `invalid` (422).
 */
export function readFields<const S extends Shape, const Required extends keyof S & string = never>(
  raw: unknown,
  shape: S,
  required: readonly Required[] = [],
): Result<Read<Fields<S, Required>>, Failure> {
  if (!isObject(raw))
    return err({ kind: 'malformed', message: 'A JSON object is expected.', hint: 'Send one object, such as {"content":"…"}.' });
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
    const absent = given === undefined || (given === null && !schema.safeParse(null).success);
    if (absent) {
      if ((required as readonly string[]).includes(name)) return err(invalid(name, `${name} is required.`));
      continue;
    }
    const parsed = schema.safeParse(lenient(schema, given));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return err(invalid(name, `${place(name, issue)} ${issue?.message ?? 'is not valid'}.`));
    }
    values[name] = parsed.data;
  }
  const ignored = Object.keys(raw)
    .filter((name) => !Object.hasOwn(shape, name))
    .slice(0, IGNORED_MAX)
    .map((name) => [...name].slice(0, IGNORED_NAME_CHARACTERS_MAX).join('').toWellFormed());
  // Each value came out of the schema of its name, which the loop cannot show to the compiler.
  return ok({ value: values as Fields<S, Required>, ignored });
}
