import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { createEstimatedTokenCounter } from '../../src/adapters/tokens/estimated-token-counter.ts';

const TOLERANCE = 0.1;
const counter = createEstimatedTokenCounter();

const ENGLISH = [
  'Hey Mara! Sorry I missed your call yesterday, I was stuck at the dentist until half past six. How did the interview go?',
  "It went really well, thanks for asking. They want me to start on the 3rd of March, but I told them I can't leave before the end of term.",
  'Please keep in mind that I never eat shellfish. Last summer I ended up in the hospital after one bite of a prawn dumpling.',
  'We agreed on three replicas, a connection limit of 48, and a timeout of 1,500 ms for every call to the billing service.',
  'The staging deploy failed again: `ECONNREFUSED 10.0.4.17:5432`. I rolled back to v2.8.1 and opened ticket OPS-4417.',
  'My daughter starts school in September, so from then on I would rather not have meetings before nine in the morning.',
  'Could you remind me what we decided about the colour of the kitchen tiles? I think it was sage green, not mint.',
  'No worries. I found the old invoice in my drafts folder, so you can forget about the second copy.',
];
const SIMPLIFIED = [
  '周末的露营改到下个月十五号了，天气预报说这两天有大雨，山路不好走，大家都同意推迟。',
  '我不吃香菜，也不能喝牛奶，上次点的拿铁换成燕麦奶就没有问题，以后请默认这样点。',
  '数据库主从切换之后，写入延迟从12毫秒涨到了80毫秒，目前怀疑是磁盘没有预热，先观察一个小时再决定要不要回滚。',
  '合同里的付款方式已经确认：签字后三天内付百分之三十，验收通过再付百分之六十，余款在质保期满以后结清。',
  '她搬到杭州以后一直在找离地铁站近一点的房子，租金最好不要超过每月四千五。',
  '会议纪要：由王芳负责接口文档，周三之前发给测试组；赵强修复登录页面的崩溃问题，版本号 3.4.2。',
  '爸爸的生日是农历八月初九，今年想给他买一副降噪耳机，不要入耳式的。',
];
const TRADITIONAL = [
  '這個週末我們打算去陽明山走走，如果下雨就改成在家看電影，你覺得怎麼樣？',
  '請記得我對海鮮過敏，訂餐廳的時候不要選壽司店，上次就是因為這樣進了醫院。',
  '伺服器的逾時設定已經從三十秒改為九十秒，舊的設定檔請不要再使用。',
];

const total = (texts: readonly string[], count: (text: string) => number) => texts.reduce((sum, text) => sum + count(text), 0);

describe('the token count against o200k', () => {
  it.each([
    ['English', ENGLISH],
    ['Simplified Chinese', SIMPLIFIED],
    ['Traditional Chinese', TRADITIONAL],
    ['both languages', [...ENGLISH, ...SIMPLIFIED]],
  ])('is within 10 %% on %s', (_language, texts) => {
    const real = total(texts, countTokens);
    const ours = total(texts, (text) => counter.count(text));
    expect(Math.abs(ours - real) / real).toBeLessThan(TOLERANCE);
    const joined = texts.join('\n');
    expect(Math.abs(counter.count(joined) - countTokens(joined)) / countTokens(joined)).toBeLessThan(TOLERANCE);
  });

  it('knows that ids are dear, for they stand in every line of a context block', () => {
    const lines = Array.from({ length: 40 }, (_, index) => {
      const hex = (index * 2654435761 + 305419896).toString(16).padStart(12, '7').slice(-12);
      return `[0198f${hex.slice(0, 3)}-${hex.slice(3, 7)}-7${hex.slice(2, 5)}-9${hex.slice(6, 9)}-${hex} 2026-05-${10 + (index % 20)} user] note`;
    }).join('\n');
    expect(Math.abs(counter.count(lines) - countTokens(lines)) / countTokens(lines)).toBeLessThan(TOLERANCE);
  });

  it('does not price Latin words as Chinese because they stand in a Chinese sentence', () => {
    const mixed = '缓存用Redis，队列用RabbitMQ，监控用Prometheus和Grafana。';
    const real = countTokens(mixed);
    expect(Math.abs(counter.count(mixed) - real) / real).toBeLessThan(0.2);
  });

  it('counts nothing for nothing and something for anything', () => {
    expect(counter.count('')).toBe(0);
    for (const text of [' ', '\n', '!', 'a', '好', '\u{1F600}', '<|endoftext|>']) expect(counter.count(text)).toBeGreaterThan(0);
  });

  it('is deterministic and grows with the text', () => {
    const text = ENGLISH.join(' ');
    expect(counter.count(text)).toBe(counter.count(text));
    expect(counter.count(text + text)).toBeGreaterThan(counter.count(text));
  });
});
