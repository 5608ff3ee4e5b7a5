import { expect, it } from 'vitest';
import { termsOf } from '../../../src/domain/text/terms.ts';

/** Words come from the runtime's own dictionary: what is indexed inside workerd must be what the Node tests prove. */
it.each([
  ['用户坐飞机喜欢靠窗的位置。', ['用户', '飞机', '喜欢', '靠窗', '位置', 'ǀ靠窗']],
  ['我在上海用Python寫程式', ['上海', 'python', '写', '程序', 'ǀ上海']],
  ['週末は図書館へ行く', ['図书馆', '行く', 'ǀ书馆']],
  ['ภาษาไทยง่าย', ['ภาษา', 'ไทย', 'ง่าย']],
])('%s', (text, expected) => {
  expect(termsOf(text)).toEqual(expect.arrayContaining(expected));
});
