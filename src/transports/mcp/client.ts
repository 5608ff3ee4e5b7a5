import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import { metaOf, type RpcMessage } from './rpc-message.ts';

/** Stored with what the client wrote, so short and printable. */
const NAME_CHARACTERS_MAX = 80;
const VERSION_CHARACTERS_MAX = 32;

const printable = (value: unknown, characters_max: number): string =>
  typeof value === 'string'
    ? value
        .replace(/[^\x20-\x7e]/g, '')
        .trim()
        .slice(0, characters_max)
    : '';

/**
 * Name and version as the client introduced itself in the envelope of this request (2026-07-28), e.g. `claude-code/2.1.260`. Null when it did
 * not: in the older revisions only initialize carries it, and nothing is kept between requests.
 */
export function clientOf(message: RpcMessage | undefined): string | null {
  const info = message === undefined ? undefined : metaOf(message)[CLIENT_INFO_META_KEY];
  if (typeof info !== 'object' || info === null || !('name' in info)) return null;
  const name = printable(info.name, NAME_CHARACTERS_MAX);
  if (name === '') return null;
  const version = 'version' in info ? printable(info.version, VERSION_CHARACTERS_MAX) : '';
  return version === '' ? name : `${name}/${version}`;
}
