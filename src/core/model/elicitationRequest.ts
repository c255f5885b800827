import type { SensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { ReadUrl } from '#core/guard/url/readUrl.ts';
import type { UrlFinding } from '#core/guard/url/urlFinding.ts';
import type { FormModel } from '#form/model.ts';
import type { Call, CallRequest } from './call.ts';

/** A question from a server that waits for a person. */
export type ElicitationRequest = FormRequest | UrlRequest;

interface CommonRequest {
  /** Ours, unique in this window; never the server's. */
  readonly id: string;
  readonly server: Attribution;
  /** The call that led here, where that can be known; else the question is attributed to the server alone. */
  readonly call?: CallReference | undefined;
  /** True when the person began that call in our own views. */
  readonly askedFor: boolean;
  /** The server's words. Plain text, newlines kept. */
  readonly message: string;
  /** Where several questions came together, its place among them. They enter the inbox one after another. */
  readonly group?: RequestGroup | undefined;
  /** The person has declined the same before, in this call or in another of the same tool. */
  readonly declinedBefore?: boolean | undefined;
}

/** Source: MCP specification, client/elicitation, "Form Mode Elicitation Requests". */
export interface FormRequest extends CommonRequest {
  readonly mode: 'form';
  readonly form: FormModel;
  /** The raw `requestedSchema`, as received: what leaves is checked against it. */
  readonly schema: unknown;
  /** The fields that ask for a secret, in the order of the form. */
  readonly sensitive: readonly SensitiveField[];
  /**
   * The same form was accepted before in this call, with this content, and the server asks for it again. Secrets are not
   * among it.
   */
  readonly acceptedBefore?: Readonly<Record<string, unknown>> | undefined;
}

/** Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests". */
export interface UrlRequest extends CommonRequest {
  readonly mode: 'url';
  /** As received: what is opened is exactly this. `http` or `https`. */
  readonly url: string;
  /** `url`, taken apart. */
  readonly reading: ReadUrl;
  /** What the person should know before it is opened, the most serious first. */
  readonly findings: readonly UrlFinding[];
  /** Names the interaction in the completion notification. Only up to revision 2025-11-25. */
  readonly elicitationId?: string | undefined;
}

export interface RequestGroup {
  /** Ours. */
  readonly id: string;
  /** From 0. */
  readonly index: number;
  readonly size: number;
}

/** The call that a question belongs to. */
export interface CallReference {
  readonly id: string;
  readonly request: CallRequest;
}

/** Who asks: the configured name first, the server's own words about itself second. */
export interface Attribution {
  readonly id: string;
  readonly name: string;
  /** The server's `title` or `name`, as it calls itself. */
  readonly selfName?: string;
}

/**
 * What a person decided. An accepted form has content; an accepted URL was opened, and has none.
 * Source: MCP specification, client/elicitation, "Response Actions".
 */
export type Decision =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  /** `restOfCall`: the same is to be declined whenever it is asked again in this call. */
  | { readonly action: 'decline'; readonly restOfCall?: boolean }
  /** `byProgram`: it was no person, but another extension by our commands. */
  | { readonly action: 'cancel'; readonly byProgram?: true };

/** True where a question was cancelled, and by no person. */
export function isByProgram(decision: Decision): boolean {
  return decision.action === 'cancel' && decision.byProgram === true;
}

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

/** A call, as far as its questions name it. */
export function callReference({ id, request }: Call): CallReference {
  return { id, request };
}
