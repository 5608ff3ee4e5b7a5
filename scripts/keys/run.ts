/** One command of `npm run keys`: a request to /v1/keys, and its reply in words. */
import type { KeysCommand } from './arguments.ts';
import type { Service } from './service.ts';

interface KeyReply {
  readonly id: string;
  readonly key?: string;
  readonly namespace: string;
  readonly scopes: readonly string[];
  readonly label: string | null;
  readonly state: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly replaced?: KeyReply;
}
interface PageReply {
  readonly keys: readonly KeyReply[];
  readonly next_cursor: string | null;
}

/** The service said no; the message is its own. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const PAGE_KEYS = 100;

/** Prints with `print`; a refusal throws RefusedError. */
export async function runCommand(command: KeysCommand, service: Service, print: (text: string) => void): Promise<void> {
  const { action, id, expires_in_days, grace_hours, label, scopes, json } = command;
  const given = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  if (action === 'list') {
    const keys = await listAll(command, service);
    print(json ? JSON.stringify({ keys }, null, 2) : keys.length === 0 ? 'No keys.' : keys.map(lineOf).join('\n'));
    return;
  }
  const where = id === null ? '' : `/${encodeURIComponent(id)}`;
  const reply = (await {
    create: () => call(service, command, 'POST', '', given({ scopes, expires_in_days, label })),
    rotate: () => call(service, command, 'POST', `${where}/rotate`, given({ grace_hours, expires_in_days })),
    revoke: () => call(service, command, 'DELETE', where),
  }[action]()) as KeyReply;
  print(json ? JSON.stringify(reply, null, 2) : inWords(reply));
}

async function listAll(command: KeysCommand, service: Service): Promise<readonly KeyReply[]> {
  const keys: KeyReply[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await call(service, command, 'GET', `?limit=${PAGE_KEYS}${query}`)) as PageReply;
    keys.push(...page.keys);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return keys;
}

async function call(service: Service, { namespace }: KeysCommand, method: string, where: string, body?: object): Promise<unknown> {
  const response = await fetch(`${service.url}/v1/keys${where}`, {
    method,
    headers: {
      authorization: `Bearer ${service.credential}`,
      'x-hindsight-namespace': namespace,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply: unknown = await response.json();
  if (response.ok) return reply;
  const { error } = reply as { readonly error?: { readonly message?: string } };
  const hint =
    response.status === 401
      ? '\nThe service does not know this credential. A service that was started before its HINDSIGHT_ADMIN_TOKEN was set must be started again.'
      : '';
  throw new RefusedError(`${response.status}: ${error?.message ?? 'the service did not say why'}${hint}`);
}

const lineOf = (key: KeyReply): string =>
  [
    key.id,
    key.state.padEnd(7),
    key.namespace,
    key.scopes.map((scope) => scope.replace('memory:', '')).join(','),
    key.expires_at === null ? 'no expiry' : `until ${key.expires_at}`,
    key.last_used_at === null ? 'never used' : `used ${key.last_used_at}`,
    key.label ?? '',
  ]
    .join('  ')
    .trimEnd();

function inWords(reply: KeyReply): string {
  if (reply.key === undefined) return `Revoked ${reply.id} of ${reply.namespace}.`;
  const old = reply.replaced === undefined ? [] : [`It takes the place of ${reply.replaced.id}, which ends ${reply.replaced.revoked_at}.`];
  return [
    `Key for ${reply.namespace} (${reply.scopes.join(', ')}; ${reply.expires_at === null ? 'no expiry' : `until ${reply.expires_at}`}), id ${reply.id}:`,
    '',
    `  ${reply.key}`,
    '',
    'It is shown this once and kept nowhere. Send it as: Authorization: Bearer hs_…',
    ...old,
  ].join('\n');
}
