import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAssets } from '../../../scripts/build-assets.ts';
import type { AssetSource } from '../../../src/adapters/models/builtin/asset-source.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Builds the data when it is not there yet (some seconds, once). */
export async function assetsFromFolder(): Promise<AssetSource> {
  await buildAssets();
  return async (name) => {
    const bytes = await readFile(join(ROOT, 'assets', name));
    return new Uint8Array(bytes).buffer;
  };
}

/** Node can compile; workerd, whose types the repository uses, cannot. */
const compiler = WebAssembly as unknown as { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };

export async function transformerKernel(): Promise<WebAssembly.Module> {
  return compiler.compile(await readFile(join(ROOT, 'src/adapters/models/builtin/transformer.wasm')));
}
