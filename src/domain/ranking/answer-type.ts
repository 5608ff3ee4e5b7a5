/** What kind of answer a question wants, and whether a text can give it: a date for "when", a number for "how many", in both languages. */
const ASKS_TIME =
  /\b(?:when|what (?:date|time|day|month|year)|which (?:date|day|month|year)|how (?:long|recently|soon))\b|什么时[候间]|何时|几[点号时]|几月|哪[天年]|哪一[天年]|哪个?月|多久|多长时间|日期/i;
const ASKS_QUANTITY =
  /\b(?:how (?:many|much|old|often|far|tall|big|fast)|what (?:number|age|price|amount))\b|多少|多[大高远快重长]|几[个只次岁天人位件本台辆年块家种]/i;
const NAMES_TIME =
  /\b(?:yesterday|today|tomorrow|tonight|ago|last|next|weeks?|weekend|months?|years?|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|since|recently|morning|evening|(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)|\d{1,2}(?::\d\d|\s?[ap]m))\b|[昨前今明后]天|[昨今]晚|[上下这本]个?(?:周|星期|礼拜|月)|[去今明前]年|周[一二三四五六日末]|星期[一二三四五六日天]|\d+\s?[年月日号点]|[一二三四五六七八九十]+[月日号点]|早上|上午|中午|下午|晚上/i;
const NAMES_QUANTITY =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|once|twice|few|couple|several)\b|[一二两三四五六七八九十百千万半几]+[个只次岁天人位件本台辆年块元家种]/i;

export interface AnswerType {
  readonly time: boolean;
  readonly quantity: boolean;
}

export const readAnswerType = (question: string): AnswerType => ({
  time: ASKS_TIME.test(question),
  quantity: ASKS_QUANTITY.test(question),
});

/** 1 when the text names what is asked for, else 0; 0 for a question without a type. */
export function answerFit(type: AnswerType, content: string): number {
  if (type.time && NAMES_TIME.test(content)) return 1;
  return type.quantity && NAMES_QUANTITY.test(content) ? 1 : 0;
}

/** A text that only asks holds no answer. What follows in square brackets (an image's caption) is not part of what was said. */
export const isQuestion = (content: string): boolean => /[?？]\s*(?:\[[^\]]*\]\s*)*$/.test(content);
