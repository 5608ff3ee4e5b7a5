import type { Origin, Source } from '../domain/memory.ts';
import { maskSecrets } from '../domain/secrets/mask-secrets.ts';
import { cleanText, cutCharacters } from '../domain/text/clean-text.ts';
import type { Caller } from './service.ts';

/** A client introduces itself in free text; what is stored of it is a label. */
const CLIENT_CHARACTERS_MAX = 128;

/** The stamp on everything that a caller makes. Nothing in it can be set by stored text or by the body of a request. */
export function sourceOf(caller: Caller, origin: Origin | null = null): Source {
  const client = caller.client === null ? '' : cutCharacters(maskSecrets(cleanText(caller.client).text).text, CLIENT_CHARACTERS_MAX);
  return { via: caller.via, ...(client === '' ? {} : { client }), ...(origin === null ? {} : { origin }) };
}
