/** Which host a request was sent to. Only the URL and the Host header count: forwarded headers are written by whoever sends them. */

/** A user part, a path or a space in a Host header would let the URL parser see another host than a reader does. */
const HOST_FORM = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const LOOPBACK_V4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The lower-case name of a Host header, without the port; null for one that is no host. */
function hostnameOf(host: string): string | null {
  if (!HOST_FORM.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

/** 127.0.0.0/8, ::1 and localhost. Names that only resolve to loopback are foreign: that is how DNS rebinding works. */
export const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || LOOPBACK_V4.test(hostname);

/** Both the URL and the Host header, when there is one, name a loopback host. */
export function isLoopbackRequest(request: Request): boolean {
  if (!isLoopback(new URL(request.url).hostname)) return false;
  const host = request.headers.get('host');
  if (host === null) return true;
  const hostname = hostnameOf(host);
  return hostname !== null && isLoopback(hostname);
}

/** With a list of hosts: one of them, or loopback. Without: the one that the URL names. */
export function isOwnHost(request: Request, allowed_hosts: readonly string[]): boolean {
  const own = new URL(request.url).hostname;
  const header = request.headers.get('host');
  const named = header === null ? own : hostnameOf(header);
  if (named === null) return false;
  if (allowed_hosts.length === 0) return named === own;
  const allowed = (hostname: string) => isLoopback(hostname) || allowed_hosts.some((host) => host.toLowerCase() === hostname);
  return allowed(own) && allowed(named);
}
