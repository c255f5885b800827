/** What a window of the fault run reports to it. `token`: the call's, which stands in the message of the request. */
export type WindowEvent =
  | { readonly type: 'listening' }
  /** The sentence that the user of the window sees. */
  | { readonly type: 'problem'; readonly text: string }
  | { readonly type: 'arrived'; readonly token: string; readonly plan: Plan }
  /** Reported before the decision is made. `answer` is unique. */
  | { readonly type: 'decides'; readonly token: string; readonly answer: string; readonly action: string }
  /** The request was gone before the decision. */
  | { readonly type: 'tooLate'; readonly answer: string }
  | { readonly type: 'withdrawn'; readonly token: string; readonly reason: string }
  /** What the window shows of the way of an answer. */
  | { readonly type: 'delivery'; readonly answer: string; readonly state: string }
  | { readonly type: 'stopped'; readonly token: string }
  | { readonly type: 'callEnded'; readonly outcome: string }
  | OwnCallEnded
  /** It has closed for a reload. `open`: the requests that were open then, of which `notWithdrawn` were not withdrawn. */
  | { readonly type: 'reloaded'; readonly open: number; readonly notWithdrawn: number }
  /** After a garbage collection. */
  | { readonly type: 'heap'; readonly bytes: number };

/** The servers that a window's own host calls, over HTTP. Only the streams of `resumable` can be resumed. */
export const ownServers = ['legacy', 'resumable', 'modern'] as const;
export type OwnServer = (typeof ownServers)[number];

/** The end of a call of the window's own host. */
export interface OwnCallEnded {
  readonly type: 'ownCallEnded';
  readonly token: string;
  readonly end: 'result' | 'error' | 'cancelled';
  /** The name of the failure; empty if there is none. */
  readonly detail: string;
  /** Of the result, or of the failure. */
  readonly text: string;
}

/** A call that a window's own host makes. */
export interface OwnCall {
  readonly token: string;
  readonly tool: string;
  readonly count: number;
  readonly server: OwnServer;
  /** When its user cancels it, in milliseconds; absent if never. */
  readonly cancelMs?: number | undefined;
}

/** When the user answers. */
export type Plan = 'early' | 'late' | 'never';

export type WindowCommand =
  /** The user answers everything at once from now on. */
  | { readonly type: 'drain' }
  | { readonly type: 'close'; readonly reason: 'window' | 'disabled' }
  /** It closes, and its user answers nothing from now on. */
  | { readonly type: 'reload' }
  | { readonly type: 'focus' }
  /** Its clock is set by so much. */
  | { readonly type: 'jumpClock'; readonly ms: number }
  | { readonly type: 'call'; readonly call: OwnCall }
  /** Only to a window whose heap is measured. */
  | { readonly type: 'measureHeap' }
  | { readonly type: 'presence'; readonly isPresent: boolean };

export interface WindowOptions {
  /** The user's home directory. */
  readonly home: string;
  readonly folder: string;
  readonly seed: number;
  readonly name: string;
  readonly isDraining: boolean;
  /** True if its user answers everything, though some of it late. */
  readonly answersAll: boolean;
  /** The port of the servers that its own host calls; absent if it calls none. */
  readonly ownPort?: number | undefined;
}
