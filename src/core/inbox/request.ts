import type { FormModel } from '../../form/model.ts';
import type { CallRequest } from '../servers/call.ts';

/** A question from a server that waits for a person. */
export interface ElicitationRequest {
  /** Ours, unique in this window; never the server's. */
  readonly id: string;
  readonly server: Attribution;
  /** The call that led here, where that can be known; else the question is attributed to the server alone. */
  readonly call?: { readonly id: string; readonly request: CallRequest };
  /** True when the person began that call in our own views. */
  readonly askedFor: boolean;
  readonly mode: 'form';
  /** The server's words. Plain text, newlines kept. */
  readonly message: string;
  readonly form: FormModel;
  /** The raw `requestedSchema`, as received: what leaves is checked against it. */
  readonly schema: unknown;
}

/** Who asks: the configured name first, the server's own words about itself second. */
export interface Attribution {
  readonly id: string;
  readonly name: string;
  /** The server's `title` or `name`, as it calls itself. */
  readonly selfName?: string;
}

/** What a person decided. Source: MCP specification, client/elicitation, "Response Actions". */
export type Decision =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/**
 * Why a question went away without the person's decision.
 * `server`: the server cancelled it. `connection`: the server went away. `host`: the call was cancelled, or the
 * server stopped, removed, or the window is closing; there `cancel` is still sent where the wire allows it.
 */
export interface Withdrawal {
  readonly by: 'server' | 'connection' | 'host';
  /** One sentence for the person. */
  readonly reason: string;
}
