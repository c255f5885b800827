import type { ClientMessage, Closing, Receipt, WindowMessage } from '#agentProtocol/agentMessages.ts';

/** What happens around the machine. Each event comes with its time, in milliseconds since the epoch. */
export type MachineEvent =
  /** A line of the agent's or of the server's, with its line end. */
  | { readonly type: 'agent' | 'server'; readonly line: Buffer }
  | { readonly type: 'agentEnded' | 'serverEnded' }
  /** The session with the server is over, and another one may follow. `message`: for the calls in flight. */
  | { readonly type: 'serverLost'; readonly message: string }
  /** A window has accepted this client. If another one is open, its requests move to the new one. */
  | { readonly type: 'windowOpened'; readonly link: number; readonly keepMs: number }
  | { readonly type: 'windowClosed'; readonly link: number; readonly reason: Closing['reason'] }
  /** A window of this folder is registered. It is not known yet whether it replies: `windowOpened` or `windowNotFound` follows. */
  | { readonly type: 'windowRegistered' }
  /** The first look for a window found none. `isComing`: one of this folder closed a moment ago. */
  | { readonly type: 'windowNotFound'; readonly isComing: boolean }
  | { readonly type: 'windowMessage'; readonly link: number; readonly message: WindowMessage }
  /** The time of `nextDeadline` has come. */
  | { readonly type: 'time' };

/** What is to be done, in this order. */
export type MachineAction =
  | { readonly type: 'toAgent'; readonly bytes: Buffer }
  /** `receipt` is to be sent once the bytes are written, or with the outcome `lost` if they cannot be. */
  | { readonly type: 'toServer'; readonly bytes: Buffer; readonly receipt?: LinkedReceipt | undefined }
  | { readonly type: 'toWindow'; readonly link: number; readonly message: ClientMessage }
  /** Look for a window, at once and then for this long; `windowNotFound` after the first look. */
  | { readonly type: 'seek'; readonly forMs: number; readonly reported: ReportedClient }
  /** True while a request is open: then it matters whether somebody is at the window. */
  | { readonly type: 'asking'; readonly isAsking: boolean }
  /** A line for the standard error, without its line end. */
  | { readonly type: 'log'; readonly text: string };

/** A receipt and the window that waits for it. */
export interface LinkedReceipt {
  readonly link: number;
  readonly receipt: Receipt;
}

/** What the agent calls itself. */
export interface ReportedClient {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
}

/** What the configuration of the agent says about its server. */
export interface MachineOptions {
  /** How long the agent waits for the result of a call. Absent: not known, or for ever. */
  readonly limitMs?: number | undefined;
  /** How long it waited before a longer limit was written. Kept for every request that is not owed. */
  readonly ownLimitMs?: number | undefined;
  /** True if a progress notification starts the agent's limit again. */
  readonly progressExtends: boolean;
  /** The time of day for the user's model to read: `10:03`. */
  formatTime(ms: number): string;
}
