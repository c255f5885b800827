import { t } from '@vscode/l10n';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';

/** A failure that is shown to the user. Plain text. Stack traces never leave the process. */
export interface Failure {
  readonly name: FailureName;
  readonly summary: string;
  /** What the user can do, as one sentence. */
  readonly remedy?: string;
  /** Lines that are shown on demand: exit code, last lines of stderr. */
  readonly detail?: string;
}

export type FailureName =
  | 'ServerNotFound'
  | 'ServerAmbiguous'
  | 'ServerDisabled'
  | 'ServerNotAllowed'
  | 'WorkspaceNotTrusted'
  | 'ServerFailedToStart'
  | 'ServerCrashed'
  | 'ServerUnreachable'
  | 'ServerStopped'
  | 'EntryInvalid'
  | 'VariableMissing'
  | 'ToolNotFound'
  | 'PromptNotFound'
  | 'ArgumentsInvalid'
  | 'AuthorizationFailed'
  | 'AuthorizationDeclined'
  | 'UserRequired'
  | 'CallCancelled'
  | 'CallDeclined'
  | 'CallFailed';

/** A `Failure` that is thrown. Other extensions that call a command distinguish errors by `name`, the name of the failure. */
export class HostError extends Error implements Failure {
  readonly summary: string;
  readonly remedy?: string;
  readonly detail?: string;
  override readonly name: FailureName;

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(paragraph([failure.summary, failure.remedy]), options);
    this.name = failure.name;
    this.summary = failure.summary;
    this.remedy = failure.remedy;
    this.detail = failure.detail;
  }
}

/** Converts a thrown value to a failure. A value that is no `HostError` gets the name `name` and its message, never its stack. */
export function failureOf(error: unknown, name: FailureName = 'CallFailed'): Failure {
  if (error instanceof HostError) {
    return error;
  }
  return { name, summary: error instanceof Error ? error.message : String(error) };
}

/** The message of a thrown value on one line, at most `maxLength` code points and an ellipsis. Empty if nothing visible remains. */
export function errorText(error: unknown, maxLength: number): string {
  return inOneLine(error instanceof Error ? error.message : String(error), maxLength);
}

/** Creates the error of a call that the user has stopped. */
export function callCancelled(): HostError {
  return new HostError({ name: 'CallCancelled', summary: t('The call was stopped.') });
}
