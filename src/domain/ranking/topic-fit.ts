/** How far a text tells of what an everyday question is about. */
import { KIN, NAME, TOPICS } from './everyday-topics.ts';

export interface AskedTopics {
  /** Empty for a question about nothing of the kind. */
  readonly tells: readonly RegExp[];
  /** Those around a person whom a question about a person does not name. */
  readonly others: readonly RegExp[];
  /** It asks about a person: "can I eat prawns" and not "can cats eat prawns". */
  readonly personal: boolean;
  /** About the user: in a talk of several, "she" may be any of them, and words told of any would fit. */
  readonly oneself: boolean;
}

const ONESELF = /\b(?:i|me|my|mine|we|us|our|user)\b|我|用户/i;
const PERSON = /\b(?:he|him|his|she|her)\b|他|她/i;
/**
 * Whom a fact is about stands at its beginning: "My older sister Ada lives in Lagos", "Grace, my sister, …", "Yesterday my sister told me …",
 * "我最好的朋友在深圳". Words that are no part of such a name end it: "My flat near my sister", "我和妹妹住在杭州".
 */
const OWNER = "(?:my|our|his|her|their|the user[’']s|\\p{Lu}\\p{L}*[’']s)";
const NO_NAME = '(?!(?:is|was|are|were|has|had|in|at|on|near|with|and|of|for|to|from|by)\\b)';
const ENGLISH_SUBJECT = `(?:(?:yesterday|today|last \\p{L}+|this \\p{L}+),?\\s+|\\p{Lu}\\p{L}*,\\s+)?(?:${OWNER}\\s+)?(?:${NO_NAME}[\\p{Script=Latin}’'-]+\\s+){0,2}${NO_NAME}[\\p{Script=Latin}’'-]+`;
const NO_CHINESE_NAME = '(?![我他她住在和跟与给帮把被对是有去来想要会能教爱喜养带陪见])';
const CHINESE_SUBJECT = `(?:我们?|他们?|她们?|用户)?(?:[家的]|${NO_CHINESE_NAME}\\p{Script=Han}{1,3}的){0,2}${NO_CHINESE_NAME}\\p{Script=Han}{1,4}`;
const SUBJECT = new RegExp(`^[^\\p{L}\\p{N}]*(?:${ENGLISH_SUBJECT}|${CHINESE_SUBJECT})`, 'iu');
const SUBJECT_CHARACTERS_MAX = 60;
const ANY_KIN = new RegExp(KIN.map(({ source }) => source).join('|'), 'i');

export function readTopics(question: string): AskedTopics {
  const kin = KIN.filter((one) => one.test(question));
  const told = [...TOPICS.filter(({ asks }) => asks.test(question)).map(({ tells }) => tells), ...kin];
  const tells = told.length === 0 && NAME.asks.test(question) ? [NAME.tells] : told;
  const oneself = ONESELF.test(question);
  const personal = oneself || PERSON.test(question);
  return { tells, others: personal && tells.length > 0 ? KIN.filter((one) => !kin.includes(one)) : [], personal, oneself };
}

/** 0 for a question without a topic, 1 for a text that tells of all that is asked about. */
export function topicFit({ tells }: AskedTopics, content: string): number {
  return tells.length === 0 ? 0 : tells.filter((one) => one.test(content)).length / tells.length;
}

/** The text is about one of those around a person, and the question about the person, or about another of them. */
export function isOfAnother({ others }: AskedTopics, content: string): boolean {
  if (others.length === 0) return false;
  // Every candidate is asked, and hardly any begins with one of them: what is cheap comes first.
  const beginning = content.slice(0, SUBJECT_CHARACTERS_MAX);
  if (!ANY_KIN.test(beginning)) return false;
  const subject = SUBJECT.exec(beginning)?.[0] ?? '';
  return others.some((one) => one.test(subject));
}
