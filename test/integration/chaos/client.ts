/** One client: does one thing after another in namespaces that it shares with others, insists where no answer came, and notes what it was told. */
import type { Failure } from '../../../src/domain/failure.ts';
import type { Result } from '../../../src/domain/result.ts';
import type { ServerlessWorld } from '../serverless-world.ts';
import { type Ledger, marksIn, namespaceOf, type Written } from './ledger.ts';
import type { Random } from './random.ts';

/** A namespace, and what all clients know of it. */
export interface Place {
  readonly world: ServerlessWorld;
  readonly ledger: Ledger;
}

export interface Tally {
  answered: number;
  unanswered: number;
  /** What must not be: a sentence each. */
  readonly problems: string[];
}

/** Tries of one call: then the client gives up, and does not know what happened. */
const TRIES = 4;
const REPEAT_RATE = 0.1;
const WORDS =
  'the meeting moved to another room because nobody had booked 会议 改到 周三 李明 住在 杭州 tea train window budget harbour'.split(' ');

export class Client {
  readonly number: number;
  readonly random: Random;
  readonly tally: Tally;
  #keys = 0;

  constructor(number: number, random: Random, tally: Tally) {
    this.number = number;
    this.random = random;
    this.tally = tally;
  }

  key(): string {
    this.#keys += 1;
    return `key ${this.number} ${this.#keys}`;
  }

  words(): string {
    return Array.from({ length: 4 + this.random.below(6) }, () => this.random.pick(WORDS)).join(' ');
  }

  session(): string {
    return this.random.chance(0.5) ? 'shared' : `of client ${this.number}`;
  }

  /** One of its own that is there for sure; null for none. Others never touch it. */
  own({ ledger }: Place, fits: (written: Written) => boolean = () => true): (Written & { id: string }) | null {
    const mine = ledger.written.filter(
      (written): written is Written & { id: string } =>
        written.mark.startsWith(`${ledger.namespace}c${this.number}t`) &&
        written.id !== null &&
        written.acknowledged &&
        written.forgotten === 'no' &&
        fits(written),
    );
    return mine.length === 0 ? null : this.random.pick(mine);
  }

  problem(sentence: string): void {
    this.tally.problems.push(`client ${this.number}: ${sentence}`);
  }

  /** The reply, or null when none came in several tries. `call` is the same call each time; now and then it is made again after an answer. */
  async insist<Reply>(what: string, call: () => Promise<Result<Reply, Failure>>, same?: (reply: Reply) => unknown): Promise<Reply | null> {
    for (let count = 0; count < TRIES; count += 1) {
      const result = await this.once(what, call);
      if (result === null) continue;
      if (same !== undefined && this.random.chance(REPEAT_RATE)) {
        const again = await this.once(what, call);
        const [first, second] = [same(result), again === null ? null : same(again)];
        if (again !== null && first !== second) this.problem(`${what} gave ${first}, and to the same call again ${second}`);
      }
      return result;
    }
    return null;
  }

  /** One try. Null for an outage or for too many at once; any other failure is none that this client can have caused. */
  async once<Reply>(what: string, call: () => Promise<Result<Reply, Failure>>): Promise<Reply | null> {
    const result = await call();
    if (result.ok) {
      this.tally.answered += 1;
      return result.value;
    }
    const { kind, message } = result.failure;
    const busy = kind === 'conflict' && result.failure.reason === 'contention';
    if (kind !== 'unavailable' && !busy) this.problem(`${what} failed with ${kind}: ${message}`);
    this.tally.unanswered += 1;
    return null;
  }

  /** What was read holds nothing that was forgotten before it was asked for, and nothing of another namespace. */
  check({ ledger }: Place, what: string, forgotten_before: ReadonlySet<string>, text: string): void {
    for (const mark of marksIn(text)) {
      if (namespaceOf(mark) !== ledger.namespace) this.problem(`${what} in ${ledger.namespace} shows ${mark}`);
      if (forgotten_before.has(mark)) this.problem(`${what} shows ${mark}, which was forgotten before it was asked for`);
    }
  }
}
