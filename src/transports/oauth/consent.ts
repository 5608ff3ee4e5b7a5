/**
 * /authorize: the owner of a namespace lets a client in. First the page asks for a key of the namespace; then it names the client, the
 * namespace and the rights, and asks. What is shown at the second step is what is stored for it: client and request come from the store,
 * namespace and rights from the proof, never from the form.
 */
import { AuthorizationError, type AuthRequest, CimdFetchError, type OAuthHelpers } from '@cloudflare/workers-oauth-provider';
import { SCOPES, SCOPES_DEFAULT, type Scope } from '../../domain/access/api-key.ts';
import { hashSecret } from '../../domain/access/credential.ts';
import { MINUTE_MS, SECOND_MS } from '../../domain/instant.ts';
import type { GrantStore } from '../../ports/grant-store.ts';
import { type Principal, withKey } from '../shared/access.ts';
import type { DoorContext, DoorDependencies } from '../shared/door.ts';
import { readBody } from '../shared/request-limits.ts';
import { refuse } from '../shared/respond.ts';
import { type GrantProps, hasProof } from './authorization-server.ts';
import { consentPage, failurePage, keyPage, pagePolicy } from './consent-page.ts';
import { wordsFor } from './words.ts';

/** A key or a handle and some ticks. */
const FORM_BYTES_MAX = 16_384;
/** As long as the library keeps the request that is asked about. */
const PROOF_SECONDS = (10 * MINUTE_MS) / SECOND_MS;

/** What the key proved, kept between the two steps under the hash of the page's handle. */
interface Proof {
  readonly namespace: string;
  readonly key_id: string;
  readonly scopes: readonly Scope[];
}

export interface ConsentDependencies {
  readonly door: DoorDependencies;
  readonly grants: GrantStore;
  readonly oauth: OAuthHelpers;
  /** The request under the public address. */
  readonly request: Request;
}

type Status = 200 | 400 | 403;

export async function answerAuthorize(context: DoorContext, deps: ConsentDependencies): Promise<Response> {
  try {
    if (context.req.method !== 'POST') return await askForKey(context, deps, null);
    const form = await readForm(context);
    if (form instanceof Response) return form;
    const handle = form.get('handle');
    return handle === null ? await checkKey(context, deps, form.get('key') ?? '') : await decide(context, deps, handle, form);
  } catch (error) {
    const answered = await answerProblem(context, error);
    if (answered === null) throw error;
    return answered;
  }
}

/** A redirect is safe only once the library has matched the redirect URI with the client's; everything else is said here. */
async function answerProblem(context: DoorContext, error: unknown): Promise<Response | null> {
  const words = wordsFor(context.req.raw);
  if (error instanceof AuthorizationError) {
    context.set('outcome', error.code);
    return error.redirectTo === undefined
      ? show(context, 400, failurePage(words, error.description), null)
      : context.redirect(error.redirectTo, 302);
  }
  if (!(error instanceof CimdFetchError)) return null;
  context.set('outcome', 'client_unknown');
  return show(context, 400, failurePage(words, 'The document that describes this client could not be read.'), null);
}

function show(
  context: DoorContext,
  status: Status,
  markup: ReturnType<typeof keyPage>,
  redirect: string | null,
): Response | Promise<Response> {
  context.header('Content-Security-Policy', pagePolicy(redirect));
  // Without a referrer a browser sends `Origin: null` with the form, which is refused as foreign.
  context.header('Referrer-Policy', 'same-origin');
  return context.html(markup, status);
}

async function readForm(context: DoorContext): Promise<URLSearchParams | Response> {
  const body = await readBody(context.req.raw, FORM_BYTES_MAX);
  return body.ok ? new URLSearchParams(new TextDecoder().decode(body.value)) : refuse(context, body.failure);
}

/** The request for access stands in the query of every step's URL. Without PKCE it goes back to the client. */
async function requestedAccess({ oauth, request }: ConsentDependencies): Promise<AuthRequest> {
  const asked = await oauth.parseAuthRequest(new Request(request.url, { headers: request.headers }));
  if (hasProof(asked)) return asked;
  const { redirectUri, state, issuer } = asked;
  const description = 'PKCE with S256 is required';
  throw new AuthorizationError('invalid_request', { description, redirectUri, state, ...(issuer === undefined ? {} : { issuer }) });
}

async function askForKey(context: DoorContext, deps: ConsentDependencies, problem: 'wrongKey' | 'noScope' | null): Promise<Response> {
  context.set('verb', 'oauth.ask');
  const words = wordsFor(context.req.raw);
  const client = await deps.oauth.describeConsent(await requestedAccess(deps));
  return show(context, problem === null ? 200 : 403, keyPage(words, client, problem === null ? null : words[problem]), null);
}

async function checkKey(context: DoorContext, deps: ConsentDependencies, presented: string): Promise<Response> {
  const principal = await withKey(presented.trim(), deps.door);
  if (!principal.ok) {
    if (principal.failure.kind !== 'unauthenticated') return refuse(context, principal.failure);
    context.set('outcome', 'unauthenticated');
    return askForKey(context, deps, 'wrongKey');
  }
  context.set('verb', 'oauth.prove');
  context.set('namespace', principal.value.namespace);
  const asked = await requestedAccess(deps);
  const scopes = grantable(asked, principal.value);
  const [first] = scopes;
  if (first === undefined || principal.value.key_id === null) return askForKey(context, deps, 'noScope');
  const client = await deps.oauth.describeConsent(asked);
  const { handle, headers } = await deps.oauth.beginConsent(asked);
  const proof: Proof = { namespace: principal.value.namespace, key_id: principal.value.key_id, scopes };
  await deps.grants.put(proofName(handle), JSON.stringify(proof), { expirationTtl: PROOF_SECONDS });
  for (const cookie of headers.getSetCookie()) context.header('Set-Cookie', cookie, { append: true });
  const page = consentPage(wordsFor(context.req.raw), { client, namespace: proof.namespace, scopes, handle });
  return show(context, 200, page, asked.redirectUri);
}

const proofName = (handle: string): string => `proof:${hashSecret(handle)}`;

/** What was asked for and the key has; a client that asks for nothing in particular gets what an agent needs. */
const grantable = ({ scope }: AuthRequest, { scopes }: Principal): readonly Scope[] => {
  const asked = SCOPES.filter((known) => scope.includes(known));
  return (asked.length === 0 ? SCOPES_DEFAULT : asked).filter((wanted) => scopes.includes(wanted));
};

async function decide(context: DoorContext, deps: ConsentDependencies, handle: string, form: URLSearchParams): Promise<Response> {
  const { oauth, grants, request } = deps;
  context.set('verb', 'oauth.decide');
  const stored = await grants.get(proofName(handle));
  if (form.get('decision') !== 'allow' || stored === null) {
    const denied = await oauth.denyConsent(request, handle);
    context.set('outcome', 'denied');
    return redirected(denied.redirectTo, denied.headers);
  }
  const proof = JSON.parse(stored) as Proof;
  context.set('namespace', proof.namespace);
  const scope = proof.scopes.filter((offered) => form.getAll('scope').includes(offered));
  if (scope.length === 0) {
    const denied = await oauth.denyConsent(request, handle, { description: 'No right was granted' });
    return redirected(denied.redirectTo, denied.headers);
  }
  const approved = await oauth.approveConsent(request, handle, { scope });
  await grants.delete(proofName(handle));
  const props: GrantProps = { namespace: proof.namespace, key_id: proof.key_id };
  // The user is the key: what was let in with it is found and ended with it.
  const { redirectTo } = await oauth.completeAuthorization({ request: approved.request, userId: proof.key_id, metadata: {}, scope, props });
  context.set('outcome', 'allowed');
  return redirected(redirectTo, approved.headers);
}

function redirected(target: string, headers: Headers): Response {
  const sent = new Headers(headers);
  sent.set('Location', target);
  // 303: the browser comes to the client with GET.
  return new Response(null, { status: 303, headers: sent });
}
