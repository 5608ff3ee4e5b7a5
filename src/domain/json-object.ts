export type JsonObject = Readonly<Record<string, unknown>>;

/** For values that came out of JSON: an object that is no list. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
