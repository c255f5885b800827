/** A request that the user, or a program for the user, sends to a server, which may answer it by an elicitation. */
export type CallRequest =
  | { readonly kind: 'tool'; readonly name: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly kind: 'prompt'; readonly name: string; readonly arguments: Readonly<Record<string, string>> }
  /** `template`: the URI template that the URI was expanded from. */
  | { readonly kind: 'resource'; readonly uri: string; readonly template?: string };

/** What began a call: the user in a view of the extension, or another extension by a command. */
export type CallOrigin = 'person' | 'program';

/** A call in flight. */
export interface Call {
  readonly id: string;
  readonly serverId: string;
  readonly serverName: string;
  readonly request: CallRequest;
  readonly origin: CallOrigin;
  /** When it began, in milliseconds of the steady clock. */
  readonly startedAt: number;
  /** The last progress notification, if any came. */
  readonly progress?: Progress;
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
