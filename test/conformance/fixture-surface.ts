/** The everything-server that the official suite expects, registered through the product's own seam. Texts are the suite's. */
import { ok } from '../../src/domain/result.ts';
import type {
  ContentBlock,
  InputSchema,
  PromptDefinition,
  ResourceContent,
  ResourceDefinition,
  Surface,
  ToolDefinition,
} from '../../src/transports/mcp/surface.ts';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV header without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';
/** What the suite asks between two notifications. */
const STEP_MS = 50;

export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, STEP_MS));

const NO_ARGUMENTS: InputSchema = { type: 'object', properties: {}, additionalProperties: false };

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };

export function fixtureTool(name: string, call: ToolDefinition['call'], inputSchema: InputSchema = NO_ARGUMENTS): ToolDefinition {
  return {
    name,
    title: name,
    description: `Conformance fixture: ${name}`,
    inputSchema,
    annotations: { title: name, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    scopes: ['memory:read'],
    call,
  };
}

const says = (name: string, content: readonly ContentBlock[]): ToolDefinition => fixtureTool(name, async () => ok({ content }));

/** Listed here, answered by an extension of the lane. */
const elsewhere = (name: string, inputSchema?: InputSchema): ToolDefinition =>
  fixtureTool(name, async () => ok({ content: [text('This era does not offer it.')], isError: true }), inputSchema);

const argument = (name: string): InputSchema => ({
  type: 'object',
  properties: { [name]: { type: 'string', description: name } },
  required: [name],
  additionalProperties: false,
});

export const EXTENDED_TOOLS = [
  elsewhere('test_tool_with_logging'),
  elsewhere('test_sampling', argument('prompt')),
  elsewhere('test_elicitation', argument('message')),
  elsewhere('test_elicitation_sep1034_defaults'),
  elsewhere('test_elicitation_sep1330_enums'),
  elsewhere('test_missing_capability'),
  elsewhere('test_streaming_elicitation'),
  elsewhere('test_logging_tool'),
  elsewhere('test_input_required_result_elicitation'),
  elsewhere('test_input_required_result_sampling'),
  elsewhere('test_input_required_result_list_roots'),
  elsewhere('test_input_required_result_request_state'),
  elsewhere('test_input_required_result_multiple_inputs'),
  elsewhere('test_input_required_result_multi_round'),
  elsewhere('test_input_required_result_tampered_state'),
  elsewhere('test_input_required_result_capabilities'),
];

const withProgress: ToolDefinition = {
  ...fixtureTool('test_tool_with_progress', async (_given, exchange) => {
    for (const progress of [0, 50, 100]) {
      await exchange.progress?.({ progress, total: 100 });
      await pause();
    }
    return ok({ content: [text('Progress reported.')] });
  }),
  reports_progress: true,
};

const tools: readonly ToolDefinition[] = [
  says('test_simple_text', [text('This is a simple text response for testing.')]),
  says('test_image_content', [image]),
  says('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
  says('test_embedded_resource', [
    {
      type: 'resource',
      resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'This is an embedded resource content.' },
    },
  ]),
  says('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    {
      type: 'resource',
      resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' },
    },
  ]),
  fixtureTool('test_error_handling', async () =>
    ok({ content: [text('This tool intentionally returns an error for testing')], isError: true }),
  ),
  withProgress,
  ...EXTENDED_TOOLS,
];

function fixturePrompt(
  name: string,
  names: readonly string[],
  say: (given: Readonly<Record<string, string>>) => readonly ContentBlock[],
): PromptDefinition {
  return {
    name,
    title: name,
    description: `Conformance fixture: ${name}`,
    arguments: names.map((argument_name) => ({ name: argument_name, description: argument_name, required: true })),
    scopes: ['memory:read'],
    get: async (given) => ok(say(given).map((content) => ({ role: 'user' as const, content }))),
  };
}

const prompts: readonly PromptDefinition[] = [
  fixturePrompt('test_simple_prompt', [], () => [text('This is a simple prompt for testing.')]),
  fixturePrompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  fixturePrompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri }) => [
    {
      type: 'resource',
      resource: { uri: resourceUri ?? '', mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
    },
    text('Please process the embedded resource above.'),
  ]),
  fixturePrompt('test_prompt_with_image', [], () => [image, text('Please analyze the image above.')]),
  fixturePrompt('test_input_required_result_prompt', [], () => [text('This era does not ask for input.')]),
];

function fixtureResource(
  uri: string,
  mimeType: string,
  content: (id: string) => { readonly text: string } | { readonly blob: string },
): ResourceDefinition {
  return {
    uri,
    template: uri.includes('{id}'),
    name: uri,
    title: uri,
    description: `Conformance fixture: ${uri}`,
    mimeType,
    scopes: ['memory:read'],
    read: async (id, asked): Promise<{ ok: true; value: ResourceContent }> => ok({ uri: asked, mimeType, ...content(id) }),
  };
}

const resources: readonly ResourceDefinition[] = [
  fixtureResource('test://static-text', 'text/plain', () => ({ text: 'This is the content of the static text resource.' })),
  fixtureResource('test://static-binary', 'image/png', () => ({ blob: PNG })),
  fixtureResource('test://watched-resource', 'text/plain', () => ({ text: 'Watched.' })),
  fixtureResource('test://template/{id}/data', 'application/json', (id) => ({
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  })),
];

export const FIXTURE_SURFACE: Surface = {
  info: { name: 'hindsight-conformance-fixture', title: 'Conformance fixture', version: '0.0.0' },
  instructions: 'A fixture for the official conformance suite.',
  tools,
  prompts,
  resources,
};
