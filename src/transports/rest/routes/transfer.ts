/** Export and import as NDJSON streams, and the erasure of a whole namespace. */
import * as z from 'zod';
import type { Degradation, ExportPage, ImportReply } from '../../../application/service.ts';
import { type Failure, invalid } from '../../../domain/failure.ts';
import { IMPORT_LINE_BYTES_MAX } from '../../../domain/limits.ts';
import type { Result } from '../../../domain/result.ts';
import { REQUIRED, readErase, SHAPES } from '../../shared/commands.ts';
import type { DoorContext, DoorDependencies } from '../../shared/door.ts';
import { FIELDS } from '../../shared/fields.ts';
import { joinLines, type NdjsonLine, readLines } from '../../shared/ndjson.ts';
import { presentErase, presentImport } from '../../shared/present.ts';
import { readFields } from '../../shared/read-fields.ts';
import { refuse } from '../../shared/respond.ts';
import { positionOf, sealCursor } from '../page-cursor.ts';
import { answer, callVerb, type RestRoute, type RouteDocumentation, readInput, verbRoute } from '../route.ts';

const NDJSON = 'application/x-ndjson; charset=utf-8';
const UTF8 = new TextEncoder();
const NEXT_PAGE_HEADER = 'X-Next-Page';
/** Lines of one step of an import: commits in one storage transaction and crosses the RPC border as one message. */
const IMPORT_STEP_LINES = 200;
const IMPORT_STEP_CHARACTERS = 2 * IMPORT_LINE_BYTES_MAX;
/** Item errors that one reply names; the counts go on. */
const IMPORT_ERRORS_MAX = 1_000;

const EXPORT_QUERY = {
  page: z.string().meta({
    description: `One page instead of the whole: first, then the ${NEXT_PAGE_HEADER} header of the page before; lets a transfer resume`,
  }),
};

const EXPORT: RouteDocumentation = {
  method: 'get',
  path: '/v1/export',
  summary: 'Everything of the namespace as NDJSON',
  description:
    'Lossless: ids, times, versions, tombstones and sessions. Streamed; a connection that breaks before the end means the export is not whole.',
  scopes: ['memory:read'],
  query: EXPORT_QUERY,
  replies: { 200: 'ndjson' },
};

const exported: RestRoute = {
  ...EXPORT,
  handle: async (context, door) => {
    const input = await readInput(context, EXPORT);
    if (!input.ok) return refuse(context, input.failure);
    const { namespace, fields } = input.value;
    const listing = { route: 'export', namespace };
    const read = readFields(fields, { page: FIELDS.cursor });
    const page = read.ok ? read.value.value.page : '';
    const position = page === undefined || page === 'first' ? null : positionOf(listing, {}, page);
    if (position === null && page !== undefined && page !== 'first')
      return refuse(
        context,
        invalid('page', `page must be first, or the ${NEXT_PAGE_HEADER} of the page before, of the same namespace, unchanged.`),
      );
    const pageAt = (cursor: string | null) => callVerb(context, door, EXPORT, { verb: 'exportPage', command: { cursor }, namespace });
    // The first page is read before the status is sent: a store that is down is a 503 and not a broken stream.
    const first = await pageAt(position);
    if (!first.ok) return refuse(context, first.failure);
    context.header('Content-Type', NDJSON);
    if (page === undefined) return context.body(exportStream(first.value, pageAt));
    const next = sealCursor(listing, {}, first.value.next);
    if (next !== null) context.header(NEXT_PAGE_HEADER, next);
    return context.body(joinLines(first.value.lines));
  },
};

/** One page is held at a time, and the next is read only when the reader wants more. */
function exportStream(first: ExportPage, pageAt: (cursor: string) => Promise<Result<ExportPage, Failure>>): ReadableStream<Uint8Array> {
  let page: ExportPage | null = first;
  return new ReadableStream({
    async pull(controller) {
      while (page !== null) {
        const { lines, next }: ExportPage = page;
        if (lines.length > 0) controller.enqueue(UTF8.encode(joinLines(lines)));
        if (next === null) page = null;
        else {
          const following = await pageAt(next);
          // Breaks the connection: an export that ended early must not look whole.
          if (!following.ok) return controller.error(new Error('export interrupted'));
          page = following.value;
        }
        if (lines.length > 0) break;
      }
      if (page === null) controller.close();
    },
  });
}

const IMPORT: RouteDocumentation = {
  method: 'post',
  path: '/v1/import',
  summary: 'Take in an export',
  description:
    'NDJSON of any size, 1 MiB a line. Importing twice changes nothing. Lines that are wrong are named by number and never lose the others; with a line over 1 MiB the answer is 413, beside the same counts.',
  scopes: ['memory:write'],
  body: 'ndjson',
  replies: { 200: 'import' },
};

type ImportError = ImportReply['errors'][number];

interface ImportTotal {
  imported: number;
  unchanged: number;
  withheld: number;
  readonly errors: ImportError[];
  /** Beyond IMPORT_ERRORS_MAX: memory must not grow with the errors of a body of any size. */
  errors_omitted: number;
  /** Each store and effect once. */
  readonly degraded: Map<string, Degradation>;
}

function note(total: ImportTotal, error: ImportError): void {
  if (total.errors.length < IMPORT_ERRORS_MAX) total.errors.push(error);
  else total.errors_omitted += 1;
}

const imported: RestRoute = {
  ...IMPORT,
  handle: async (context, door) => {
    const { body } = context.req.raw;
    const total: ImportTotal = { imported: 0, unchanged: 0, withheld: 0, errors: [], errors_omitted: 0, degraded: new Map() };
    if (body !== null) {
      const failure = await importAll(context, door, body, total);
      if (failure !== null) return refuse(context, failure);
    }
    const { errors_omitted, degraded, ...counts } = total;
    const waiting = degraded.size === 0 ? {} : { degraded: [...degraded.values()] };
    const counted = presentImport({ ...counts, ...waiting, errors: total.errors.toSorted((one, other) => one.line - other.line) });
    const presented = errors_omitted === 0 ? counted : { ...counted, errors_omitted };
    const too_long = total.errors.find(({ failure }) => failure.kind === 'too_large');
    if (too_long === undefined) return context.json(presented);
    return refuse(context, too_long.failure, undefined, presented);
  },
};

/** Null when the stream was read to its end. A failure of a step ends the import; sending it again continues, because known lines are unchanged. */
async function importAll(
  context: DoorContext,
  door: DoorDependencies,
  body: ReadableStream<Uint8Array>,
  total: ImportTotal,
): Promise<Failure | null> {
  const namespace = context.get('namespace');
  for await (const step of stepsOf(readLines(body, IMPORT_LINE_BYTES_MAX), total)) {
    const reply = await callVerb(context, door, IMPORT, { verb: 'importLines', command: step, namespace });
    if (!reply.ok) return reply.failure;
    total.imported += reply.value.imported;
    total.unchanged += reply.value.unchanged;
    total.withheld += reply.value.withheld;
    for (const error of reply.value.errors) note(total, error);
    for (const one of reply.value.degraded ?? []) total.degraded.set(`${one.store} ${one.effect}`, one);
  }
  return null;
}

interface ImportStep {
  readonly first_line: number;
  readonly lines: readonly string[];
}

/** Groups consecutive lines; a gap (a blank or a refused line) starts a new step, so that first_line + index is the line's number. */
async function* stepsOf(lines: AsyncIterable<NdjsonLine>, total: ImportTotal): AsyncGenerator<ImportStep> {
  let first_line = 1;
  let held: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    const full = held.length >= IMPORT_STEP_LINES || characters >= IMPORT_STEP_CHARACTERS;
    if (held.length > 0 && (full || line.number !== first_line + held.length)) {
      yield { first_line, lines: held };
      held = [];
      characters = 0;
    }
    if ('problem' in line) {
      note(total, { line: line.number, failure: problemOf(line) });
      continue;
    }
    if (held.length === 0) first_line = line.number;
    held.push(line.text);
    characters += line.text.length;
  }
  if (held.length > 0) yield { first_line, lines: held };
}

const problemOf = (line: { readonly number: number; readonly problem: 'too_long' | 'not_utf8' }): Failure =>
  line.problem === 'too_long'
    ? {
        kind: 'too_large',
        limit: IMPORT_LINE_BYTES_MAX,
        message: `Line ${line.number} is larger than ${IMPORT_LINE_BYTES_MAX} bytes and was not imported; the other lines were. Shorten it, or split it into several memories.`,
      }
    : {
        kind: 'malformed',
        message: `Line ${line.number} is not UTF-8 and was not imported. Save the file as UTF-8 and import it again: lines that are here already change nothing.`,
      };

export const TRANSFER_ROUTES: readonly RestRoute[] = [
  exported,
  imported,
  verbRoute({
    method: 'delete',
    path: '/v1/namespace',
    summary: 'Erase the whole namespace',
    description: 'Everything goes, tombstones too. confirm must be the exact name of the namespace.',
    scopes: ['memory:admin'],
    body: { shape: SHAPES.erase, required: REQUIRED.erase, optional: true },
    replies: { 200: 'erased' },
    verb: 'erase',
    read: ({ fields }) => readErase(fields),
    answer: (reply) => answer(presentErase(reply)),
  }),
];
