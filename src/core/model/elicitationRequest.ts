import type { SensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { ReadUrl } from '#core/guard/url/readUrl.ts';
import type { UrlFinding } from '#core/guard/url/urlFinding.ts';
import type { FormModel } from '#form/model.ts';
import type { Call, CallRequest } from './call.ts';

/** An elicitation that waits for the user. */
export type ElicitationRequest = FormRequest | UrlRequest;

interface CommonRequest {
  /** Made by the host, unique in this window; not the server's id. */
  readonly id: string;
  readonly server: Attribution;
  /** The call that led here, when it is known; else the request is attributed to the server alone. */
  readonly call?: CallReference | undefined;
  /** True when the user began that call in a view of the extension. */
  readonly askedFor: boolean;
  /** The message of the server. Plain text with its line breaks. */
  readonly message: string;
  /** The position among several requests of one round. They enter the inbox one after another. */
  readonly group?: RequestGroup | undefined;
  /** The user has declined the same request before, in this call or in another of the same tool. */
  readonly declinedBefore?: boolean | undefined;
}

/** Source: MCP specification, client/elicitation, "Form Mode Elicitation Requests". */
export interface FormRequest extends CommonRequest {
  readonly mode: 'form';
  readonly form: FormModel;
  /** The `requestedSchema` as received: the reply is checked against it. */
  readonly schema: unknown;
  /** The sensitive fields, in the order of the form. */
  readonly sensitive: readonly SensitiveField[];
  /**
   * The content with which the same form was accepted before in this call, without secrets.
   */
  readonly acceptedBefore?: Readonly<Record<string, unknown>> | undefined;
}

/** Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests". */
export interface UrlRequest extends CommonRequest {
  readonly mode: 'url';
  /** As received, and opened exactly so. `http` or `https`. */
  readonly url: string;
  /** The parsed `url`. */
  readonly reading: ReadUrl;
  /** What the user should know before the URL is opened, the most serious first. */
  readonly findings: readonly UrlFinding[];
  /** Names the interaction in the completion notification. Only up to revision 2025-11-25. */
  readonly elicitationId?: string | undefined;
}

export interface RequestGroup {
  /** Made by the host. */
  readonly id: string;
  /** From 0. */
  readonly index: number;
  readonly size: number;
}

/** The call that a request belongs to. */
export interface CallReference {
  readonly id: string;
  readonly request: CallRequest;
}

/** Which server asks, by its configured name, and how it calls itself. */
export interface Attribution {
  readonly id: string;
  readonly name: string;
  /** The server's `title` or `name`, as it calls itself. */
  readonly selfName?: string;
}

/**
 * What the user decided. An accepted form has content; an accepted URL was opened, and has none.
 * Source: MCP specification, client/elicitation, "Response Actions".
 */
export type Decision =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  /** `restOfCall`: the same request is declined whenever it comes again in this call. */
  | { readonly action: 'decline'; readonly restOfCall?: boolean }
  /** `byProgram`: another extension cancelled it by a command. */
  | { readonly action: 'cancel'; readonly byProgram?: true };

/** True when another extension cancelled the request, not the user. */
export function isByProgram(decision: Decision): boolean {
  return decision.action === 'cancel' && decision.byProgram === true;
}

/**
 * Why a request ended without a decision of the user.
 * `server`: the server cancelled it. `connection`: the server went away. `host`: the call was cancelled, or the
 * server stopped, removed, or the window is closing; there `cancel` is still sent where the wire allows it.
 */
export interface Withdrawal {
  readonly by: 'server' | 'connection' | 'host';
  /** One sentence for the user. */
  readonly reason: string;
}

/** The part of a call that its requests refer to. */
export function callReference({ id, request }: Call): CallReference {
  return { id, request };
}
