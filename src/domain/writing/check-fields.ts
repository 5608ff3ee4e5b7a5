/** One check per field of a memory, shared by writing, correcting and importing. Each refusal says what to do next. */
import { stripRecalled } from '../context/recognise-fence.ts';
import { type Failure, invalid } from '../failure.ts';
import { CONTENT_CHARACTERS_MAX, IDEMPOTENCY_KEY_CHARACTERS_MAX, REASON_CHARACTERS_MAX, TAGS_MAX, TTL_DAYS_MAX } from '../limits.ts';
import type { Layer, Metadata } from '../memory.ts';
import { checkMetadata, cleanMetadata, maskMetadata } from '../metadata.ts';
import { err, ok, type Result } from '../result.ts';
import { looksSecret, maskSecrets } from '../secrets/mask-secrets.ts';
import { cleanText, countCharacters, cutCharacters } from '../text/clean-text.ts';
import { checkIdentifier } from '../text/identifier.ts';
import type { SecretsPolicy } from './secrets-policy.ts';

export interface CheckedContent {
  readonly text: string;
  readonly sanitized: boolean;
  readonly kinds: readonly string[];
}

const REFUSED_SECRET = 'looks like it holds a credential, and this service is set to refuse those. Remove it and try again.';

export function checkContent(raw: string, policy: SecretsPolicy): Result<CheckedContent, Failure> {
  const { text: clean, sanitized } = cleanText(raw);
  if (clean.length === 0) return err(invalid('content', 'content is empty once white space and control characters are removed.'));
  const text = stripRecalled(clean);
  if (text.length === 0) return err(invalid('content', 'content holds only memories that were recalled from here. Write what is new.'));
  const masked = maskSecrets(text);
  if (policy === 'refuse' && masked.kinds.length > 0) return err(invalid('content', `content ${REFUSED_SECRET}`));
  const kept = policy === 'redact' ? masked.text : text;
  const characters = Math.max(countCharacters(text), countCharacters(kept));
  if (characters > CONTENT_CHARACTERS_MAX)
    return err(
      invalid(
        'content',
        `content has ${characters} characters; at most ${CONTENT_CHARACTERS_MAX} are stored. Split it, or store a summary and a pointer to the source.`,
      ),
    );
  return ok({ text: kept, sanitized, kinds: masked.kinds });
}

export function checkTags(tags: readonly string[]): Result<readonly string[], Failure> {
  const distinct = [...new Set(tags)];
  for (const tag of distinct) {
    const problem = checkIdentifier(tag);
    if (problem !== null) return err(invalid('tags', `A tag ${problem}.`));
    if (looksSecret(tag) !== null)
      return err(invalid('tags', 'A tag looks like a credential. Tags are shown and listed: use a plain label.'));
  }
  if (distinct.length > TAGS_MAX)
    return err(invalid('tags', `There are ${distinct.length} tags; at most ${TAGS_MAX} are kept. Drop some.`));
  return ok(distinct);
}

export interface CheckedMetadata {
  readonly metadata: Metadata | null;
  readonly sanitized: boolean;
  readonly kinds: readonly string[];
}

export function checkMetadataField(metadata: Metadata | null, policy: SecretsPolicy): Result<CheckedMetadata, Failure> {
  if (metadata === null) return ok({ metadata: null, sanitized: false, kinds: [] });
  const problem = checkMetadata(metadata);
  if (problem !== null) return err(invalid('metadata', `metadata ${problem}.`));
  const clean = cleanMetadata(metadata);
  const masked = maskMetadata(clean.metadata);
  if (policy === 'refuse' && masked.kinds.length > 0) return err(invalid('metadata', `metadata ${REFUSED_SECRET}`));
  const kept = policy === 'redact' ? masked.metadata : clean.metadata;
  const grown = checkMetadata(kept);
  if (grown !== null) return err(invalid('metadata', `metadata, with its secrets masked, ${grown}.`));
  return ok({ metadata: kept, sanitized: clean.sanitized, kinds: masked.kinds });
}

/** Null: not given. */
export function checkImportance(importance: number | undefined): Result<number | null, Failure> {
  if (importance === undefined) return ok(null);
  if (importance >= 0 && importance <= 1) return ok(importance);
  return err(invalid('importance', 'importance must be a number from 0 to 1.'));
}

export function checkTtlDays(ttl_days: number): Result<number, Failure> {
  if (ttl_days > 0 && ttl_days <= TTL_DAYS_MAX) return ok(ttl_days);
  return err(invalid('ttl_days', `ttl_days must be above 0 and at most ${TTL_DAYS_MAX}; leave it out for a memory that does not expire.`));
}

export interface Belonging {
  readonly layer: Layer;
  readonly key: string | null;
  readonly session_id: string | null;
}

/** A key without a layer means semantic; an event has no key. */
export function checkIdentity(fields: {
  readonly layer?: Layer;
  readonly key?: string;
  readonly session_id?: string;
}): Result<Belonging, Failure> {
  const { key, session_id } = fields;
  if (key !== undefined) {
    const problem = checkIdentifier(key);
    if (problem !== null) return err(invalid('key', `key ${problem}.`));
    if (looksSecret(key) !== null)
      return err(invalid('key', 'key looks like a credential. Use a name for what the fact is about, such as user.seat.'));
    if (fields.layer === 'episodic')
      return err(invalid('key', 'A key names a lasting fact and needs the semantic layer. Leave out layer, or leave out key.'));
  }
  const session = checkSessionId(session_id);
  if (!session.ok) return session;
  return ok({ layer: fields.layer ?? (key === undefined ? 'episodic' : 'semantic'), key: key ?? null, session_id: session.value });
}

export function checkSessionId(session_id: string | undefined): Result<string | null, Failure> {
  if (session_id === undefined) return ok(null);
  const problem = checkIdentifier(session_id);
  if (problem !== null) return err(invalid('session_id', `session_id ${problem}.`));
  if (looksSecret(session_id) === null) return ok(session_id);
  return err(invalid('session_id', 'session_id looks like a credential. It is stored and listed: use a plain name for the conversation.'));
}

export function checkIdempotencyKey(key: string | undefined): Result<string | null, Failure> {
  if (key === undefined) return ok(null);
  const length = countCharacters(key);
  if (length >= 1 && length <= IDEMPOTENCY_KEY_CHARACTERS_MAX && key.isWellFormed()) return ok(key);
  return err(invalid('idempotency_key', `idempotency_key must have 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} characters.`));
}

/** A reason is stored with the version it explains, so it is cleaned and masked like any text, and cut: it is a note, not a record. */
export function cleanReason(reason: string | undefined): string | null {
  if (reason === undefined) return null;
  const { text } = maskSecrets(cleanText(reason).text);
  return text.length === 0 ? null : cutCharacters(text, REASON_CHARACTERS_MAX);
}
