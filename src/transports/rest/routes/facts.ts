import { readFact, readFacts, readStats, SHAPES } from '../../shared/commands.ts';
import { FIELDS } from '../../shared/fields.ts';
import { presentFact, presentMemory, presentStats } from '../../shared/present.ts';
import { openCursor, sealCursor } from '../page-cursor.ts';
import { answer, type RestRoute, verbRoute } from '../route.ts';
import { withParam } from '../with-param.ts';

export const FACT_ROUTES: readonly RestRoute[] = [
  verbRoute({
    method: 'get',
    path: '/v1/facts',
    summary: 'Current facts',
    description: 'Keyed semantic memories that hold now, or at as_of, or by the records of known_at.',
    scopes: ['memory:read'],
    query: SHAPES.facts,
    replies: { 200: 'facts' },
    verb: 'listFacts',
    read: ({ fields, namespace }) => openCursor({ route: 'facts', namespace }, readFacts(fields)),
    answer: ({ items, next_cursor }, namespace, command) =>
      answer({
        facts: items.map((memory) => presentMemory(memory, namespace)),
        next_cursor: sealCursor({ route: 'facts', namespace }, command, next_cursor),
      }),
  }),
  verbRoute({
    method: 'get',
    path: '/v1/facts/{key}',
    summary: 'The current value and the versions of one key',
    scopes: ['memory:read'],
    params: { key: FIELDS.key },
    query: SHAPES.fact,
    replies: { 200: 'fact' },
    verb: 'readFact',
    read: (input) => withParam(readFact(input.fields), { key: input.params.key ?? '' }),
    answer: (reply, namespace) => answer(presentFact(reply, namespace)),
  }),
  verbRoute({
    method: 'get',
    path: '/v1/stats',
    summary: 'Counts, pending work, sessions and stores of the namespace',
    scopes: ['memory:read'],
    query: SHAPES.stats,
    replies: { 200: 'stats' },
    verb: 'stats',
    read: ({ fields }) => readStats(fields),
    answer: (reply) => answer(presentStats(reply)),
  }),
];
