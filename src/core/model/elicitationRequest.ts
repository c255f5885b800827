import type { SensitiveField } from '#core/guard/sensitive/sensitiveKinds.ts';
import type { ParsedUrl } from '#core/guard/url/readUrl.ts';
import type { UrlFinding } from '#core/guard/url/urlFinding.ts';
import type { FormModel } from '#form/model.ts';
import type { ArgumentSecrets } from './argumentSecrets.ts';
import type { Call, CallRequest } from './call.ts';

/** An elicitation that waits for the user. */
export type ElicitationRequest = FormRequest | UrlRequest;

interface CommonRequest {
  /** The host's id, unique in this window; not the id of the JSON-RPC request. */
  readonly id: string;
  readonly server: Attribution;
  /** The call that the request belongs to. Absent if unknown: then the request is attributed to the server only. */
  readonly call?: CallReference | undefined;
  /** The calls that the request may belong to, if several are known. */
  readonly candidates?: readonly CallReference[] | undefined;
  /** True if the user started the call in a view of this extension. */
  readonly isStartedByUser: boolean;
  /** The server's message. Plain text, which may have line breaks. */
  readonly message: string;
  /** The position among several requests of one round or of one list of required URLs, which enter the inbox one after another. */
  readonly group?: PositionInGroup | undefined;
  /** True if the user has declined the same request before, in this call or in another call of the same tool. */
  readonly declinedBefore?: boolean | undefined;
}

/** Source: MCP specification, client/elicitation, "Form Mode Elicitation Requests". */
export interface FormRequest extends CommonRequest {
  readonly mode: 'form';
  readonly form: FormModel;
  /** The `requestedSchema` as received. */
  readonly schema: unknown;
  /** The sensitive fields, in the order of the form. */
  readonly sensitive: readonly SensitiveField[];
  /** The content with which the user accepted the same form before in this call, without secrets. */
  readonly acceptedBefore?: Readonly<Record<string, unknown>> | undefined;
}

/** Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests". */
export interface UrlRequest extends CommonRequest {
  readonly mode: 'url';
  /** The URL as received, which is also how it is opened. `http` or `https`. */
  readonly url: string;
  /** The parsed `url`. */
  readonly parsedUrl: ParsedUrl;
  /** The findings about the URL, the most serious first. */
  readonly findings: readonly UrlFinding[];
  /** Identifies the interaction in the completion notification. Only up to revision 2025-11-25. */
  readonly elicitationId?: string | undefined;
}

/** The position of a request in a round, or in a list of required URLs, with several requests. */
export interface PositionInGroup {
  /** The host's id of the group. */
  readonly id: string;
  /** The index of the request in the group, from 0. */
  readonly index: number;
  readonly size: number;
}

/** The call that a request belongs to. */
export interface CallReference {
  readonly id: string;
  readonly request: CallRequest;
  /** What tells the secrets in the arguments: see `Call.secrets`. */
  readonly secrets?: ArgumentSecrets | undefined;
  /** Present if another extension started the call by a command. */
  readonly byProgram?: true;
}

/** The server that a request comes from. */
export interface Attribution {
  readonly id: string;
  /** The configured name. For a server of an asker: a name or a clause that says who asks, and whether the server is known. */
  readonly name: string;
  /** The `title` or `name` that the server reports in `serverInfo`. */
  readonly reportedName?: string;
  /** Absent for a server of this host. A request with an asker never takes the keyboard. */
  readonly asker?: Asker | undefined;
}

/** The program that asks for a server that this host does not run. */
export interface Asker {
  readonly kind: 'agent' | 'extension';
  /** The agent's name, `Codex`. Empty for an extension, because VS Code does not say which one it is. */
  readonly name: string;
  /** The server's name as the asker gives it, on one line. */
  readonly server: string;
  /**
   * True if the asker starts the server with the command that the user connected. Only then the name is more than a claim, and only
   * then answers are remembered.
   */
  readonly isConnected: boolean;
  /** What the agent calls itself, with its version. Hostile text on one line. */
  readonly reportedName?: string | undefined;
  /** The command line of the server, on one line. */
  readonly commandLine?: string | undefined;
  /** The folder in which the agent works. Hostile text on one line. */
  readonly folder?: string | undefined;
  /** Present if the request comes from the agent's hook. */
  readonly hook?: AgentHook | undefined;
}

/**
 * What is different with a request of an agent's hook: the agent leaves out each `pattern`, and repeats a call that requires a page as soon
 * as the request is accepted, so the reply waits until the page is done.
 */
interface AgentHook {
  /** True if the user can answer in the agent instead, as far as the agent says. */
  readonly isAttended: boolean;
}

/**
 * What the user decided. An accepted form has content; an accepted URL was opened, and has none.
 * Source: MCP specification, client/elicitation, "Response Actions".
 */
export type Decision =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  /** `restOfCall`: true if the same request is also declined every time it comes again in this call. */
  | { readonly action: 'decline'; readonly restOfCall?: boolean }
  /** `byProgram`: present if another extension cancelled the request by a command. */
  | { readonly action: 'cancel'; readonly byProgram?: true };

/** True if another extension cancelled the request, not the user. */
export function isByProgram(decision: Decision): boolean {
  return decision.action === 'cancel' && decision.byProgram === true;
}

/**
 * The reason for which a request ended without a decision of the user.
 * `server`: the server cancelled it. `connection`: the connection ended. `host`: the call was cancelled, the server was
 * stopped or removed, or the window is closing; then the host still replies `cancel` if the connection allows it.
 */
export interface Withdrawal {
  readonly by: 'server' | 'connection' | 'host';
  /** One sentence for the user. */
  readonly reason: string;
  /** True if the host ended the request because of something that happened outside of this window. */
  readonly isNews?: true;
}

/** The part of a call that its elicitations refer to. */
export function callReference({ id, request, secrets, origin }: Call): CallReference {
  return { id, request, ...(secrets && { secrets }), ...(origin === 'program' && { byProgram: true as const }) };
}
