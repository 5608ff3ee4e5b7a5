/**
 * What the clients of one namespace know: what was acknowledged, and what may or may not have happened because no answer came. Every text has
 * a mark of its own, so that it is recognised wherever it stands.
 */
import type { MemoryId } from '../../../src/domain/memory.ts';

export interface Written {
  readonly mark: string;
  readonly key: string | null;
  /** Null until a reply has told it. */
  id: MemoryId | null;
  acknowledged: boolean;
  /** One of these is its text; several while a correction was not answered. */
  texts: readonly string[];
  /** `asked`: whether it happened was not answered. */
  forgotten: 'no' | 'asked' | 'yes';
}

export class Ledger {
  readonly namespace: string;
  readonly written: Written[] = [];
  #texts = 0;

  /** `name` stands in every mark of the namespace. */
  constructor(name: string) {
    this.namespace = name;
  }

  /** A text that nobody has written yet; its mark is one word for the index, its number keeps it apart from its like. */
  text(client: number, words: string): { readonly mark: string; readonly text: string } {
    this.#texts += 1;
    const mark = `${this.namespace}c${client}t${this.#texts}q`;
    return { mark, text: `${mark} ${words}` };
  }

  add(mark: string, text: string, key: string | null = null): Written {
    const written: Written = { mark, key, id: null, acknowledged: false, texts: [text], forgotten: 'no' };
    this.written.push(written);
    return written;
  }

  /** Marks of what was forgotten, acknowledged by now. */
  forgottenMarks(): ReadonlySet<string> {
    return new Set(this.written.filter(({ forgotten }) => forgotten === 'yes').map(({ mark }) => mark));
  }
}

const MARK = /n\d+c\d+t\d+q/g;

export const marksIn = (text: string): readonly string[] => text.match(MARK) ?? [];
/** `n3` of `n3c1t7q`. */
export const namespaceOf = (mark: string): string => mark.slice(0, mark.indexOf('c'));
