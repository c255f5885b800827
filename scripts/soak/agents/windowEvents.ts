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
  /** After a garbage collection. */
  | { readonly type: 'heap'; readonly bytes: number };

/** When the user answers. */
export type Plan = 'early' | 'late' | 'never';

export type WindowCommand =
  /** The user answers everything at once from now on. */
  | { readonly type: 'drain' }
  | { readonly type: 'close'; readonly reason: 'window' | 'disabled' }
  | { readonly type: 'focus' }
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
}
