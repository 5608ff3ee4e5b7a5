/**
 * Compiles the WebAssembly kernels from AssemblyScript. The results are a few KB and committed, so that bundling never depends on a build step;
 * a test rebuilds them and compares bytes.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface KernelSource {
  readonly name: string;
  readonly source: string;
  readonly target: string;
}

const at = (path: string): string => join(import.meta.dirname, '../..', path);

export const KERNELS: readonly KernelSource[] = [
  { name: 'transformer', source: at('kernels/assembly/transformer.ts'), target: at('src/adapters/models/builtin/transformer.wasm') },
  { name: 'vector-scan', source: at('kernels/assembly/vector-scan.ts'), target: at('src/adapters/embedded/vector-scan.wasm') },
];

/** What an access can reach by its offset alone must lie within the memory declared, or the engine checks that offset too, at every access. */
const INITIAL_PAGES = '1';

const COMPILER = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');

export async function compileKernel(kernel: KernelSource): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'hindsight-kernel-'));
  try {
    const out = join(folder, 'kernel.wasm');
    const options = ['--optimizeLevel', '3', '--enable', 'simd,relaxed-simd', '--runtime', 'stub', '--noAssert'];
    await promisify(execFile)(process.execPath, [COMPILER, kernel.source, '--outFile', out, ...options, '--initialMemory', INITIAL_PAGES]);
    return await readFile(out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
