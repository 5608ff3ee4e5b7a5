import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiSummarizer } from '../../src/adapters/models/openai-summarizer.ts';
import { createWorkersAiSummarizer } from '../../src/adapters/models/workers-ai-summarizer.ts';
import { countCharacters } from '../../src/domain/text/clean-text.ts';
import type { SummaryRequest } from '../../src/ports/summarizer.ts';
import { CHINESE_RELEASE, ENGLISH_TRIP } from '../domain/summarising/conversations.ts';
import { createWorld } from '../support/world.ts';

/** What a good model says to the conversation; about a seventh of it. */
const GOOD =
  'The user and their sister fly to Lisbon on the 14th of May with TP552, 284 euros each with one bag, confirmed; budget 600 euros for both. The return was moved from the 21st to the 22nd. The user is allergic to shellfish: no seafood restaurants. The sister needs an aisle seat because of her knee. Holding TP1234 failed with error 409. Open: book a hotel by Friday, near a metro station, two separate beds; the sister still has to decide on a boat tour.';
const CHINESE =
  '生产环境连接超时改为90秒，不再用30秒。部署第三步因磁盘空间不足失败，已回滚到 v2.8.1。发布推迟到下周三晚上十点，王芳值班。李雷周一前提交迁移脚本。日报不超过五行。';

interface Asked {
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly messages: readonly { readonly role: string; readonly content: string }[] };
}

/** A real server that speaks chat completions, and misbehaves in the way that the model's name asks for. */
const asked: Asked[] = [];
let base_url = '';
const completion = (content: unknown, finish_reason = 'stop') =>
  JSON.stringify({ id: 'x', object: 'chat.completion', choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }] });

const BEHAVIOURS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  good: (response) => response.end(completion(GOOD)),
  parts: (response) => response.end(completion([{ type: 'text', text: GOOD }])),
  json: (response) => response.end(completion(`\`\`\`json\n${JSON.stringify({ summary: GOOD })}\n\`\`\``)),
  chinese: (response) => response.end(completion(CHINESE)),
  slow: () => undefined,
  trickling: (response) => void response.write('{"choices":['),
  broken_body: (response) => response.end('{"choices":[{"message":{"content":"cut'),
  page: (response) => response.end('<html>502 Bad Gateway</html>'),
  broken_answer: (response) => response.end(completion('{"summary": "cut off')),
  no_choices: (response) => response.end('{"choices":[]}'),
  empty: (response) => response.end(completion('   ')),
  nothing: (response) => response.end(completion(null)),
  too_long: (response) => response.end(completion(`${GOOD} ${GOOD}`)),
  endless: (response) => response.end(completion('a'.repeat(300_000))),
  length: (response) => response.end(completion(GOOD, 'length')),
  filter: (response) => response.end(completion('', 'content_filter')),
  error: (response) => response.writeHead(500).end('stack trace with secrets'),
  busy: (response) => response.writeHead(429).end(),
  moved: (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  hangup: (response) => response.destroy(),
};

const server = createServer(async (request: IncomingMessage, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body = JSON.parse(text);
  asked.push({ url: request.url, authorization: request.headers.authorization, body });
  BEHAVIOURS[body.model]?.(response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const REQUEST: SummaryRequest = { sources: ENGLISH_TRIP, max_characters: 600 };
const summarizer = (model: string, api_key: string | null = null) => createOpenAiSummarizer({ base_url, api_key, model, timeout_ms: 300 });

describe('an OpenAI-compatible summariser', () => {
  it('asks with the rules, the notes and the key, and returns the answer', async () => {
    expect(await summarizer('good', 'sk-test').summarize(REQUEST)).toEqual({ ok: true, value: { text: GOOD, method: 'llm' } });
    const last = asked.at(-1);
    expect(last).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer sk-test', body: { model: 'good' } });
    const [system, user] = last?.body.messages ?? [];
    expect(system).toMatchObject({ role: 'system' });
    expect(system?.content).toContain('600 characters');
    expect(user?.content).toContain('user: Before I forget: I am allergic to shellfish');
    await summarizer('good').summarize(REQUEST);
    expect(asked.at(-1)?.authorization).toBeUndefined();
  });

  it.each(['parts', 'json'])('reads an answer given as %s', async (model) => {
    expect(await summarizer(model).summarize(REQUEST)).toEqual({ ok: true, value: { text: GOOD, method: 'llm' } });
  });

  it.each([
    ['slow', 'timeout'],
    ['trickling', 'timeout'],
    ['broken_body', 'bad_json'],
    ['page', 'bad_json'],
    ['broken_answer', 'bad_json'],
    ['no_choices', 'bad_json'],
    ['empty', 'empty'],
    ['nothing', 'empty'],
    ['too_long', 'too_long'],
    ['endless', 'answer_too_large'],
    ['length', 'cut_off'],
    ['filter', 'filtered'],
    ['chinese', 'wrong_language'],
    ['error', 'http_500'],
    ['busy', 'http_429'],
    ['moved', 'http_307'],
    ['hangup', 'unreachable'],
  ])('names the fault of a model that is %s: %s', async (model, cause) => {
    expect(await summarizer(model).summarize(REQUEST)).toEqual({ ok: false, failure: { cause } });
  });

  it('names a server that is not there', async () => {
    const nobody = createOpenAiSummarizer({ base_url: 'http://127.0.0.1:9/v1', api_key: null, model: 'good', timeout_ms: 300 });
    expect(await nobody.summarize(REQUEST)).toMatchObject({ ok: false });
  });

  it('takes Chinese for Chinese', async () => {
    expect(await summarizer('chinese').summarize({ sources: CHINESE_RELEASE, max_characters: 200 })).toEqual({
      ok: true,
      value: { text: CHINESE, method: 'llm' },
    });
  });
});

describe('the whole way from turns to a summary', () => {
  async function summarised(model: string) {
    const world = createWorld((deps) => ({ ...deps, model_summarizer: summarizer(model) }));
    const memory_ids: string[] = [];
    for (const { role, content } of ENGLISH_TRIP) {
      memory_ids.push((await world.must('recordTurn', { session_id: 's', role, content })).id);
      world.pass(1_000);
    }
    return world.must('summarize', { memory_ids, max_length: 600 });
  }

  it('compresses 40 turns between 5:1 and 10:1 with the stand-in model, and with the extractive summary', async () => {
    const good = await summarised('good');
    expect(good.method).toBe('llm');
    const fallen = await summarised('error');
    expect(fallen).toMatchObject({ method: 'extractive', fallback_reason: 'http_500' });
    for (const { compression_ratio, summary } of [good, fallen]) {
      expect(countCharacters(summary)).toBeLessThanOrEqual(600);
      expect(compression_ratio).toBeGreaterThanOrEqual(5);
      expect(compression_ratio).toBeLessThanOrEqual(10);
    }
  });

  it.each(['slow', 'broken_answer', 'empty', 'too_long', 'chinese', 'hangup'])(
    'falls back and says why when the model is %s',
    async (model) => {
      const reply = await summarised(model);
      expect(reply.method).toBe('extractive');
      expect(reply.fallback_reason).toMatch(/^[a-z_\d]+$/);
      expect(reply.summary).toContain('shellfish');
    },
  );
});

describe('a Workers AI summariser', () => {
  const binding = (run: (input: unknown) => Promise<unknown>) =>
    createWorkersAiSummarizer({ run: (_model, input) => run(input) }, '@cf/test/model', 50);

  it('reads both forms of answer and asks for enough tokens', async () => {
    let input: unknown;
    const old = binding(async (given) => {
      input = given;
      return { response: GOOD };
    });
    expect(await old.summarize(REQUEST)).toEqual({ ok: true, value: { text: GOOD, method: 'llm' } });
    expect(input).toMatchObject({ max_tokens: 856 });
    const modern = binding(async () => JSON.parse(completion(GOOD)));
    expect(await modern.summarize(REQUEST)).toMatchObject({ ok: true });
  });

  it.each([
    ['timeout', () => new Promise(() => undefined)],
    ['unreachable', async () => Promise.reject(new Error('5006: the prompt was …'))],
    ['bad_json', async () => 'text'],
    ['empty', async () => ({ response: '' })],
    ['wrong_language', async () => ({ response: CHINESE })],
  ])('names the fault %s', async (cause, run) => {
    expect(await binding(run).summarize(REQUEST)).toEqual({ ok: false, failure: { cause } });
  });
});
