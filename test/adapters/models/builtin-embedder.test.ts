import { beforeAll, describe, expect, it } from 'vitest';
import { builtinEmbedder } from '../../../src/adapters/models/builtin/builtin-embedder.ts';
import type { Embedder } from '../../../src/ports/embedder.ts';
import { cosine, embedderContract, vectorOf } from '../../contracts/embedder.ts';
import { descriptionOf } from '../../support/reachable.ts';
import { assetsFromFolder, transformerKernel } from './builtin-assets.ts';
import { CHINESE, ENGLISH, OTHERS } from './language-samples.ts';
import reference from './reference-vectors.json' with { type: 'json' };

const BUILD_MS = 120_000;
let embedder: Embedder;

describe('without its data', () => {
  it('says so and fails every text, then works once the data is there', async () => {
    const kernel = await transformerKernel();
    const missing = builtinEmbedder({ assets: async () => null, kernel });
    expect(await missing.describe()).toBeNull();
    expect(await missing.embed(['one', 'two'])).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    expect(missing.chunk('short text')).toEqual(['short text']);
  });

  it('treats a source that throws as an outage, not as an exception', async () => {
    const causes: string[] = [];
    const broken = builtinEmbedder({
      assets: () => Promise.reject(new Error('socket closed')),
      kernel: await transformerKernel(),
      observe: (cause) => causes.push(cause),
    });
    // Known by its name all the same, so that what is written meanwhile waits for a vector of this generation.
    expect((await descriptionOf(broken)).id).toBe('builtin:use-lite-int8@2');
    expect(await broken.embed(['one'])).toMatchObject([{ status: 'failed' }]);
    expect(causes).toEqual(['socket closed', 'socket closed']);
  });

  it('refuses data of another size', async () => {
    const cut = builtinEmbedder({ assets: async () => new ArrayBuffer(100), kernel: await transformerKernel() });
    expect(await cut.describe()).toBeNull();
  });

  it('looks again at once after an outage', async () => {
    const folder = await assetsFromFolder();
    let calls = 0;
    const flaky = builtinEmbedder({
      assets: async (name) => {
        calls += 1;
        if (calls <= 4) throw new Error('socket closed');
        return folder(name);
      },
      kernel: await transformerKernel(),
    });
    expect(await flaky.embed(['one'])).toMatchObject([{ status: 'failed' }]);
    expect(await flaky.embed(['one'])).toMatchObject([{ status: 'embedded' }]);
  });
});

beforeAll(async () => {
  embedder = builtinEmbedder({ assets: await assetsFromFolder(), kernel: await transformerKernel() });
}, BUILD_MS);

embedderContract('builtin', () => embedder);

describe('arithmetic', () => {
  it('agrees with the float32 reference', async () => {
    await embedder.describe();
    const cosines: number[] = [];
    for (const { text, vector } of reference) {
      const own = await vectorOf(embedder, text);
      cosines.push(cosine(own, Float32Array.from(vector)));
    }
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.998);
  });

  it('gives a text the same vector alone and among others', async () => {
    const texts = reference.map(({ text }) => text);
    const together = await embedder.embed(texts);
    for (const [index, text] of texts.entries()) {
      const embedding = together[index];
      const alone = await vectorOf(embedder, text);
      expect(embedding?.status === 'embedded' && cosine(embedding.vector, alone)).toBeGreaterThan(0.99999);
    }
  });

  it('reads no further than its window', async () => {
    const start = 'The red boat is tied to the pier and the rope is wet. '.repeat(20);
    expect(cosine(await vectorOf(embedder, `${start} zebra`), await vectorOf(embedder, `${start} umbrella`))).toBeGreaterThan(0.99999);
  });
});

describe('languages', () => {
  const outcome = async (text: string) => (await embedder.embed([text]))[0]?.status;

  it.each([...ENGLISH, ...CHINESE])('embeds: %s', async (text) => {
    expect(await outcome(text)).toBe('embedded');
  });

  it.each(Object.entries(OTHERS).flatMap(([language, texts]) => texts.map((text) => [language, text])))(
    'leaves %s to words: %s',
    async (_, text) => {
      expect(await outcome(text)).toBe('unsupported');
    },
  );

  it.each(['😀😀', '。。。', '的', '---'])('finds nothing to embed in %s', async (text) => {
    expect(await outcome(text)).toBe('unsupported');
  });

  it('places Chinese beside English of the same meaning', async () => {
    const pairs = [
      ['他每个星期天去游泳', 'He goes swimming every Sunday'],
      ['冰箱里的牛奶过期了', 'The milk in the refrigerator has expired'],
      ['医生让她少吃盐', 'The doctor told her to eat less salt'],
      ['我們的會議改到下午', 'Our meeting was moved to the afternoon'],
    ] as const;
    for (const [index, [chinese]] of pairs.entries()) {
      const vector = await vectorOf(embedder, chinese);
      const scores = await Promise.all(pairs.map(async ([, english]) => cosine(vector, await vectorOf(embedder, english))));
      expect(scores.indexOf(Math.max(...scores))).toBe(index);
    }
  });

  it('reads traditional as simplified', async () => {
    const cos = cosine(await vectorOf(embedder, '鑰匙在門口的花盆下面'), await vectorOf(embedder, '钥匙在门口的花盆下面'));
    expect(cos).toBeGreaterThan(0.95);
    expect(cosine(await vectorOf(embedder, '他喜欢爬山'), await vectorOf(embedder, '钥匙在门口的花盆下面'))).toBeLessThan(0.8);
  });
});

describe('long text', () => {
  it('keeps every chunk inside the window, in Chinese too, and finds the last sentence', async () => {
    const filler = '仓库的盘点从早上八点开始，所有人都要带上工作证。'.repeat(30);
    const parts = embedder.chunk(`${filler}备用钥匙藏在楼梯下面的红色盒子里。`);
    expect(parts.length).toBeGreaterThan(3);
    const query = await vectorOf(embedder, '备用钥匙在哪里');
    const scores = await Promise.all(parts.map(async (part) => cosine(query, await vectorOf(embedder, part))));
    expect(scores.indexOf(Math.max(...scores))).toBe(parts.length - 1);
  });
});
