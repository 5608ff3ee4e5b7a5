import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerOf } from '../../../src/domain/duplicates/chinese-tokens.ts';
import { differenceThatMatters } from '../../../src/domain/duplicates/near-duplicate-guard.ts';
import { GROWTH_MAX, GROWTH_TEST_MS, growthOf } from '../../support/growth.ts';

describe('merging is safe when only form differs', () => {
  it.each([
    ['identical', 'User prefers tea.', 'User prefers tea.'],
    ['articles, plural, final stop', 'User prefers window seats.', 'The user prefers a window seat'],
    ['exclamation mark', 'user prefers window seats', 'user prefers window seats!'],
    ['capital at the start', 'prefers window seats', 'Prefers window seats'],
    ['contraction', "User doesn't like aisle seats", 'The user does not like aisle seats.'],
    ['cannot', 'User cannot eat nuts', "User can't eat nuts"],
    ['I am', "I'm allergic to nuts", 'I am allergic to nuts'],
    ['typographic apostrophe', 'It isn’t raining', "It isn't raining"],
    ['politeness', 'Please book the flight.', 'Book the flight'],
    ['a number in words', 'User has two cats', 'User has 2 cats'],
    ['thousands', 'The budget is 12,000 dollars', 'Budget is 12000 dollars'],
    ['space before a unit', 'runs 10km every day', 'runs 10 km every day'],
    ['quotes and brackets', 'Works in "Acme Corp" (Oslo)', 'Works in Acme Corp, Oslo.'],
    ['hyphen', 'wants a window-seat ticket', 'wants a window seat ticket'],
    ['number of the verb', 'the tests are green', 'the test is green'],
    ['white space', 'a  window\nseat', 'a window seat'],
    ['full width', 'ＡＰＩ 限流', 'API 限流'],
    ['的', '用户喜欢靠窗的座位', '用户喜欢靠窗座位。'],
    ['了 beside 已', '用户已预订了靠窗座位', '用户已预订靠窗座位'],
    ['请', '请提醒我开会', '提醒我开会'],
    ['a number in quotation marks', 'the room is "5"', 'the room is 5'],
    ['您', '您的航班已确认', '你的航班已确认'],
    ['Chinese punctuation', '喜欢茶，不喜欢咖啡', '喜欢茶、不喜欢咖啡。'],
    ['a Chinese numeral', '订票三百元', '订票300元'],
    ['两', '用户预订了两张票', '用户预订了2张票'],
    ['a year', '二〇二三年入职', '2023年入职'],
    ['traditional and simplified', '預約機票', '预约机票'],
  ])('%s', (_name, a, b) => {
    expect(differenceThatMatters(a, b)).toBeNull();
    expect(differenceThatMatters(b, a)).toBeNull();
  });
});

describe('a difference that matters is found and named', () => {
  it.each([
    ['number', 'The rate limit is 300', 'The rate limit is 3000'],
    ['number', 'The rate limit is 1,500', 'The rate limit is 1.500'],
    ['number', 'port 8080', 'port 8081'],
    ['number', 'version 3.0', 'version 3'],
    ['number', 'x is -5', 'x is 5'],
    ['number', 'code 007', 'code 7'],
    ['number', 'two cats', 'three cats'],
    ['number', 'the first time', 'the second time'],
    ['number', 'the 2nd floor', 'the 3rd floor'],
    ['number', '预算三百元', '预算三千元'],
    ['number', '二三个人', '23个人'],
    ['number', '三百二', '302'],
    ['number', '第一次', '第一百次'],
    ['date', 'Due on 3 May', 'Due on 3 June'],
    ['date', 'Due 2026-05-03', 'Due 2026-05-04'],
    ['date', 'meeting at 3 pm', 'meeting at 3 am'],
    ['date', 'meeting at 3pm', 'meeting at 3am'],
    ['date', 'call at 5:30', 'call at 6:30'],
    ['date', 'leaves today', 'leaves tomorrow'],
    ['date', '会议在上午', '会议在下午'],
    ['date', '今天出发', '明天出发'],
    ['date', '五月出发', '六月出发'],
    ['date', '5月出发', '6月出发'],
    ['weekday', 'Meeting on Tuesday', 'Meeting on Thursday'],
    ['weekday', 'Closed on Sundays', 'Closed on Mondays'],
    ['weekday', '周一开会', '周二开会'],
    ['weekday', '星期三开会', '星期四开会'],
    ['unit', 'The timeout is 300 ms', 'The timeout is 300 s'],
    ['unit', 'weighs 5 kg', 'weighs 5 lb'],
    ['unit', '10Mb', '10MB'],
    ['unit', 'costs $500', 'costs €500'],
    ['unit', 'grew 5%', 'grew 5'],
    ['unit', '预算500元', '预算500美元'],
    ['unit', '跑了5公里', '跑了5英里'],
    ['negation', 'User likes coffee', 'User does not like coffee'],
    ['negation', 'tea with milk', 'tea without milk'],
    ['negation', 'User can go', "User can't go"],
    ['negation', 'User always flies', 'User never flies'],
    ['negation', '用户喜欢咖啡', '用户不喜欢咖啡'],
    ['negation', '有过敏', '没有过敏'],
    ['negation', '合同已确认', '合同未确认'],
    ['negation', '打电话', '别打电话'],
    ['identifier', 'Writes C daily', 'Writes C++ daily'],
    ['identifier', 'Writes C++ daily', 'Writes C# daily'],
    ['identifier', 'ticket ABC-123', 'ticket ABC-124'],
    ['identifier', 'mail a@b.org', 'mail a@c.org'],
    ['identifier', 'set foo_bar', 'set foo_baz'],
    ['identifier', 'use v1.2.3', 'use v1.2.4'],
    ['identifier', 'takes vitamin A pills', 'takes vitamin pills'],
    ['identifier', '用 C++ 写', '用 C# 写'],
    ['path', 'edit src/a.ts', 'edit src/b.ts'],
    ['path', 'see https://x.org/a', 'see https://x.org/b'],
    ['path', 'edit src/a.ts', 'edit src/A.ts'],
    ['name', 'Alice met Bob in Paris', 'Alice met Bob in Rome'],
    ['name', 'Alice met Bob', 'Carol met Bob'],
    ['name', 'writes Go', 'writes go'],
    ['name', 'the US office', 'the us office'],
    ['name', 'met Adam', 'met Adams'],
    ['wording', 'lives in town', 'lived in town'],
    ['wording', 'Alice reports to Bob', 'Bob reports to Alice'],
    ['wording', 'likes tea more than coffee', 'likes coffee more than tea'],
    ['wording', 'User wants tea', 'User wants tea?'],
    ['wording', 'x > 5', 'x < 5'],
    ['wording', 'a few friends came', 'few friends came'],
    ['wording', 'drinks green tea', 'drinks black tea'],
    ['wording', 'good 👍', 'good 👎'],
    ['wording', 'flies from Oslo', 'flies to Oslo'],
    ['wording', 'hired to please customers', 'hired to customers'],
    ['name', 'works in the ER', 'works in'],
    ['wording', '从北京到上海', '从上海到北京'],
    ['wording', '他去过北京', '他去北京'],
    ['wording', '喜欢绿茶', '喜欢红茶'],
    ['wording', '目的', '目'],
    ['wording', '去酒吧', '去酒'],
    ['wording', '他请假', '他假'],
    ['wording', '这是他的', '这是他'],
    ['wording', '他髮', '他發'],
    ['wording', '窓側が好き', '通路側が好き'],
    ['wording', '用户吃药了', '用户吃药'],
    ['wording', '用户卖了房子', '用户卖房子'],
    ['wording', '用户不喝咖啡了', '用户不喝咖啡'],
    ['wording', '车是公司的', '车是公司'],
    ['wording', '他的是红色', '他是红色'],
    ['wording', '他说的不对', '他说不对'],
    ['wording', '打的去机场', '打去机场'],
    ['wording', '请律师', '律师'],
    ['wording', '请小王吃饭', '小王吃饭'],
    ['wording', '他是医生吧', '他是医生'],
    ['wording', 'open Mon-Fri', 'open Mon Fri'],
    ['wording', 'open Mon – Fri', 'open Mon Fri'],
    ['wording', '周一-周五营业', '周一周五营业'],
    ['wording', '北京—上海', '北京上海'],
    ['wording', '3 — 5 天', '3 5 天'],
    ['unit', "the shelf is 5' wide", 'the shelf is 5" wide'],
    ['unit', "the shelf is 5' wide", 'the shelf is 5 wide'],
  ] as const)('%s: %s | %s', (kind, a, b) => {
    const forward = differenceThatMatters(a, b);
    expect(forward).not.toBeNull();
    expect(forward?.kind).toBe(kind);
    const back = differenceThatMatters(b, a);
    expect(back).toEqual({ kind: forward?.kind, left: forward?.right, right: forward?.left });
  });

  it('says what differs', () => {
    expect(differenceThatMatters('The rate limit is 300 a minute', 'The rate limit is 3000 a minute')).toEqual({
      kind: 'number',
      left: '300',
      right: '3000',
    });
    expect(differenceThatMatters('用户喜欢咖啡', '用户不喜欢咖啡')).toEqual({ kind: 'negation', left: '', right: '不' });
  });

  it('keeps the power of ten apart from the digit', () => {
    expect(differenceThatMatters('10² cells', '102 cells')).not.toBeNull();
  });
});

describe('laws', () => {
  const word = fc.constantFrom(
    'user',
    'Alice',
    'likes',
    'not',
    'tea',
    'the',
    'a',
    '3',
    '三',
    '300',
    'ms',
    'C++',
    '不',
    '喜欢',
    '的',
    '，',
    '.',
    '?',
    'Monday',
    '上午',
    'src/a.ts',
    '-',
    'und',
  );
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));

  it('is symmetric, and null for a text and itself', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(differenceThatMatters(a, a)).toBeNull();
        expect(differenceThatMatters(a, b) === null).toBe(differenceThatMatters(b, a) === null);
      }),
    );
  });
  it('never lets an added number, negation or name pass', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('7', 'not', '不', 'Zoe', 'DE-42', 'Friday', '周五', 'kg', '没'), (a, added) => {
        expect(differenceThatMatters(a, `${a} ${added}`)).not.toBeNull();
      }),
    );
  });
  it.each(['word ', 'a-', '?', '一', '.', '1,', "'", '**', '-1', '的', '5月', '$'])(
    'takes linear time for %s repeated',
    { timeout: GROWTH_TEST_MS },
    (unit) => {
      const compare = (characters: number) => {
        const long = unit.repeat(characters / unit.length);
        return differenceThatMatters(`${long}x`, `${long}y`);
      };
      expect(growthOf(compare, 8_000)).toBeLessThan(GROWTH_MAX);
    },
  );
});

describe('integerOf', () => {
  it.each([
    ['三', 3],
    ['十', 10],
    ['十五', 15],
    ['二十三', 23],
    ['一百零五', 105],
    ['三百', 300],
    ['两千', 2_000],
    ['三千万', 30_000_000],
    ['一亿二千万', 120_000_000],
    ['五十万', 500_000],
    ['二〇二三', 2_023],
    ['三百二', null],
    ['二三', null],
    ['千', null],
    ['一万亿', null],
  ])('%s is %s', (numeral, value) => {
    expect(integerOf(numeral)).toBe(value);
  });
});
