/**
 * The one registration seam: tools, prompts and resources as data. Both protocol lanes serve a Surface; neither SDK is visible from here,
 * so a tool file cannot reach around access, limits, failure wording or the observer.
 */
import type { MemoryService } from '../../application/service.ts';
import type { Scope } from '../../domain/access/api-key.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';

/**
 * The subset of JSON Schema that every known client accepts for tool parameters: no unions, no formats, no patterns, no type lists.
 * `additionalProperties: false` stands at the root only (strict modes ask for it; unknown arguments are ignored all the same).
 */
export type ParameterSchema =
  | { readonly type: 'string'; readonly description: string; readonly enum?: readonly string[] }
  | { readonly type: 'integer' | 'number'; readonly description: string; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'boolean'; readonly description: string }
  | { readonly type: 'array'; readonly description: string; readonly items: { readonly type: 'string' | 'integer' } };

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Loose on purpose: a client that validates replies must keep working when a field is added. A field that may be null names no type. */
export interface OutputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, OutputField>>;
  readonly required?: readonly string[];
}
export interface OutputField {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly items?: OutputField;
  readonly properties?: Readonly<Record<string, OutputField>>;
}

export interface ToolAnnotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | { readonly type: 'resource'; readonly resource: ResourceContent };

export type ResourceContent = { readonly uri: string; readonly mimeType: string } & ({ readonly text: string } | { readonly blob: string });

/** `structured`: sent as structuredContent and, as compact JSON, as text. `content`: for a tool that declares no output schema. */
export type ToolReply =
  | { readonly structured: Readonly<Record<string, unknown>> }
  | { readonly content: readonly ContentBlock[]; readonly isError?: boolean };

export type Arguments = Readonly<Record<string, unknown>>;

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** One request's view of the service. `via` of the caller is set by the seam (`mcp:memory_write`, `mcp:prompt:recall_context`, ...). */
export interface Exchange {
  readonly service: MemoryService;
  readonly caller: { readonly namespace: string; readonly via: string; readonly client: string | null; readonly request_id: string };
  /** Aborted when the client has gone (2026-07-28) or cancelled. */
  readonly signal: AbortSignal;
  /** Null unless the client sent a progress token and can read a stream. */
  readonly progress: ((report: Progress) => Promise<void>) | null;
}

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly outputSchema?: OutputSchema;
  readonly annotations: ToolAnnotations;
  readonly scopes: readonly Scope[];
  /** Worth a stream when the client asks for progress. */
  readonly reports_progress?: true;
  /** Arguments have the declared types already; unknown ones are gone. */
  call(given: Arguments, exchange: Exchange): Promise<Result<ToolReply, Failure>>;
}

export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly scopes: readonly Scope[];
  get(given: Readonly<Record<string, string>>, exchange: Exchange): Promise<Result<readonly PromptMessage[], Failure>>;
}
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

export interface ResourceDefinition {
  /** A fixed URI, or a template with one `{id}`. */
  readonly uri: string;
  readonly template: boolean;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly scopes: readonly Scope[];
  /** `id` is decoded; empty for a fixed URI. */
  read(id: string, uri: string, exchange: Exchange): Promise<Result<ResourceContent, Failure>>;
}

export interface Surface {
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  /** In the order in which they are listed, always. */
  readonly tools: readonly ToolDefinition[];
  readonly prompts: readonly PromptDefinition[];
  readonly resources: readonly ResourceDefinition[];
}
