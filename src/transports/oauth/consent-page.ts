/** The consent pages: rendered here, no script, no foreign host. Every text from a client is escaped by the template. */
import type { ConsentDescription } from '@cloudflare/workers-oauth-provider';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { html, raw } from 'hono/html';
import type { Scope } from '../../domain/access/api-key.ts';
import type { Namespace } from '../../domain/memory.ts';
import type { Words } from './words.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 32rem; margin: 3rem auto; padding: 0 1rem; }
label { display: block; margin: .5rem 0; }
input[type=password] { box-sizing: border-box; width: 100%; font: inherit; padding: .4rem; }
button { font: inherit; padding: .4rem 1.2rem; margin: 1rem .5rem 0 0; }
strong { overflow-wrap: anywhere; }
.warning { border-left: .25rem solid #c80; padding-left: .75rem; }
`;
const STYLE_HASH = btoa(String.fromCharCode(...sha256(utf8ToBytes(STYLE))));

/** `redirect`: browsers hold the redirect that answers a form to form-action too, so the client's origin must stand there. */
export function pagePolicy(redirect: string | null): string {
  const target = redirect === null ? '' : ` ${new URL(redirect).origin}`;
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'${target}; frame-ancestors 'none'`;
}

type Markup = ReturnType<typeof html>;

const page = (words: Words, title: string, body: Markup): Markup => html`<!doctype html>
<html lang="${words.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(STYLE)}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>`;

const whoAsks = (words: Words, client: ConsentDescription): Markup => html`<p>${
  client.clientDomain === undefined ? words.unverified : html`<strong>${words.publishedBy(client.clientDomain)}</strong>`
} <strong>${words.sentTo(client.redirectHost)}</strong></p>
${client.redirectIsLoopback ? html`<p class="warning">${words.loopback}</p>` : ''}`;

/** Asks for the key. `problem`: what was wrong with the one before. */
export const keyPage = (words: Words, client: ConsentDescription, problem: string | null): Markup =>
  page(
    words,
    words.title(client.clientName),
    html`${whoAsks(words, client)}
<p>${words.proveYourself}</p>
<form method="post">
${problem === null ? '' : html`<p class="warning" role="alert">${problem}</p>`}
<label>${words.key}<input type="password" name="key" required autocomplete="off" autofocus></label>
<button>${words.next}</button>
</form>`,
  );

export interface Question {
  readonly client: ConsentDescription;
  readonly namespace: Namespace;
  readonly scopes: readonly Scope[];
  readonly handle: string;
}

/** Names the client, the namespace and the rights, and asks. */
export const consentPage = (words: Words, { client, namespace, scopes, handle }: Question): Markup =>
  page(
    words,
    words.title(client.clientName),
    html`${whoAsks(words, client)}
<form method="post">
<p><strong>${words.namespace(namespace)}</strong></p>
${scopes.map((scope) => html`<label><input type="checkbox" name="scope" value="${scope}" checked> ${words.scopes[scope]} (<code>${scope}</code>)</label>`)}
<p>${words.ends}</p>
<input type="hidden" name="handle" value="${handle}">
<button name="decision" value="allow">${words.allow}</button><button name="decision" value="deny">${words.deny}</button>
</form>`,
  );

export const failurePage = (words: Words, message: string): Markup =>
  page(words, words.failed, html`<p>${message}</p><p>${words.startAgain}</p>`);
