/** The REST app over a recording service, called in process. */

import type { MemoryService } from '../../src/application/service.ts';
import type { ApiKey, Scope } from '../../src/domain/access/api-key.ts';
import { formatCredential, hashSecret } from '../../src/domain/access/credential.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';
import type { ObservedEvent } from '../../src/ports/observer.ts';
import { createRestApp } from '../../src/transports/rest/app.ts';
import type { DoorConfig, DoorDependencies } from '../../src/transports/shared/door.ts';
import { AT, type RecordingService, recordingService } from './recording-service.ts';

export const SECRET = 'A'.repeat(43);
export const credential = (id: string, secret = SECRET): string => formatCredential({ id, secret });

export const apiKey = (id: string, namespace: string, scopes: readonly Scope[], more: Partial<ApiKey> = {}): ApiKey => ({
  id,
  secret_sha256: hashSecret(SECRET),
  namespace,
  scopes,
  label: null,
  created_at: AT,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  ...more,
});

export function keyStore(keys: readonly ApiKey[]): KeyStore & { readonly used: string[] } {
  const used: string[] = [];
  return {
    used,
    find: async (id) => keys.find((key) => key.id === id) ?? null,
    insert: async () => undefined,
    list: async () => ({ keys, next: null }),
    revoke: async () => false,
    markUsed: async (id) => {
      used.push(id);
    },
  };
}

export interface Client {
  readonly service: RecordingService;
  readonly events: ObservedEvent[];
  readonly namespaces: string[];
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** JSON in, JSON out. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ readonly status: number; readonly body: Reply; readonly headers: Headers }>;
}

/** Loosely typed on purpose: tests look at what is on the wire. */
export interface Reply {
  readonly [name: string]: unknown;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly field?: string;
    readonly hint?: string;
    readonly request_id: string;
  };
}

/** A namespace's service is made when it is first asked for, as the composition root does. */
export function clientOver(serviceFor: (namespace: string) => MemoryService): Pick<Client, 'fetch' | 'call' | 'events'> {
  const services = new Map<string, MemoryService>();
  return client(
    {},
    {
      serviceFor: (namespace) => {
        const service = services.get(namespace) ?? serviceFor(namespace);
        services.set(namespace, service);
        return service;
      },
    },
  );
}

export function client(config: Partial<DoorConfig> = {}, more: Partial<DoorDependencies> = {}): Client {
  const service = recordingService();
  const events: ObservedEvent[] = [];
  const namespaces: string[] = [];
  const app = createRestApp({
    config: { auth: 'off', default_namespace: 'default', allowed_origins: [], allowed_hosts: [], ...config },
    serviceFor: (namespace) => {
      namespaces.push(namespace);
      return service;
    },
    keys: keyStore([]),
    rate_limiter: null,
    clock: { now: () => AT },
    ids: { memoryId: () => 'request-1', secret: () => SECRET },
    observer: { observe: (event) => events.push(event) },
    ...more,
  });
  const fetch = async (path: string, init?: RequestInit) =>
    app.request(path.startsWith('http') ? path : `http://127.0.0.1:8787${path}`, init);
  return {
    service,
    events,
    namespaces,
    fetch,
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(path, {
        method,
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Reply), headers: response.headers };
    },
  };
}
