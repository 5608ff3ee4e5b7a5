import { describe, expect, it } from 'vitest';
import { BIGRAM_MARK } from '../../../src/domain/text/cjk-terms.ts';
import { simplifyCharacters } from '../../../src/domain/text/fold-script.ts';
import { queryTermsOf, termsOf } from '../../../src/domain/text/terms.ts';

/** How many distinct terms of the query the text holds: what any lexical index does. */
function shared(query: string, text: string): number {
  const terms = new Set(termsOf(text));
  return queryTermsOf(query).filter((term) => terms.has(term)).length;
}

describe('Chinese variants', () => {
  it.each(['軟體', '專案', '資料庫', '網路', '程式設計', '使用者', '儲存', '哈薩克斯坦', '奈及利亞'])(
    'writes %s alike in both scripts',
    (word) => {
      expect(termsOf(`新的${simplifyCharacters(word)}`)).toEqual(termsOf(`新的${word}`));
    },
  );

  it('does not lengthen a name within its longer form', () => {
    expect(termsOf('哈薩克斯坦').filter((term) => term.startsWith(BIGRAM_MARK))).toHaveLength(4);
  });
});

describe('words find their text', () => {
  it.each([
    ['two characters', '座位', '用户喜欢靠窗的座位。'],
    ['two characters inside a compound', '预算', '今年市场推广预算是五十万'],
    ['two characters that the segmenter may cut differently', '靠窗', '我想坐靠窗座位'],
    ['one character', '猫', '我养了一只猫'],
    ['a whole question', '用户喜欢什么座位', '用户喜欢靠窗的座位。'],
    ['Latin glued to Chinese', 'Python', '用Python写脚本'],
    ['Chinese glued to Latin', '脚本', '用Python写脚本'],
    ['digits glued to Chinese', '42', '穿42码的鞋'],
    ['an identifier glued to Chinese', 'ABC-123', '工单ABC-123已关闭'],
    ['an e-mail glued to Chinese', 'a.b@example.com', '请发到a.b@example.com邮箱'],
    ['full-width letters', 'ABC', '型号ＡＢＣ１２３，又名ＡＢＣ'],
    ['a query in full width', 'ＡＰＩ', 'API 接口限流'],
    ['half-width katakana', 'コーヒー', 'ｺｰﾋｰが好き'],
    ['a query in half-width katakana', 'ｺｰﾋｰ', 'コーヒーが好き'],
    ['katakana for hiragana', 'リンゴ', 'りんごを食べる'],
    ['hiragana for katakana', 'りんご', 'リンゴを食べる'],
    ['Japanese kanji words', '図書館', '週末は図書館へ行く'],
    ['two Japanese kanji', '座席', '窓側座席を希望します'],
    ['Japanese mixed with Latin', 'Docker', '開発環境はDockerで動く'],
    ['traditional query, simplified text', '預約機票', '帮我预约机票'],
    ['simplified query, traditional text', '预约机票', '幫我預約機票'],
    ['Taiwanese wording', '軟體', '这个软件很好用'],
    ['Taiwanese wording in simplified characters', '软体', '這個軟體很好用'],
    ['Taiwanese wording in simplified text', '软件', '这个软体很好用'],
    ['mainland wording for Taiwanese text', '网络', '公司的網路很慢'],
    ['one traditional for two simplified', '头发', '他的頭髮很長'],
    ['and the other', '发现', '他發現了問題'],
    ['a compatibility ideograph', '金', '\uf90a'],
    ['a character beyond the BMP', '𠮷野家', '在𠮷野家吃饭'],
    ['a month in digits', '5月', '2023年5月8日出发'],
    ['a month in numerals', '五月', '5月出发'],
    ['the day as 号', '8号', '5月8日出发'],
    ['a weekday by another name', '星期一', '每周一开例会'],
    ['Korean noun with a particle', '서울', '서울에서 만나요'],
  ])('%s: %s', (_name, query, text) => {
    expect(shared(query, text)).toBeGreaterThan(0);
  });

  it.each([
    ['another word', '座位', '父亲有高血压，需要长期吃药。'],
    ['the same characters the other way round', '海上', '去上海'],
    ['bigrams do not reach over punctuation', '窗座', '靠窗，座位'],
    ['another traditional word', '頭髮', '他發現了問題'],
    ['another weekday', '星期二', '每周一开例会'],
  ])('and not %s: %s', (_name, query, text) => {
    expect(shared(query, text)).toBe(0);
  });
});

describe('forms of terms', () => {
  it('marks bigrams, so that a word and a bigram do not collide', () => {
    expect(termsOf('去上海')).toEqual(expect.arrayContaining(['上海', `${BIGRAM_MARK}上海`, `${BIGRAM_MARK}去上`]));
  });
  it('gives one term for one character', () => {
    expect(termsOf('茶')).toEqual(['茶']);
  });
  it('is the same for both writings, whole and in order', () => {
    expect(termsOf('用戶乘坐長途航班時喜歡靠窗的座位')).toEqual(termsOf('用户乘坐长途航班时喜欢靠窗的座位'));
  });
  it('is the same for full and half width', () => {
    expect(termsOf('ＡＢＣ－１２３，ｶﾀｶﾅ')).toEqual(termsOf('ABC-123,カタカナ'));
  });
  it('splits mixed scripts', () => {
    expect(termsOf('用Python写')).toEqual(['用', 'python', '写']);
    expect(termsOf('用写')).toContain(`${BIGRAM_MARK}用写`);
  });
});
