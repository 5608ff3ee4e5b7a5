/** Reads fields of an untrusted JSON object. The first problem is kept; what follows it reads as harmless values. Pure. */
import { type Failure, invalid } from '../failure.ts';
import type { Instant } from '../instant.ts';
import { isObject } from '../json-object.ts';
import { parseInstant } from '../time/parse-instant.ts';

export class FieldReader {
  #problem: Failure | null = null;
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #prefix: string;

  constructor(fields: Readonly<Record<string, unknown>>, prefix = '') {
    this.#fields = fields;
    this.#prefix = prefix;
  }

  get problem(): Failure | null {
    return this.#problem;
  }

  refuse(name: string, message: string): void {
    const field = `${this.#prefix}${name}`;
    this.#problem ??= invalid(field, `${field} ${message}.`);
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  has(name: string): boolean {
    const value = this.raw(name);
    return value !== undefined && value !== null;
  }

  text(name: string): string {
    const value = this.raw(name);
    if (typeof value === 'string') return value;
    this.refuse(name, 'must be text');
    return '';
  }

  textOrNull(name: string): string | null {
    return this.has(name) ? this.text(name) : null;
  }

  texts(name: string): readonly string[] {
    const value = this.raw(name);
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.refuse(name, 'must be a list of texts');
    return [];
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const found = choices.find((choice) => choice === this.raw(name));
    if (found !== undefined) return found;
    this.refuse(name, `must be one of ${choices.join(', ')}`);
    return choices[0] as Choice;
  }

  oneOfOrNull<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    return this.has(name) ? this.oneOf(name, choices) : null;
  }

  /** A whole number from `least`. */
  count(name: string, least: number): number {
    const value = this.raw(name);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    this.refuse(name, `must be a whole number from ${least}`);
    return least;
  }

  number(name: string): number {
    const value = this.raw(name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    this.refuse(name, 'must be a number');
    return 0;
  }

  instant(name: string): Instant {
    const parsed = parseInstant(this.text(name), 'exact');
    if (parsed.ok) return parsed.value;
    this.refuse(name, parsed.failure);
    return 0;
  }

  instantOrNull(name: string): Instant | null {
    return this.has(name) ? this.instant(name) : null;
  }

  object(name: string): FieldReader {
    const value = this.raw(name);
    if (isObject(value)) return new FieldReader(value, `${this.#prefix}${name}.`);
    this.refuse(name, 'must be an object');
    return new FieldReader({}, `${this.#prefix}${name}.`);
  }

  objects(name: string): readonly FieldReader[] {
    const value = this.raw(name);
    if (Array.isArray(value) && value.every(isObject))
      return value.map((item, at) => new FieldReader(item, `${this.#prefix}${name}[${at}].`));
    this.refuse(name, 'must be a list of objects');
    return [];
  }

  /** Takes over the problem of a part. */
  adopt(part: FieldReader): void {
    this.#problem ??= part.problem;
  }
}
