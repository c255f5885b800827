import type { Failure } from '#core/common/errors.ts';

/** How a server stands. Its verbs are on `Server`. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly self: ServerSelf }
  /** `restarts`: it is started again by itself after a pause. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly restarts?: true };

/** What a server says of itself. Hostile text: shown as secondary, never in place of the configured name. */
export interface ServerSelf {
  readonly name?: string;
  readonly version?: string;
  /** Negotiated protocol revision, such as `2025-11-25`. */
  readonly protocolVersion: string;
  /** `modern`: revision 2026-07-28 and later. */
  readonly era: 'legacy' | 'modern';
  /** Which optional features it declares. */
  readonly declares: { readonly logging: boolean; readonly completions: boolean };
  readonly instructions?: string;
}

/** What a running server offers, as last listed. */
export interface Offerings {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
  readonly resourceTemplates: readonly OfferedTemplate[];
  /** Those of the lists that may lack something. */
  readonly incomplete: readonly ('tools' | 'prompts' | 'resources' | 'resourceTemplates')[];
}

export const noOfferings: Offerings = { tools: [], prompts: [], resources: [], resourceTemplates: [], incomplete: [] };

export interface OfferedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The raw JSON Schema of the arguments. */
  readonly inputSchema: unknown;
  /** The raw JSON Schema of `structuredContent` in its results. Absent: it has none. */
  readonly outputSchema?: unknown;
  readonly annotations?: ToolAnnotations;
  /** Source: MCP specification 2025-11-25, basic/utilities/tasks, "Tool-Level Negotiation". */
  readonly taskSupport?: 'required' | 'optional' | 'forbidden';
}

/**
 * What a server claims of a tool: not to be relied on. A hint that is absent was not given.
 * Source: MCP specification, server/tools, "Tool", and schema, `ToolAnnotations`.
 */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  /** Together with `idempotentHint`, of a tool that does not only read. */
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface OfferedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
}

export interface OfferedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Source: MCP specification, server/resources, "Resource Templates". */
export interface OfferedTemplate {
  /** As RFC 6570 has it. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}
