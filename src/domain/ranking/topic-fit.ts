/** How far a text tells of what an everyday question is about. */
import { KIN, NAME, TOPICS } from './everyday-topics.ts';

export interface AskedTopics {
  /** Empty for a question about nothing of the kind. */
  readonly tells: readonly RegExp[];
  /** Those around a person whom a question about a person does not name. */
  readonly others: readonly RegExp[];
  /** It asks about a person: "can I eat prawns" and not "can cats eat prawns". */
  readonly personal: boolean;
}

const PERSON = /\b(?:i|me|my|mine|we|us|our|he|him|his|she|her|user)\b|我|他|她|用户/i;
/** Whom a fact is about stands at its beginning: "My sister Ada lives in Lagos", "我弟弟在深圳". */
const SUBJECT =
  /^(?:\W*(?:(?:my|our|his|her|their|the user[’']s|\p{Lu}\p{L}*[’']s)\s+)?[\p{Script=Latin}’'-]+|(?:我们?|他们?|她们?|用户)?[家的]{0,2}\p{Script=Han}{1,3})/iu;

export function readTopics(question: string): AskedTopics {
  const kin = KIN.filter((one) => one.test(question));
  const told = [...TOPICS.filter(({ asks }) => asks.test(question)).map(({ tells }) => tells), ...kin];
  const tells = told.length === 0 && NAME.asks.test(question) ? [NAME.tells] : told;
  const personal = PERSON.test(question);
  return { tells, others: personal && tells.length > 0 ? KIN.filter((one) => !kin.includes(one)) : [], personal };
}

/** 0 for a question without a topic, 1 for a text that tells of all that is asked about. */
export function topicFit({ tells }: AskedTopics, content: string): number {
  return tells.length === 0 ? 0 : tells.filter((one) => one.test(content)).length / tells.length;
}

/** The text is about one of those around a person, and the question about the person, or about another of them. */
export function isOfAnother({ others }: AskedTopics, content: string): boolean {
  if (others.length === 0) return false;
  const subject = SUBJECT.exec(content)?.[0] ?? '';
  return others.some((one) => one.test(subject));
}
