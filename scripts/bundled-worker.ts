/**
 * Starts the Worker as it is deployed: the bundle that wrangler would upload, in workerd, with requests at its own socket. `wrangler dev` puts a
 * proxy before it, which costs more than a bare route; so what is measured is measured here.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from 'miniflare';
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler';
import type { LocalWorker } from './local-worker.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const WRANGLER = path.join(ROOT, 'node_modules/wrangler/wrangler-dist/cli.js');
/** As wrangler has it, with the Worker's name: one state folder serves both. */
const STATE = 'v3';

const MODULE_TYPES = { '.js': 'ESModule', '.sql': 'Text', '.wasm': 'CompiledWasm' } as const;
const isModule = (extension: string): extension is keyof typeof MODULE_TYPES => extension in MODULE_TYPES;

export interface BundledWorkerOptions {
  /** Kept after the stop; a fresh temporary folder that is deleted when absent. */
  readonly state_folder?: string;
  readonly vars?: Readonly<Record<string, string>>;
  /** Another wrangler configuration than the product's. */
  readonly config?: string;
}

export async function startBundledWorker({ config = 'wrangler.toml', vars = {}, ...options }: BundledWorkerOptions): Promise<LocalWorker> {
  const config_file = path.resolve(ROOT, config);
  const bundle = mkdtempSync(path.join(tmpdir(), 'hindsight-bundle-'));
  const state_folder = options.state_folder ?? mkdtempSync(path.join(tmpdir(), 'hindsight-'));
  const printed: string[] = [];
  let worker: Miniflare | undefined;
  const stop = async (): Promise<void> => {
    await worker?.dispose();
    rmSync(bundle, { recursive: true, force: true });
    if (options.state_folder === undefined) rmSync(state_folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await promisify(execFile)(process.execPath, [WRANGLER, 'deploy', '--dry-run', '--config', config_file, '--outdir', bundle], {
      cwd: ROOT,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
    });
    const { name = 'worker' } = unstable_readConfig({ config: config_file });
    const { modulesRules: _by_extension, bindings, ...wanted } = unstable_getMiniflareWorkerOptions(config_file).workerOptions;
    worker = new Miniflare(
      convertV4MiniflareOptions({
        ...wanted,
        name,
        modulesRoot: bundle,
        modules: modulesOf(bundle),
        bindings: Object.assign({}, bindings, vars),
        resourcePersistencePath: path.join(state_folder, STATE),
        host: '127.0.0.1',
        unsafeDirectSockets: [{ host: '127.0.0.1' }],
        log: new NoOpLog(),
        handleStructuredLogs: ({ message }) => void printed.push(message),
      }),
    );
    await worker.ready;
    const url = (await worker.unsafeGetDirectURL()).origin;
    return { url, state_folder, output: () => printed.join('\n'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The entry is the only JavaScript of a bundle. */
const modulesOf = (folder: string) =>
  readdirSync(folder)
    .flatMap((name) => {
      const extension = path.extname(name);
      if (!isModule(extension)) return [];
      const file = path.join(folder, name);
      const contents = extension === '.wasm' ? readFileSync(file) : readFileSync(file, 'utf8');
      return [{ path: file, type: MODULE_TYPES[extension], contents }];
    })
    .sort((a, b) => Number(b.type === 'ESModule') - Number(a.type === 'ESModule'));
