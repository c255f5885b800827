/**
 * Every message between a window (the endpoint of an extension host) and a client: the proxy before an agent's server, or the
 * hook of Claude Code. Each message is one line of JSON. Both ends import this file, and both read what they receive with
 * `readMessages.ts`, because the other end may be older, newer or hostile.
 *
 * The conversation: the window sends `challenge`; the client sends `hello`; the window sends `welcome`, or closes without a word.
 * Then both send the messages of `ClientMessage` and `WindowMessage` in any order. On a connection of the kind `upstream` they send the
 * messages of MCP instead, between an agent and a server of the window's host, one on each line.
 */

/** The version of this conversation. A change that an older end cannot read increases it. */
export const protocolVersion = 2;
/** The oldest version that this end can speak. */
export const oldestProtocolVersion = 1;
/** The first version with the kinds `serve` and `upstream`. */
export const servingProtocolVersion = 2;

/** The longest line before the client is authenticated, in bytes. */
export const maxHelloBytes = 4 * 1024;
/** The longest other line, in bytes. A request that would be longer is answered -32602 and not asked. */
export const maxLineBytes = 4 * 1024 * 1024;
/** The longest line on a connection of the kind `upstream`, in bytes. */
export const maxUpstreamLineBytes = 64 * 1024 * 1024;
/**
 * The largest number of values in a line: elements, properties, lists and objects. More would keep the window from responding while they
 * are read. A form with 20,000 options, the most that is shown, has 100,000.
 */
export const maxLineValues = 120_000;
/** How long the window waits for `hello`, in milliseconds. */
export const helloTimeoutMs = 2000;

/** Opens the conversation. It is the same for every client, so that nobody learns which clients exist. */
export interface Challenge {
  readonly type: 'challenge';
  /** The versions that the window speaks. */
  readonly protocol: number;
  readonly oldestProtocol: number;
  /** 32 random bytes in base64url. */
  readonly nonce: string;
}

/** Authenticates the client. `mac`: see `clientMac` in handshake.ts, over the exact text of `body`. */
export interface Hello {
  readonly type: 'hello';
  /** The JSON of a `HelloBody`. */
  readonly body: string;
  readonly mac: string;
}

/** Who connects. All texts but `client` and `server` come from the agent or its configuration and are hostile. */
export interface HelloBody {
  readonly protocol: number;
  /** `serve`: the proxy before a server that the window's host lends; `upstream`: its connection to that server. */
  readonly kind: 'proxy' | 'hook' | 'serve' | 'upstream';
  /** The client's id, which names its key file: `codex`, `claude`. */
  readonly client: string;
  /**
   * The server's name in the agent's configuration, or that of the host which lends it; empty for the hook, which names a server in each
   * request.
   */
  readonly server: string;
  /** 32 random bytes in base64url. */
  readonly nonce: string;
  /** A random id of this process, so that a window recognizes a client that connects again. */
  readonly session: string;
  /** The version of the program. */
  readonly version: string;
  /** `commandFingerprint` of the command that is started; empty if none is. */
  readonly fingerprint: string;
  /** The command line for the user to read, shortened; empty if no command is started. */
  readonly commandLine: string;
  /** The agent's working directory. */
  readonly folder: string;
  /** What the agent calls itself in `clientInfo`: its title or name, and its version. */
  readonly reportedName?: string | undefined;
  readonly reportedVersion?: string | undefined;
  /** Only of the hook: true if a user is at the agent's own terminal, so that the agent can ask there. Absent if the agent does not say. */
  readonly attended?: boolean | undefined;
  /**
   * True if a window has said, in this session, that the user had connected the client's server. If the user has disconnected it since,
   * the connection is closed: nobody is to be asked about what was just ended.
   */
  readonly wasConnected?: boolean | undefined;
}

/** Ends the handshake. `mac`: see `windowMac`; the client sends nothing before it has verified it. */
export interface Welcome {
  readonly type: 'welcome';
  /** The version that both speak from now on. */
  readonly protocol: number;
  readonly mac: string;
  /** The window's id. */
  readonly window: string;
  /** True if the workbench answered the extension host just now: see `Presence`. */
  readonly present: boolean;
  /** How long a result is kept for an agent that has stopped waiting, in milliseconds. */
  readonly keepMs: number;
  /** False if the client names a server of the editor that this window does not have open. Absent in windows that do not say it. */
  readonly hasServer?: boolean | undefined;
  /** True if the user has connected the client's server. */
  readonly isConnected?: boolean | undefined;
}

/** A call of the agent's that runs on the server. */
export interface AgentCall {
  /** The client's id of the call, unique in its session. */
  readonly id: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  /** The arguments as the agent sent them. Absent for a resource. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** What the user is asked. The parts are as the server sent them. */
export type AskedRequest =
  /** The `params` of one `elicitation/create`. The window replies with `result`. */
  | { readonly kind: 'pushed'; readonly params: unknown }
  /** The `inputRequests` of one `input_required` result, all of them elicitations. The window replies with `responses`. */
  | { readonly kind: 'round'; readonly inputRequests: Readonly<Record<string, unknown>> }
  /** The `data` of one error -32042. The window replies with `repeat` when the user says that the pages are done. */
  | { readonly kind: 'requiredUrls'; readonly data: unknown };

/** Asks the user. */
export interface Ask {
  readonly type: 'ask';
  /** The client's id of the request, unique in its session and the same at every window. */
  readonly id: string;
  /** Increases with each window that is asked. An answer under an older number is refused. */
  readonly number: number;
  readonly request: AskedRequest;
  /** The call that asks, or several if it is not certain which one; empty if none runs. */
  readonly calls: readonly AgentCall[];
  /** Milliseconds since the server asked. */
  readonly ageMs: number;
  /** What the server calls itself, and the version of MCP that it and the agent speak, as far as they are known. */
  readonly serverInfo?: { readonly name: string; readonly version?: string | undefined } | undefined;
  readonly protocolVersion?: string | undefined;
  /** Only of the hook: the server that asks, as Claude Code names it. */
  readonly hookServer?: string | undefined;
}

/** Why a request is no longer to be asked. */
export type WithdrawReason =
  /** The server cancelled the request, or stopped waiting for it. */
  | 'server'
  /** The server ended. */
  | 'serverEnded'
  /** The user interrupted the call in the agent. */
  | 'interrupted'
  /** The agent ended. */
  | 'agentEnded'
  /** The call ended without the answer. */
  | 'callEnded'
  /** Another window asks now. */
  | 'moved';

export interface Withdraw {
  readonly type: 'withdraw';
  readonly id: string;
  readonly number: number;
  readonly reason: WithdrawReason;
}

/** Tells what became of an answer. */
export interface Receipt {
  readonly type: 'receipt';
  readonly id: string;
  readonly number: number;
  readonly outcome: /** It was written to the server. */
    | 'sent'
    /** The number is old, or the request was withdrawn before: nothing was sent. */
    | 'refused'
    /** The server ended before it was written. */
    | 'lost';
  /** For `refused`: true if another window asks the request now. */
  readonly moved?: boolean | undefined;
}

/** The server sent `notifications/elicitation/complete`. */
export interface Complete {
  readonly type: 'complete';
  readonly elicitationId: string;
}

/** Tells how a call that has asked, or asks, goes on. */
export interface CallState {
  readonly type: 'callState';
  readonly call: string;
  /** `parked`: the agent has stopped waiting; an answer is kept for it. `joined`: the agent has asked for it again. */
  readonly state: 'parked' | 'joined';
}

/** A call has ended. Sent for every call, for the record: never with arguments or results. */
export interface CallEnded {
  readonly type: 'callEnded';
  readonly call: string;
  readonly kind: AgentCall['kind'];
  readonly name: string;
  readonly outcome: 'result' | 'toolError' | 'error' | 'cancelled' | 'timedOut' | 'lost';
  readonly durationMs: number;
}

/** Asks whether somebody is at the window. */
export interface Probe {
  readonly type: 'probe';
  readonly id: number;
}

export type ClientMessage = Ask | Withdraw | Receipt | Complete | CallState | CallEnded | Probe;

/** The reply to one `elicitation/create`. */
export interface AnswerResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** A JSON-RPC error for the server. */
export interface AnswerError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type AnswerBody =
  | { readonly kind: 'result'; readonly result: AnswerResult }
  /** The responses of a round, by key. */
  | { readonly kind: 'responses'; readonly responses: Readonly<Record<string, AnswerResult>> }
  /** The call is to be sent again as it was. */
  | { readonly kind: 'repeat' }
  /** The request is refused. Only for `pushed`. */
  | { readonly kind: 'error'; readonly error: AnswerError }
  /** The call is to be ended. `message`: one sentence for the agent. Only for `round` and `requiredUrls`. */
  | { readonly kind: 'endCall'; readonly message: string }
  /** The user answers in the agent. Only for the hook. */
  | { readonly kind: 'elsewhere' };

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  readonly number: number;
  readonly answer: AnswerBody;
}

/** The user stopped a call. */
export interface StopCall {
  readonly type: 'stopCall';
  readonly call: string;
}

/** The reply to `probe`: true if the workbench answered its extension host within two seconds. */
export interface Presence {
  readonly type: 'presence';
  readonly id: number;
  readonly present: boolean;
}

/** The window closes the connection. */
export interface Closing {
  readonly type: 'closing';
  /** `window`: it is closed or reloaded. `disabled`: agents were switched off, or this client was disconnected. */
  readonly reason: 'window' | 'disabled';
  /** True if the user has disconnected the client's server, while others of the same agent may still be connected. */
  readonly isDisconnected?: boolean | undefined;
}

export type WindowMessage = Answer | StopCall | Presence | Closing;

/**
 * The id, as JSON, of `initialize` on a connection of the kind `upstream` with which the program begins the agent's session again: the agent
 * may still answer what the server has asked over an earlier connection.
 */
export const beginAgainId = '"mcp-elicitation-begin"';

/** The code of an error about a server that a window's host lends. Outside the range that JSON-RPC reserves. */
export const lendingErrorCode = -31004;

/** The `reason` in the data of such an error if the user has to be asked first: for a sign-in, an input or an agreement. */
export const userRequiredReason = 'userRequired';

/** The error for the server if nobody could be asked. Its code is outside the range that JSON-RPC reserves. */
export const noUserError = {
  code: -31002,
  message: 'Nobody could be asked: no editor window is open.',
  data: { reason: 'no_user' },
} as const satisfies AnswerError;
