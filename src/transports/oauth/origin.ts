import { isLoopback } from '../shared/host.ts';

/**
 * The address that clients know the service by: HINDSIGHT_PUBLIC_URL, else the one that the request came to. Null for plain http on a public
 * host: tokens must not travel in the clear, and behind a proxy that ends TLS only the operator knows the real address.
 */
export function publicOrigin(request: Request, public_url: string | null): string | null {
  if (public_url !== null) return public_url;
  const { protocol, hostname, origin } = new URL(request.url);
  return protocol === 'https:' || isLoopback(hostname) ? origin : null;
}

/** The same request under the public address. */
export function atOrigin(request: Request, origin: string): Request {
  const { pathname, search, origin: own } = new URL(request.url);
  return own === origin ? request : new Request(`${origin}${pathname}${search}`, request);
}
