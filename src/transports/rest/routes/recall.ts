/** Search, forget and summarise: the routes that mirror the tools. */
import { REQUIRED, readForget, readSearch, readSummarize, SHAPES } from '../../shared/commands.ts';
import { presentForget, presentSearch, presentSummarize } from '../../shared/present.ts';
import { answer, type RestRoute, verbRoute } from '../route.ts';

export const RECALL_ROUTES: readonly RestRoute[] = [
  verbRoute({
    method: 'post',
    path: '/v1/memories/search',
    summary: 'Search by meaning and by words',
    description: 'Says nothing when nothing fits: an empty list, abstained true, and the best score seen.',
    scopes: ['memory:read'],
    body: { shape: SHAPES.search, required: REQUIRED.search },
    replies: { 200: 'search' },
    verb: 'search',
    read: ({ fields }) => readSearch(fields),
    answer: (reply) => answer(presentSearch(reply)),
  }),
  verbRoute({
    method: 'post',
    path: '/v1/memories/forget',
    summary: 'Forget by id, or preview by query and then confirm',
    description:
      'With memory_id: forgets it (an unknown id is 200 not_found). With query: only previews candidates; send confirm_ids from them, with the same query, to forget.',
    scopes: ['memory:read', 'memory:write'],
    body: { shape: SHAPES.forget, required: [] },
    replies: { 200: 'forgotten' },
    idempotent: true,
    verb: 'forget',
    read: ({ fields }) => readForget(fields),
    answer: (reply) => answer(presentForget(reply)),
  }),
  verbRoute({
    method: 'post',
    path: '/v1/memories/summarize',
    summary: 'Summarise memories into one that names its sources',
    scopes: ['memory:read', 'memory:write'],
    body: { shape: SHAPES.summarize, required: REQUIRED.summarize },
    replies: { 200: 'summary' },
    idempotent: true,
    verb: 'summarize',
    read: ({ fields }) => readSummarize(fields),
    answer: (reply) => answer(presentSummarize(reply)),
  }),
];
