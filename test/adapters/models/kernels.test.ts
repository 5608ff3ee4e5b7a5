import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { compileKernel, KERNELS } from '../../../scripts/assets/kernels.ts';

describe('committed kernels', () => {
  it.each(KERNELS.map((kernel) => [kernel.name, kernel] as const))(
    '%s is what its source compiles to',
    async (_, kernel) => {
      const [built, committed] = [await compileKernel(kernel), await readFile(kernel.target)];
      expect(Buffer.from(built).equals(committed)).toBe(true);
    },
    30_000,
  );
});
