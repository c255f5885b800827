import type { Call } from '#core/model/call.ts';
import type { Roots } from '#core/model/roots.ts';
import type { ElicitationHandler } from './elicitationHandler.ts';

/** Requests of ours whose server may ask for pages before it answers them. */
export interface PagesContext {
  readonly questions: ElicitationHandler;
  /** Absent: it is no call, and nobody is waiting for it. */
  readonly call?: Call | undefined;
  /** Fires when the requests are to end; its reason is what the caller is told. */
  readonly signal: AbortSignal;
}

/** A call whose server may ask. */
export interface AskingContext extends PagesContext {
  readonly call: Call;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
}
