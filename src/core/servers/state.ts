import type { Failure } from '../errors.ts';

/** How a server stands. Its verbs are on `Server`. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly self: ServerSelf }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What a server says of itself. Hostile text: shown as secondary, never in place of the configured name. */
export interface ServerSelf {
  readonly name?: string;
  readonly version?: string;
  /** Negotiated protocol revision, such as `2025-11-25`. */
  readonly protocolVersion: string;
  readonly instructions?: string;
}

/** What a running server offers, as last listed. */
export interface Offerings {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
}

export const noOfferings: Offerings = { tools: [], prompts: [], resources: [] };

export interface OfferedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The raw JSON Schema of the arguments. */
  readonly inputSchema: unknown;
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
