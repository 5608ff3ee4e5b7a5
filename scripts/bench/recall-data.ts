/** Reads what bench:recall measures with: the LoCoMo file, or NDJSON of memories and questions (docs/benchmarks.md). */
import { readFileSync } from 'node:fs';

export interface BenchMemory {
  readonly id: string;
  readonly content: string;
  /** ISO 8601. */
  readonly occurred_at?: string;
  readonly session_id?: string;
}

export interface BenchQuestion {
  readonly id: string;
  readonly query: string;
  readonly category: string;
  /** Ids of the memories that hold the answer; never empty. */
  readonly relevant: readonly string[];
}

/** What shares one memory: a conversation, a user. Each gets a namespace of its own. */
export interface BenchSet {
  readonly id: string;
  readonly memories: readonly BenchMemory[];
  readonly questions: readonly BenchQuestion[];
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const LOCOMO_CATEGORIES: Readonly<Record<number, string>> = {
  1: 'multi-hop',
  2: 'temporal',
  3: 'open-domain',
  4: 'single-hop',
  5: 'adversarial',
};
/** Turns of a LoCoMo session carry no time of their own. */
const TURN_SECONDS = 30;

export function readBenchSets(path: string): readonly BenchSet[] {
  const text = readFileSync(path, 'utf8');
  const sets = text.trimStart().startsWith('[') ? readLocomo(JSON.parse(text)) : readNdjson(text);
  const asked = sets.map((set) => ({ ...set, questions: set.questions.filter(({ relevant }) => relevant.length > 0) }));
  return asked.filter(({ questions }) => questions.length > 0);
}

interface LocomoTurn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text: string;
  readonly blip_caption?: string;
}
interface LocomoSample {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { readonly question: string; readonly category: number; readonly evidence?: readonly unknown[] }[];
}

function readLocomo(samples: readonly LocomoSample[]): readonly BenchSet[] {
  return samples.map(({ sample_id, conversation, qa }) => {
    const sessions = Object.keys(conversation)
      .filter((name) => /^session_\d+$/.test(name))
      .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
    const memories = sessions.flatMap((session) => {
      const start = locomoTime(String(conversation[`${session}_date_time`] ?? ''));
      return (conversation[session] as readonly LocomoTurn[]).map((turn, index) => ({
        id: turn.dia_id,
        content: `${turn.speaker}: ${turn.text}${turn.blip_caption === undefined ? '' : ` [image: ${turn.blip_caption}]`}`,
        occurred_at: new Date(start + index * TURN_SECONDS * 1_000).toISOString(),
        session_id: session,
      }));
    });
    const known = new Set(memories.map(({ id }) => id));
    const questions = qa.map(({ question, category, evidence }, index) => ({
      id: `${sample_id}/${index}`,
      query: question,
      category: LOCOMO_CATEGORIES[category] ?? String(category),
      relevant: evidenceIds(evidence ?? []).filter((id) => known.has(id)),
    }));
    return { id: sample_id, memories, questions };
  });
}

/** `1:56 pm on 8 May, 2023`. */
function locomoTime(text: string): number {
  const match = /(\d+):(\d+)\s*(am|pm) on (\d+) (\w+),? (\d{4})/i.exec(text);
  if (match === null) throw new Error(`not a LoCoMo session time: ${text}`);
  const [, hours, minutes, half, day, month, year] = match;
  const hour = (Number(hours) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  return Date.UTC(Number(year), MONTHS.indexOf(String(month).toLowerCase()), Number(day), hour, Number(minutes));
}

/** The file has some broken ones: `D:11:26`, `D30:05`, `D8:6; D9:17`. */
function evidenceIds(evidence: readonly unknown[]): readonly string[] {
  const found = evidence.flatMap((one) => [...String(one).matchAll(/D:?(\d+):(\d+)/g)]);
  return [...new Set(found.map(([, session, turn]) => `D${Number(session)}:${Number(turn)}`))];
}

function readNdjson(text: string): readonly BenchSet[] {
  const sets = new Map<string, { memories: BenchMemory[]; questions: BenchQuestion[] }>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const item = JSON.parse(line) as { type?: string; set?: string } & BenchMemory & BenchQuestion;
    const name = item.set ?? 'default';
    const set = sets.get(name) ?? { memories: [], questions: [] };
    sets.set(name, set);
    if (item.type === 'memory') set.memories.push(item);
    else if (item.type === 'question') set.questions.push({ ...item, category: item.category ?? 'all' });
    else throw new Error(`line ${index + 1}: type must be "memory" or "question"`);
  }
  return [...sets].map(([id, set]) => ({ id, ...set }));
}
