/**
 * Grammar words of Chinese, whose first dictionary sense misleads an English encoder: particles, pronouns, question words, prepositions,
 * conjunctions, auxiliaries, adverbs of time and degree, measure words. Closed classes only; nouns and content verbs come from the dictionary.
 * An empty meaning drops the word.
 */
const NOTHING =
  '的 了 吗 吧 啊 呢 哦 嗯 呀 啦 嘛 哈 们 着 过 得 地 之 所 把 被 个 位 件 条 张 辆 份 只 块 台 座 颗 根 匹 棵 场 趟 遍 番 第 嘿 喔 噢 哎 唉 其 此 该';

const MEANINGS = `
我 I; 我们 we; 咱们 we; 你 you; 您 you; 你们 you; 他 he; 她 she; 它 it; 他们 they; 她们 they; 它们 they; 自己 self; 我的 my; 你的 your; 您的 your; 他的 his; 她的 her; 我们的 our; 咱们的 our; 你们的 your; 他们的 their; 她们的 their; 别人 other people; 大家 everyone; 有人 someone;
这 this; 那 that; 这个 this; 那个 that; 这些 these; 那些 those; 这里 here; 那里 there; 这儿 here; 那儿 there; 这样 this way; 那样 that way;
什么 what; 谁 who; 哪 which; 哪个 which; 哪些 which; 哪里 where; 哪儿 where; 怎么 how; 怎样 how; 怎么样 how; 如何 how; 为什么 why; 为何 why; 几 how many; 多少 how much;
多久 how long; 多大 how old; 多高 how tall; 有多高 how tall; 多长 how long; 有多长 how long; 多远 how far; 有多远 how far; 多重 how heavy; 多快 how fast; 多深 how deep; 多长时间 how long; 多少钱 how much money; 哪年 which year; 哪天 which day; 哪一天 which day; 哪国 which country; 何时 when; 什么时候 when; 干什么 do what; 干什么用 used for what; 做什么 do what; 做什么的 what job; 是做什么的 what job; 干什么的 what job; 是干什么的 what job; 做什么用 used for what; 有什么用 what use; 几点 what time;
是 is; 有 have; 没有 not have; 没 not; 不 not; 不是 is not; 别 do not; 不要 do not; 无 without; 非 not; 未 not yet;
会 can; 能 can; 能够 can; 可以 can; 可 can; 不能 cannot; 不会 will not; 要 want; 想 want; 应该 should; 必须 must; 得要 must; 需要 need; 愿意 willing; 敢 dare; 肯 willing;
在 at; 于 at; 从 from; 自 from; 到 to; 往 toward; 向 toward; 对 to; 对于 about; 关于 about; 给 for; 为 for; 为了 for; 跟 with; 和 and; 与 with; 及 and; 以及 and; 同 with;
由 by; 按 according to; 按照 according to; 用 use; 以 with; 比 than; 除了 except; 因 because of; 通过 through;
因为 because; 所以 so; 因此 so; 如果 if; 要是 if; 假如 if; 虽然 although; 但 but; 但是 but; 可是 but; 不过 but; 而 and; 而且 also; 并 and; 并且 and; 或 or; 或者 or;
还是 still; 否则 otherwise; 只要 as long as; 只有 only; 无论 no matter; 即使 even if; 然后 then;
也 also; 都 all; 全 all; 就 then; 才 only; 只是 only; 仅 only; 还 still; 又 again; 再 again; 更 more; 最 most; 很 very; 非常 very; 特别 especially; 太 too; 挺 quite; 比较 rather;
已 already; 已经 already; 曾 once; 曾经 once; 正 currently; 正在 currently; 刚 just; 刚刚 just; 将 will; 将要 will; 快要 soon; 马上 soon; 一直 always; 总是 always; 总 always;
常 often; 常常 often; 经常 often; 往往 often; 从来 ever; 从不 never; 有时 sometimes; 偶尔 occasionally; 每 every; 每个 every; 一般 usually; 通常 usually; 平时 usually;
上 on; 下 under; 里 in; 中 in; 内 inside; 外 outside; 前 before; 后 after; 以前 before; 以后 after; 之前 before; 之后 after; 左右 about; 以上 above; 以下 below; 之间 between;
现在 now; 今天 today; 明天 tomorrow; 昨天 yesterday; 今年 this year; 明年 next year; 去年 last year; 年 year; 月 month; 日 day; 号 number; 点 o'clock; 分 minute; 次 times;
一 one; 二 two; 两 two; 三 three; 四 four; 五 five; 六 six; 七 seven; 八 eight; 九 nine; 十 ten; 百 hundred; 千 thousand; 万 ten thousand; 亿 hundred million; 零 zero; 半 half;
一个 one; 一家 one; 一只 one; 一辆 one; 一台 one; 一份 one; 一张 one; 一套 one; 一间 one; 一名 one; 一位 one; 一杯 one cup; 一本 one; 有没有 have; 是不是 is; 能不能 can; 会不会 can; 要不要 want; 几岁 how old; 一些 some; 一点 a little; 有些 some; 很多 many; 许多 many; 多 many; 少 few; 几个 several; 等 etc; 们 ; 最后 last; 最近 recently
`;

export const FUNCTION_WORDS: ReadonlyMap<string, string> = new Map<string, string>([
  ...NOTHING.split(' ').map((word): [string, string] => [word, '']),
  ...MEANINGS.split(/;\s*/u)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry): [string, string] => {
      const space = entry.indexOf(' ');
      return space < 0 ? [entry, ''] : [entry.slice(0, space), entry.slice(space + 1)];
    }),
]);
