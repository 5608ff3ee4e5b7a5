/** The command line of `npm run keys`. */
import { parseArgs } from 'node:util';
import { SCOPES } from '../../src/domain/access/api-key.ts';

export const USAGE = `npm run keys -- create --namespace NAME [--scope read --scope write --scope admin] [--expires-days N] [--label TEXT]
npm run keys -- list   --namespace NAME
npm run keys -- rotate ID --namespace NAME [--grace-hours N] [--expires-days N]
npm run keys -- revoke ID --namespace NAME

--url URL   a deployment; without it the service on this machine, on whatever port, which is started for the moment if it does not run
--json      print the reply as JSON

For --url the environment holds HINDSIGHT_ADMIN_TOKEN (the operator's token of the deployment) or HINDSIGHT_KEY (a key with memory:admin).
A key grants its namespace and everything under it; scopes are read and write when none is named.`;

export interface KeysCommand {
  readonly action: 'create' | 'list' | 'rotate' | 'revoke';
  readonly namespace: string;
  /** Of the key to rotate or revoke. */
  readonly id: string | null;
  readonly scopes: readonly string[] | null;
  readonly expires_in_days: number | null;
  readonly grace_hours: number | null;
  readonly label: string | null;
  readonly url: string | null;
  readonly json: boolean;
}

/** What is wrong with the command line; the message is for the person at it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const ACTIONS = ['create', 'list', 'rotate', 'revoke'] as const;

const number = (name: string, text: string | undefined): number | null => {
  if (text === undefined) return null;
  if (text.trim() === '' || !Number.isFinite(Number(text))) throw new UsageError(`--${name} must be a number.`);
  return Number(text);
};

/** `read` is short for `memory:read`. */
function scopeOf(text: string): string {
  const scope = SCOPES.find((known) => known === text || known === `memory:${text}`);
  if (scope === undefined) throw new UsageError(`--scope must be read, write or admin.`);
  return scope;
}

export function readCommand(words: readonly string[]): KeysCommand {
  const { values, positionals } = parse(words);
  const [named, id = null, ...rest] = positionals;
  const action = ACTIONS.find((known) => known === named);
  if (action === undefined) throw new UsageError(`Say what to do: ${ACTIONS.join(', ')}.`);
  if (values.namespace === undefined) throw new UsageError('Name the namespace: --namespace NAME.');
  const needs_id = action === 'rotate' || action === 'revoke';
  if (needs_id && id === null) throw new UsageError(`Name the key: npm run keys -- ${action} ID --namespace NAME (list shows the ids).`);
  if (rest.length > 0 || (!needs_id && id !== null))
    throw new UsageError(`Not understood: ${[...(needs_id ? [] : [id]), ...rest].join(' ')}`);
  return {
    action,
    namespace: values.namespace,
    id,
    scopes: values.scope === undefined ? null : values.scope.flatMap((text) => text.split(',')).map(scopeOf),
    expires_in_days: number('expires-days', values['expires-days']),
    grace_hours: number('grace-hours', values['grace-hours']),
    label: values.label ?? null,
    url: values.url?.replace(/\/+$/, '') ?? null,
    json: values.json === true,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        namespace: { type: 'string' },
        scope: { type: 'string', multiple: true },
        'expires-days': { type: 'string' },
        'grace-hours': { type: 'string' },
        label: { type: 'string' },
        url: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    // parseArgs says in one sentence which option it does not know.
    throw new UsageError(error instanceof Error ? error.message : 'The command line was not understood.');
  }
}
