/** What of the Workers runtime the serverless mode touches, for Node: `.wasm` imports and two names of `cloudflare:workers`. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Deferred work: Node goes on with it by itself. The Durable Object class is named by code that never runs here. */
const WORKERS = `data:text/javascript,${encodeURIComponent(`
export const waitUntil = (work) => { work.catch((error) => console.error('deferred work failed: ' + error?.name)); };
export class DurableObject {}
export class WorkerEntrypoint {}
export const env = {};
`)}`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'cloudflare:workers' ? { url: WORKERS, shortCircuit: true } : next(specifier, context),
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context);
    const base64 = readFileSync(fileURLToPath(url)).toString('base64');
    const source = `export default new WebAssembly.Module(Buffer.from('${base64}', 'base64'));`;
    return { format: 'module', source, shortCircuit: true };
  },
});
