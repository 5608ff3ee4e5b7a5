/** Made-up memories and questions for bench:speed: the same ones in every run, half English and half Chinese, with and without sessions. */
import type { BenchMemory } from './recall-data.ts';

const ENGLISH = [
  ['The customer', 'Our team', 'My sister', 'The night shift', 'Priya', 'The landlord', 'A neighbour', 'The build server'],
  ['asked for', 'postponed', 'finished', 'complained about', 'paid for', 'rewrote', 'cancelled', 'prefers'],
  [
    'the quarterly report',
    'a window seat',
    'the database migration',
    'piano lessons',
    'the invoice',
    'a gluten-free menu',
    'the flight to Lisbon',
  ],
  [
    'before the holidays',
    'because of the weather',
    'with the new supplier',
    'after a long call',
    'for the third time',
    'without telling anyone',
  ],
];
const CHINESE = [
  ['客户', '我们团队', '我妹妹', '夜班同事', '王经理', '房东', '邻居', '构建服务器'],
  ['要求', '推迟了', '完成了', '抱怨', '支付了', '重写了', '取消了', '更喜欢'],
  ['季度报告', '靠窗的座位', '数据库迁移', '钢琴课', '那张发票', '无麸质菜单', '去成都的航班'],
  ['，赶在假期之前', '，因为天气不好', '，和新的供应商一起', '，打了很久的电话之后', '，已经是第三次了', '，没有告诉任何人'],
];
const TURNS_PER_SESSION = 20;
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

/** Park and Miller's generator: a bench must not differ from run to run. */
function dice(seed: number): (sides: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

export function makeMemory(index: number): BenchMemory {
  const roll = dice(index);
  const parts = (index % 2 === 0 ? ENGLISH : CHINESE).map((choices) => choices[roll(choices.length)] ?? '');
  const content = index % 2 === 0 ? `${parts.join(' ')}, case ${index}.` : `${parts.join('')}，编号${index}。`;
  return {
    id: String(index),
    content,
    occurred_at: new Date(START + index * MINUTE_MS).toISOString(),
    ...(index % 4 < 2 ? { session_id: `session-${Math.floor(index / (TURNS_PER_SESSION * 4))}` } : {}),
  };
}

export function makeQuestion(index: number): string {
  const roll = dice(index + 7_919);
  const [who, did, what] = (index % 2 === 0 ? ENGLISH : CHINESE).map((choices) => choices[roll(choices.length)] ?? '');
  if (index % 5 === 0) return `case ${roll(1_000)}`;
  return index % 2 === 0 ? `Who ${did} ${what}?` : `${who}为什么${did}${what}`;
}
