/** Word lists of the near-duplicate guard. Those of kinds only name a difference; `LIGHT` and `SAME` alone let one pass. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** May come and go without changing what is said. */
export const LIGHT_WORDS = words('a an the please kindly um uh hmm oh');
/** `a few friends` is not `few friends`. */
export const ARTICLE_KEEPERS = words('few little lot bit');
/** One form stands for both: number and person of the same verb, and spellings. */
export const SAME_WORDS: Readonly<Record<string, string>> = {
  am: 'is',
  are: 'is',
  were: 'was',
  has: 'have',
  does: 'do',
  upon: 'on',
  till: 'until',
  towards: 'toward',
  amongst: 'among',
  whilst: 'while',
  okay: 'ok',
};
/** Title case does not make a name of these. */
export const FUNCTION_WORDS = words('a an the and or but of in on at to for from with by as is are was were not no');
/** An s that makes another word, not a plural or a third person. */
export const NO_PLURAL = words(
  'news glasses customs arms goods works means needs contents minutes spirits woods manners species series always perhaps besides sometimes afterwards pass less',
);

export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, value]),
);
export const COUNT_WORDS = words(
  'thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half quarter double twice once first second third fourth fifth ' +
    'sixth seventh eighth ninth tenth',
);
export const NEGATIONS = words('not no never none nobody nothing nowhere neither nor without cannot hardly unless except');
export const WEEKDAYS = words(
  'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun weekday weekend',
);
export const DATE_WORDS = words(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'am pm today tomorrow yesterday tonight morning afternoon evening night noon midnight daily weekly monthly yearly hourly nightly quarterly annual annually',
);
export const UNITS = words(
  'ns us ms s sec secs second min mins minute h hr hrs hour day week month year d w y mm cm m km mi mile yard yd ft foot feet inch g kg mg lb lbs oz pound ton ' +
    'ml l liter litre gal gallon b kb mb gb tb kib mib gib bit byte bps kbps mbps gbps hz khz mhz ghz w kw mw kwh v a c f k degree celsius fahrenheit ' +
    'dollar usd euro eur cent gbp yen jpy cny rmb yuan hkd percent bp px pt rpm mph kph x',
);

/** Ranges of Chinese text, first match wins: they name the kind of a difference inside. */
export const CHINESE_KINDS: readonly (readonly ['weekday' | 'date' | 'unit' | 'negation' | 'number', RegExp])[] = [
  ['weekday', /(?:周|星期|礼拜|週|禮拜)[一二三四五六日天末]/g],
  [
    'date',
    /上午|下午|早上|早晨|晚上|中午|凌晨|傍晚|夜里|[今明昨后前後]天|[今明去前后後]年|[本这這上下]个?個?[周週月]|[〇零一二三四五六七八九十\d]{1,8}[年月日号號点點时時分]/g,
  ],
  [
    'unit',
    /(?<=[\d〇零一二两兩三四五六七八九十百千万萬亿億半几幾] ?)(?:人民币|人民幣|[美欧歐日港加澳]元|[英法]镑|英鎊|元|块钱|块|塊|角|毛|公里|千米|英里|海里|厘米|毫米|微米|米|公斤|千克|毫克|斤|克|磅|盎司|吨|噸|个?小时|小時|分钟|分鐘|毫秒|微秒|秒|个月|個月|天|周|週|年|毫升|加仑|升|摄氏度|华氏度|度|瓦|千瓦|兆|[KMGT]B)/g,
  ],
  ['negation', /[不没沒无無别別未非勿莫否]/g],
  ['number', /[第几幾半]/g],
];

/** 您 is a polite 你; 与 and 跟 may also stand for 和, but 跟 follows, too. */
export const SAME_CHARACTERS: Readonly<Record<string, string>> = { 您: '你', 与: '和', 與: '和' };

/** After 的 these show that it stands for a thing: what he says is wrong. */
const AFTER_NOMINAL = '是不没沒无無未有多少都也就才还還很太更最比在为為归歸属屬和与與或跟';
/** Verbs and adverbs that follow a polite 请 and begin no noun for a person. */
const POLITELY = '提在把给給打回确確告发發查填联聯务務勿不别別注稍等让讓订訂取预預安用再';
const CLAUSE_END = /^[\s，。；、！？,;.!?：:）)」』”’]|^$/;

export interface ParticlePlace {
  readonly before: string;
  readonly after: string;
  readonly clause_start: boolean;
  /** The text says 已 or 已经. */
  readonly done: boolean;
}

/** Is this particle only a particle here? By its neighbours: 了解, 目的, 酒吧, 请假 and 别的 are words. */
export function isLightParticle(character: string, { before, after, clause_start, done }: ParticlePlace): boolean {
  switch (character) {
    case '的':
      // Before a noun only. 车是公司的 is no 车是公司, 他的是红色 no 他是红色, 打的 a taxi.
      return before !== '' && !'目标標别別有打'.includes(before) && !CLAUSE_END.test(after) && !AFTER_NOMINAL.includes(after);
    case '了':
      // What is done is not what is usual: 吃药了 and 吃药, 卖了房子 and 卖房子. With 已 it says nothing more.
      return (
        done && before !== '' && !'为為除罢罷明末不得算'.includes(before) && (after === '' || !'解结結却卻然断斷事如不得'.includes(after))
      );
    case '啊':
    case '呀':
    case '哦':
    case '嘛':
    case '啦':
    case '呢':
      return CLAUSE_END.test(after);
    case '请':
    case '請':
      // Before a verb only: 请律师 hires one, 请小王吃饭 pays for it.
      return clause_start && after !== '' && POLITELY.includes(after);
    default:
      return false;
  }
}
