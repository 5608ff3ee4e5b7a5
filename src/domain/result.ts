/** An expected outcome as a value. Failures that a caller can act on never travel as exceptions. */
export type Result<Value, Problem> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Problem };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });

export const err = <Problem>(failure: Problem): { readonly ok: false; readonly failure: Problem } => ({ ok: false, failure });
