/** The OpenAPI document as a page: rendered on the server, no script, no foreign host, readable without styles too. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { html, raw } from 'hono/html';
import type { OpenApiDocument, Operation, Parameter } from './openapi.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); margin-top: 2rem; }
code, pre { font: .9em ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
nav ul { columns: 2; list-style: none; padding: 0; }
`;

/** The hash lets exactly this style in, and nothing else that might ever be injected. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(STYLE))))}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Markup = ReturnType<typeof html>;

interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

export function docsPage(document: OpenApiDocument): Markup {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hindsight API</title><style>${raw(STYLE)}</style></head>
<body>
<h1>Hindsight API</h1>
<p>${document.info.description} The machine-readable form is <a href="/openapi.json">/openapi.json</a>.</p>
<h2>First steps</h2>
<pre>curl -X POST $URL/v1/memories -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"content":"Prefers a window seat","key":"user.seat_preference","origin":"user"}'
curl -X POST $URL/v1/memories/search -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"query":"which seat?"}'</pre>
<p>Errors have one shape: <code>{"error":{"code","message","field","hint","request_id"}}</code>, where field and hint may be absent.
Fields that are not known are not used, and the reply names them in <code>ignored</code>.
Times are ISO 8601; without an offset they are UTC.</p>
<nav><h2>Routes</h2><ul>${operations.map(({ path, method, operation }) => html`<li><a href="#${operation.operationId}"><code>${method} ${path}</code></a></li>`)}</ul></nav>
${operations.map(({ path, method, operation }) => section(path, method, operation))}
</body></html>`;
}

const section = (path: string, method: string, operation: Operation): Markup => html`<section id="${operation.operationId}">
<h2><code>${method} ${path}</code></h2>
<p><strong>${operation.summary}.</strong> ${operation.description ?? ''}</p>
<p>Scopes: <code>${operation['x-scopes'].join(' ')}</code></p>
${operation.parameters.length === 0 ? '' : table('Parameters', operation.parameters.map(parameterRow))}
${bodyTable(operation)}
</section>`;

const table = (title: string, rows: readonly Markup[]): Markup =>
  html`<h3>${title}</h3><table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;

const row = (name: string, type: string, meaning: string): Markup =>
  html`<tr><td><code>${name}</code></td><td>${type}</td><td>${meaning}</td></tr>`;

const parameterRow = ({ name, in: where, description, schema }: Parameter): Markup => row(name, `${typeOf(schema)}, ${where}`, description);

function bodyTable(operation: Operation): Markup | '' {
  const schema = operation.requestBody?.content['application/json']?.schema as FieldSchema | undefined;
  const fields = schema?.properties === undefined ? schema?.anyOf?.[0] : schema;
  if (fields?.properties === undefined) return '';
  const required = new Set(fields.required);
  const rows = Object.entries(fields.properties).map(([name, field]) =>
    row(name, required.has(name) ? `${typeOf(field)}, required` : typeOf(field), field.description ?? ''),
  );
  return table('Body', rows);
}

function typeOf(schema: FieldSchema): string {
  if (schema.enum !== undefined) return schema.enum.join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  return schema.type ?? 'any';
}
