/**
 * What is worth keeping and what is not, by its wording: docs/working-memory.md in two languages. Cues are hints for ranking sentences,
 * never a filter: a sentence without any is kept when there is room.
 */
export interface Cue {
  readonly name: string;
  readonly weight: number;
  readonly english: RegExp;
  readonly chinese: RegExp;
}

export const KEEP_CUES: readonly Cue[] = [
  {
    name: 'constraint',
    weight: 1.6,
    english:
      /\b(allerg\w*|never|must(n't| not)?|only|at (most|least)|no (more|later|less) than|limit(ed)?|budget|deadline|require[sd]?|mandatory|forbidden|not allowed|do(n't| not) (use|book|call|send|touch|change|delete|deploy|schedule|ever)|can(not|'t) (eat|drink|have|use|stand|afford|exceed))\b/i,
    chinese:
      /过敏|過敏|从不|從不|必须|必須|务必|務必|不能|不得|禁止|只能|只要|只用|最多|最少|不超过|不超過|至少|上限|下限|预算|預算|截止|限制|要求|千万|一律|不要|请勿|切勿/,
  },
  {
    name: 'preference',
    weight: 1.4,
    english:
      /\b(prefer\w*|favou?rites?|likes?|love[sd]?|hate[sd]?|dislike[sd]?|enjoy\w*|would rather|vegetarian|vegan|fond of|can't stand|want(s|ed)?|wish(es)?|remember that|keep in mind|my name is|call me|i am an?|i'm an?|i live|i work)\b/i,
    chinese:
      /喜欢|喜歡|偏好|偏爱|偏愛|爱吃|爱喝|最爱|讨厌|討厭|反感|不吃|不喝|不喜|习惯|習慣|想要|希望|宁愿|寧願|默认|預設|记住|記住|记得|記得|吃素|素食|我叫|我是|我住|忌口/,
  },
  {
    name: 'decision',
    weight: 1.5,
    english:
      /\b(decid(e|ed|es|ing)|decision|agree[ds]?|confirm(s|ed)?|chose|choos\w+|picked|settled on|go(ing)? with|approved?|final(ly|ised|ized)?|we('ll| will) (use|go|take|keep|stick)|book(ed)?|sign(ed)? off|scheduled)\b/i,
    chinese:
      /决定|決定|确定|確定|确认|確認|同意|选定|選定|选择|選擇|敲定|采用|採用|就用|就选|定为|定在|定了|说好|說好|商定|约定|約定|批准|通过了|已订|已定|预订|預訂/,
  },
  {
    name: 'correction',
    weight: 1.7,
    english:
      /\b(actually|correction|instead( of)?|rather than|i meant|no longer|not .{1,40} but|chang(e|ed|es) (to|from|the|it|my|that)|switch(ed)? (to|from)|moved? (to|from)|postponed?|cancel(l?ed|s)?|updated? (to|the)|renamed?|was wrong|mistake|replace[ds]?)\b/i,
    chinese:
      /其实|其實|更正|纠正|糾正|改成|改为|改為|改到|改用|改订|换成|換成|而是|不再|搞错|搞錯|说错|說錯|记错|更新为|更新為|取消|推迟|推遲|提前到|调整为|調整為|替换/,
  },
  {
    name: 'task',
    weight: 1.3,
    english:
      /\b(to-?do|need(s|ed)? to|ha(ve|s) to|should|remember to|don't forget|remind\w*|pending|follow[- ]up|next step|not yet|still (open|missing|waiting|need\w*|to)|waiting (for|on)|by (monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|the end|next)|assigned to|responsible for|due)\b/i,
    chinese:
      /待办|待辦|需要|还没|還沒|尚未|未完成|下一步|提醒|别忘|跟进|跟進|之前完成|之前提交|之前发|负责|負責|等待|安排|仍需|还要|有待|截至/,
  },
  {
    name: 'error',
    weight: 1.3,
    english:
      /\b(errors?|fail(s|ed|ure|ing)?|exceptions?|crash\w*|bugs?|broken|time[- ]?outs?|timed out|denied|refused|rejected|roll(ed)? ?back|root cause|outage|E[A-Z]{4,}|HTTP [45]\d\d)\b/i,
    chinese: /错误|錯誤|失败|失敗|异常|異常|崩溃|崩潰|报错|報錯|超时|逾時|故障|缺陷|拒绝|拒絕|回滚|回滾|宕机|根因|漏洞/,
  },
  {
    name: 'parameter',
    weight: 1,
    english:
      /\d|[A-Z]{2,}[-_]\w+|\b\w+[_/.]\w+[_/.]?\w*\b|`[^`]+`|\S+@\S+|\b(monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december)\b/i,
    chinese:
      /\d|[零一二两三四五六七八九十百千万]+(个|位|号|月|日|天|点|块|元|次|人|台|秒|分|小时|公里|周|年|间|张|岁)|周[一二三四五六日末]|星期[一二三四五六日天]|`[^`]+`/,
  },
];

export const DROP_CUES: readonly Cue[] = [
  {
    name: 'small_talk',
    weight: 2.2,
    english:
      /^(oh |ah |well,? )?(hi|hey|hello|howdy|yo|thanks?( you)?|thx|cheers|welcome|you're welcome|bye|goodbye|see you|good (morning|evening|night|afternoon)|haha\w*|lol|wow|yay|congrats|congratulations|how are you|how's it going|nice (to|weather)|have a (nice|good|great)|take care|what's up|sounds (good|great|fun))\b/i,
    chinese:
      /^(你好|您好|嗨|哈喽|谢谢|謝謝|多谢|感谢|哈哈|嘿|早上好|早安|晚上好|晚安|再见|拜拜|辛苦了|不客气|不客氣|恭喜|今天天气|天气真|周末愉快|最近怎么样|太棒了|真棒|不急|慢慢来)/,
  },
  {
    name: 'acknowledgement',
    weight: 1.8,
    english:
      /^(ok(ay)?|sure( thing)?|yes|yep|yeah|no|nope|right|got it|great|cool|nice|perfect|awesome|alright|understood|noted|of course|absolutely|no (problem|worries)|done|will do|i see|fine|exactly|makes sense|let me know)\b[^\d]{0,40}$/i,
    chinese:
      /^(好的?|好吧|好呀|嗯+|行|可以|没问题|沒問題|收到|明白了?|了解|知道了|是的|对的?|对对|没错|当然|不错|没事|完成了)[，。！!~～]?.{0,8}$/,
  },
  {
    name: 'reasoning',
    weight: 1.2,
    english:
      /\b(let me (think|see|check)|hmm+|i('m| am) (thinking|wondering|not sure)|maybe|perhaps|first,? i('ll| will)|one moment|thinking out loud)\b/i,
    chinese: /让我想|讓我想|我想想|想一下|也许|也許|可能是|大概是|不确定|稍等|先看看|我看看/,
  },
];
