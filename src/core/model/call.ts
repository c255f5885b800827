import type { ArgumentSecrets } from './argumentSecrets.ts';

/** A request that the user, or a program for the user, sends to a server. While it runs, the server may send elicitations. */
export type CallRequest =
  | { readonly kind: 'tool'; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly kind: 'prompt'; readonly name: string; readonly arguments: Readonly<Record<string, string>> }
  /** `template`: the URI template that the URI was expanded from. */
  | { readonly kind: 'resource'; readonly uri: string; readonly template?: string };

/** `user`: the user started the call in a view of this extension. `program`: another extension started it by a command. */
export type CallOrigin = 'user' | 'program';

/** A call in flight. */
export interface Call {
  readonly id: string;
  readonly serverId: string;
  readonly serverName: string;
  readonly request: CallRequest;
  /** What tells the secrets in the arguments. Absent if only the server's offerings do. */
  readonly secrets?: ArgumentSecrets | undefined;
  /** `agent`: an agent made the call to a server of its own, and only the questions come to this window. */
  readonly origin: CallOrigin | 'agent';
  /** The time of its start, in milliseconds of the steady clock. */
  readonly startedAt: number;
  /** The last progress notification, if there was one. */
  readonly progress?: Progress;
  /** Only of a call with the origin `agent`. */
  readonly agent?: CallingAgent;
}

/** The agent that made a call, and whether it waits for the result. */
interface CallingAgent {
  /** `Codex`. */
  readonly name: string;
  /** See `Asker.isConnected`. */
  readonly isConnected: boolean;
  /**
   * `waiting`: the agent waits. `parked`: it has stopped waiting, and the result is kept for it. `joined`: it waits again, because it
   * has made the same call again.
   */
  readonly state: 'waiting' | 'parked' | 'joined';
  /** The time of the last change of the state, in milliseconds of the steady clock. */
  readonly changedAt: number;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A short name for a call's target: the tool's or prompt's name, or the resource's URI. */
export function targetOf(request: CallRequest): string {
  return request.kind === 'resource' ? request.uri : request.name;
}

export function withoutArguments(request: CallRequest): CallRequest {
  return request.kind === 'resource' ? request : { ...request, arguments: {} };
}
