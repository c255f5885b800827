import type { EarlierSteps } from '#core/inbox/callSteps.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import type { ArgumentPath } from './hiddenArguments.ts';
import type { ReadablePart } from './readablePart.ts';

/** The tool, prompt or resource that was called. */
interface KeptTarget {
  readonly kind: CallRequest['kind'];
  /** The name, or the URI of a resource. */
  readonly name: string;
  readonly title?: string | undefined;
}

/** The problems of a tool's structured content, or the reason for which it was not checked. The result is shown nevertheless. */
export interface ResultMismatch {
  /** Violations of the tool's output schema; empty if it could not be checked. */
  readonly problems: readonly string[];
  /** The reason for which the content could not be checked, as a sentence. */
  readonly unchecked?: string | undefined;
}

/** How a call ended. */
export type KeptOutcome =
  /** `failed`: true if the tool reports an error (`isError`). */
  | {
      readonly kind: 'result';
      readonly failed: boolean;
      readonly parts: readonly ReadablePart[];
      readonly mismatch?: ResultMismatch | undefined;
    }
  /** The call ended without a result. */
  | { readonly kind: 'error'; readonly summary: string; readonly remedy?: string; readonly detail?: string }
  | { readonly kind: 'cancelled' }
  /** The user declined a page that the server required before the call (-32042). */
  | { readonly kind: 'declined'; readonly summary: string };

/** The part of an ended call that lists show. */
export interface CallSummary {
  /** The id that the call had while it ran. */
  readonly id: string;
  readonly server: { readonly id: string; readonly name: string; readonly scope?: string | undefined };
  readonly target: KeptTarget;
  readonly origin: CallOrigin;
  /** The time of its end, in milliseconds since the epoch. */
  readonly at: number;
  readonly outcome: 'result' | 'failed' | 'error' | 'cancelled' | 'declined';
}

/** A call that has ended, with its result. */
export interface KeptCall extends Omit<CallSummary, 'outcome'> {
  /** The request as sent. Absent if it contained secrets, which are not kept; then it cannot be sent again unchanged. */
  readonly request?: CallRequest | undefined;
  /** The arguments with `hiddenSecret` in place of secrets. Absent if there are none, or if their secrets could not be located. */
  readonly shownArguments?: Readonly<Record<string, unknown>> | undefined;
  /** The paths of what is hidden in `shownArguments`. A text alone does not tell, because an argument may be the same text. */
  readonly hiddenPaths?: readonly ArgumentPath[] | undefined;
  /** What was known about the arguments when they were sent. Not in files. */
  readonly argumentSecrets?: ArgumentSecrets | undefined;
  readonly outcome: KeptOutcome;
  /** The MCP result as received. Absent if there is none. */
  readonly result?: unknown;
  /** The settled requests of the call. */
  readonly past?: EarlierSteps | undefined;
}

export function summaryOf({ id, server, target, origin, at, outcome }: KeptCall): CallSummary {
  const { kind, name, title } = target;
  return { id, server, target: { kind, name, title }, origin, at, outcome: outcomeName(outcome) };
}

function outcomeName(outcome: KeptOutcome): CallSummary['outcome'] {
  return outcome.kind === 'result' && outcome.failed ? 'failed' : outcome.kind;
}
