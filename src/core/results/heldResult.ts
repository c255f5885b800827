import type { Mask } from '#core/record/entries/entryText.ts';
import type { ArgumentPath } from './hiddenArguments.ts';
import type { CallSummary, KeptCall } from './keptCall.ts';

/** The functions that keep secrets out of a result file. */
export interface ResultSecrets {
  /** Removes secrets from a text. */
  readonly mask: Mask;
  /** False if the arguments of the call contain secrets and must not be kept. */
  readonly isSendable: boolean;
  /** The arguments without secrets. Absent if there are none, or if the secrets could not be located. */
  readonly shownArguments?: Readonly<Record<string, unknown>> | undefined;
  /** The paths of what is hidden in `shownArguments`. */
  readonly hiddenPaths?: readonly ArgumentPath[] | undefined;
}

/** A result in memory. */
export interface HeldResult {
  readonly summary: CallSummary;
  /** The call with its result as received. Absent if another or an earlier window has written the file. */
  readonly call?: KeptCall;
  /** The secrets of `call`. */
  readonly secrets?: ResultSecrets;
  /** The approximate size in UTF-16 code units. */
  readonly size: number;
  /** True if the result is in a file. If this file no longer exists, another window has dismissed the result. */
  isWritten: boolean;
}

/** A call from a file has no secrets any more. */
export function secretsOfStored({ shownArguments, hiddenPaths }: KeptCall): ResultSecrets {
  return { mask: (text) => text, isSendable: true, shownArguments, hiddenPaths };
}

/** The approximate size of the result and of the parts that were generated from it, in UTF-16 code units. */
export function sizeOfCall({ result, outcome }: KeptCall): number {
  if (outcome.kind !== 'result') {
    return JSON.stringify(outcome).length;
  }
  return outcome.parts.reduce(
    (sum, part) => sum + ('json' in part ? part.json.length : 'data' in part ? part.data.length : 0),
    JSON.stringify(result)?.length ?? 0,
  );
}
