/** Reads one line of a transfer. Nothing is trusted: every field is checked, text is cleaned and masked like any other. Pure. */

import { type Failure, invalid } from '../failure.ts';
import { isObject } from '../json-object.ts';
import type { Json, MemoryId, MemoryVersion, Source, Tombstone } from '../memory.ts';
import { LAYERS, type Memory, ORIGINS, ROLES, VOLATILITIES } from '../memory.ts';
import { maskJson } from '../metadata.ts';
import { err, ok, type Result } from '../result.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';
import { type SessionHeader, STRATEGIES, type WorkingItem } from '../working/session.ts';
import { checkContent, checkIdentity, checkImportance, checkMetadataField, checkTags, cleanReason } from '../writing/check-fields.ts';
import type { SecretsPolicy } from '../writing/secrets-policy.ts';
import type { Wording } from '../writing/versions.ts';
import { FieldReader } from './field-reader.ts';
import { FORMAT, FORMAT_VERSION } from './write-line.ts';

export type SessionItemLine = Omit<WorkingItem, 'content' | 'tokens'>;

export type TransferLine =
  | { readonly type: 'header' }
  | { readonly type: 'memory'; readonly memory: Memory; readonly versions: readonly MemoryVersion[] }
  /** Continues a memory that stands before it. */
  | { readonly type: 'versions'; readonly id: MemoryId; readonly versions: readonly MemoryVersion[] }
  | { readonly type: 'tombstone'; readonly tombstone: Tombstone }
  | { readonly type: 'session'; readonly header: SessionHeader; readonly items: readonly SessionItemLine[] };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SHA256 = /^[0-9a-f]{64}$/;

export function readLine(line: string, policy: SecretsPolicy): Result<TransferLine, Failure> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    // The parser's message quotes the text, which may hold what nobody should log.
    return err({ kind: 'malformed', message: 'This line is not JSON. Each line of an import is one JSON object.' });
  }
  if (!isObject(parsed)) return err({ kind: 'malformed', message: 'This line is not a JSON object.' });
  const fields = new FieldReader(parsed);
  switch (fields.raw('type')) {
    case 'header':
      return readHeader(fields);
    case 'memory':
      return readMemory(fields, policy);
    case 'versions':
      return readVersions(fields, policy);
    case 'tombstone':
      return readTombstone(fields);
    case 'session':
      return readSession(fields);
    default:
      return err(invalid('type', 'type must be header, memory, versions, tombstone or session.'));
  }
}

function readHeader(fields: FieldReader): Result<TransferLine, Failure> {
  if (fields.raw('format') === FORMAT && fields.raw('version') === FORMAT_VERSION) return ok({ type: 'header' });
  return err(invalid('format', `This service reads ${FORMAT}, version ${FORMAT_VERSION}. Export again with a service of that version.`));
}

function readMemory(fields: FieldReader, policy: SecretsPolicy): Result<TransferLine, Failure> {
  const id = readId(fields, 'id');
  const belonging = checkIdentity({
    layer: fields.oneOf('layer', LAYERS),
    ...(fields.has('key') ? { key: fields.text('key') } : {}),
    ...(fields.has('session_id') ? { session_id: fields.text('session_id') } : {}),
  });
  if (!belonging.ok) return fields.problem === null ? belonging : err(fields.problem);
  const wording = readWording(fields, policy);
  if (!wording.ok) return wording;
  const read = readVersionList(fields, id, 1, policy);
  if (!read.ok) return read;
  const versions = read.value;
  const memory: Memory = {
    id,
    ...belonging.value,
    ...wording.value,
    origin: fields.oneOfOrNull('origin', ORIGINS),
    occurred_at: fields.instant('occurred_at'),
    created_at: fields.instant('created_at'),
    source: readSource(fields),
    version: fields.count('version', 1),
    seen_count: fields.count('seen_count', 1),
    access_count: fields.count('access_count', 0),
    last_accessed_at: fields.instantOrNull('last_accessed_at'),
    valid_to: fields.instantOrNull('valid_to'),
    superseded_at: fields.instantOrNull('superseded_at'),
    superseded_by: fields.has('superseded_by') ? readId(fields, 'superseded_by') : null,
  };
  if (versions.length !== memory.version) fields.refuse('versions', 'must hold every version from 1 to the current one');
  if (versions.at(-1)?.content !== memory.content) fields.refuse('versions', 'must end with the current wording');
  return fields.problem === null ? ok({ type: 'memory', memory, versions }) : err(fields.problem);
}

function readVersions(fields: FieldReader, policy: SecretsPolicy): Result<TransferLine, Failure> {
  const id = readId(fields, 'id');
  const first = fields.objects('versions')[0];
  if (first === undefined) fields.refuse('versions', 'must hold at least one version');
  const versions = readVersionList(fields, id, first === undefined ? 1 : first.count('version', 1), policy);
  if (!versions.ok) return versions;
  return fields.problem === null ? ok({ type: 'versions', id, versions: versions.value }) : err(fields.problem);
}

function readVersionList(
  fields: FieldReader,
  id: MemoryId,
  first: number,
  policy: SecretsPolicy,
): Result<readonly MemoryVersion[], Failure> {
  const versions: MemoryVersion[] = [];
  for (const [at, part] of fields.objects('versions').entries()) {
    const version = readVersion(part, id, first + at, policy);
    if (!version.ok) return version;
    versions.push(version.value);
  }
  return ok(versions);
}

function readVersion(part: FieldReader, memory_id: MemoryId, number: number, policy: SecretsPolicy): Result<MemoryVersion, Failure> {
  const wording = readWording(part, policy);
  if (!wording.ok) return wording;
  const version: MemoryVersion = {
    memory_id,
    version: part.count('version', 1),
    ...wording.value,
    recorded_at: part.instant('recorded_at'),
    replaced_at: part.instantOrNull('replaced_at'),
    source: readSource(part),
    reason: cleanReason(part.textOrNull('reason') ?? undefined),
  };
  if (version.version !== number) part.refuse('version', 'must be the number after the one before it');
  return part.problem === null ? ok(version) : err(part.problem);
}

function readWording(fields: FieldReader, policy: SecretsPolicy): Result<Wording, Failure> {
  const content = checkContent(fields.text('content'), policy);
  const importance = checkImportance(fields.number('importance'));
  const tags = checkTags(fields.texts('tags'));
  const raw = fields.raw('metadata') ?? null;
  if (raw !== null && !isObject(raw)) fields.refuse('metadata', 'must be an object');
  const metadata = checkMetadataField(isObject(raw) ? (raw as Memory['metadata']) : null, policy);
  const volatility = fields.oneOf('volatility', VOLATILITIES);
  const expires_at = fields.instantOrNull('expires_at');
  if (fields.problem !== null) return err(fields.problem);
  if (!content.ok) return content;
  if (!importance.ok) return importance;
  if (!tags.ok) return tags;
  if (!metadata.ok) return metadata;
  return ok({
    content: content.value.text,
    importance: importance.value ?? 0,
    volatility,
    tags: tags.value,
    metadata: metadata.value.metadata,
    expires_at,
  });
}

function readSource(fields: FieldReader): Source {
  const part = fields.object('source');
  const origin = part.oneOfOrNull('origin', ORIGINS);
  const role = part.oneOfOrNull('role', ROLES);
  const method = part.oneOfOrNull('method', ['llm', 'extractive']);
  const client = part.textOrNull('client');
  const tool = part.raw('tool');
  const range = part.has('time_range') ? part.object('time_range') : null;
  const source: Source = {
    via: maskSecrets(part.text('via')).text,
    ...(client === null ? {} : { client: maskSecrets(client).text }),
    ...(origin === null ? {} : { origin }),
    ...(role === null ? {} : { role }),
    // Parsed from JSON a moment ago, so it is JSON.
    ...(tool === undefined ? {} : { tool: maskJson(tool as Json).value }),
    ...(part.has('ids') ? { ids: part.texts('ids') } : {}),
    ...(range === null ? {} : { time_range: { from: range.instant('from'), to: range.instant('to') } }),
    ...(method === null ? {} : { method }),
  };
  if (range !== null) part.adopt(range);
  fields.adopt(part);
  return source;
}

function readTombstone(fields: FieldReader): Result<TransferLine, Failure> {
  const content_hashes = fields.texts('content_hashes');
  const key_hash = fields.textOrNull('key_hash');
  if (!content_hashes.every((hash) => SHA256.test(hash))) fields.refuse('content_hashes', 'must be SHA-256 in lower-case hex');
  if (key_hash !== null && !SHA256.test(key_hash)) fields.refuse('key_hash', 'must be SHA-256 in lower-case hex');
  const tombstone: Tombstone = {
    id: readId(fields, 'id'),
    layer: fields.oneOf('layer', LAYERS),
    content_hashes,
    key_hash,
    occurred_at: fields.instant('occurred_at'),
    created_at: fields.instant('created_at'),
    forgotten_at: fields.instant('forgotten_at'),
  };
  return fields.problem === null ? ok({ type: 'tombstone', tombstone }) : err(fields.problem);
}

function readSession(fields: FieldReader): Result<TransferLine, Failure> {
  const belonging = checkIdentity({ session_id: fields.text('id') });
  if (!belonging.ok) return belonging;
  const header: SessionHeader = {
    id: fields.text('id'),
    turn: fields.count('turn', 0),
    order: fields.count('order', 0),
    budget_tokens: fields.count('budget_tokens', 1),
    strategy: fields.oneOf('strategy', STRATEGIES),
    created_at: fields.instant('created_at'),
    last_active_at: fields.instant('last_active_at'),
  };
  const items = fields.objects('items').map((part): SessionItemLine => {
    const item = {
      id: readId(part, 'id'),
      importance: part.number('importance'),
      pinned: part.raw('pinned') === true,
      added_turn: part.count('added_turn', 0),
      added_order: part.count('added_order', 0),
      used_order: part.count('used_order', 0),
      retrieved: part.count('retrieved', 0),
    };
    fields.adopt(part);
    return item;
  });
  return fields.problem === null ? ok({ type: 'session', header, items }) : err(fields.problem);
}

function readId(fields: FieldReader, name: string): MemoryId {
  const id = fields.text(name);
  if (!UUID.test(id)) fields.refuse(name, 'must be a UUID in lower case');
  return id;
}
