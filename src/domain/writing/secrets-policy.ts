/** `redact` masks what looks like a credential and says so; `flag` stores it and says so; `refuse` turns the write down. */
export type SecretsPolicy = 'redact' | 'flag' | 'refuse';
