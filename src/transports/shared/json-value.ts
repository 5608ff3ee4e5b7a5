import type { Json } from '../../domain/memory.ts';

export { isObject, type JsonObject } from '../../domain/json-object.ts';

/** Levels of objects and lists: data for a person, and far from what a recursive walk can stand. */
export const JSON_DEPTH_MAX = 64;

/** True for plain JSON data. Numbers must be finite: `1e999` parses as Infinity, which no JSON text can hold. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth >= JSON_DEPTH_MAX) return false;
  return Object.values(value).every((item) => isJson(item, depth + 1));
}

/** Looks at the text and not at the value, so that a hostile nesting never reaches a recursive function. */
export function nestsTooDeep(json: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let position = 0; position < json.length; position += 1) {
    const unit = json[position];
    if (quoted) {
      if (unit === '\\') position += 1;
      else if (unit === '"') quoted = false;
    } else if (unit === '"') quoted = true;
    else if (unit === '{' || unit === '[') {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if (unit === '}' || unit === ']') depth -= 1;
  }
  return false;
}
