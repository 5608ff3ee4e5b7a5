/** A memory that stays: whatever is forgotten beside it, every way out still shows it. */
import type { NamespaceClient } from '../../support/running-service.ts';
import { write } from './ways-in.ts';
import { waysOut } from './ways-out.ts';

const CONTROL = 'The lighthouse keeper 灯塔看守人 prefers the window seat';
/** Bytes that a file or a store holds with it. */
export const CONTROL_WORD = '灯塔看守人';
const KEY = 'control.fact';

export interface Control {
  readonly ids: readonly string[];
}

export const writeControl = async (client: NamespaceClient): Promise<Control> => ({
  ids: [
    await write(client, { content: CONTROL, session_id: 's' }),
    await write(client, { content: `${CONTROL} in every lighthouse`, key: KEY, origin: 'user' }),
  ],
});

/** Ways out that have nothing to do with it: there is no such thing of that kind. */
const ELSEWHERE = /^(list (expired|superseded)|MCP resources|stats|MCP stats|one fact then)$/;

/** Ways out that do not show it. */
export async function waysWithoutControl(client: NamespaceClient, { ids }: Control): Promise<readonly string[]> {
  const out = await waysOut(client, { ids, queries: [`lighthouse keeper ${CONTROL_WORD}`], key: KEY });
  return Object.entries(out).flatMap(([name, text]) => (ELSEWHERE.test(name) || text.includes(CONTROL_WORD) ? [] : [name]));
}
