/** The operator's token of the service on this machine: in .dev.vars, which wrangler reads and git ignores. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export const ADMIN_TOKEN = 'HINDSIGHT_ADMIN_TOKEN';
const TOKEN_BYTES = 32;
/** Only the owner may read it. */
const FILE_MODE = 0o600;

/** The token in the file; a random one is added when there is none. */
export function localAdminToken(file: string): { readonly token: string; readonly made: boolean } {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const found = new RegExp(`^\\s*(?:export\\s+)?${ADMIN_TOKEN}\\s*=\\s*(["']?)(.+?)\\1\\s*$`, 'm').exec(text)?.[2];
  if (found !== undefined) return { token: found, made: false };
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${separator}${ADMIN_TOKEN}=${token}\n`, { mode: FILE_MODE });
  return { token, made: true };
}
