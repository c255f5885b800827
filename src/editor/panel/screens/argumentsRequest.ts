import { t } from '@vscode/l10n';
import type { CallTarget } from '#bridge/messages.ts';
import type { OpenDraft } from '#core/drafts/drafts.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { FormModel } from '#form/model.ts';
import type { CompleteArgument } from './completionRequests.ts';
import type { FormValidator } from './editedForm.ts';

/** The arguments of a call. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** Asks the user for the arguments of a call, as a form, or as JSON where the schema is not flat. */
export interface ArgumentsRequest {
  readonly definition: ServerDefinition;
  /** The screen for a program's call neither takes the keyboard nor replaces another screen. */
  readonly origin: CallOrigin;
  readonly target: CallTarget;
  readonly ask:
    | { readonly kind: 'form'; readonly form: FormModel; readonly schema: unknown }
    | { readonly kind: 'json'; readonly reason: string; readonly schema: unknown };
  /** Arguments that are given already: the screen begins with them. */
  readonly known: CallArguments;
  /** Suggests values while the user types. Absent: the server does not support completion. */
  readonly complete?: CompleteArgument | undefined;
}

export interface ArgumentsScreenContext {
  readonly validator: FormValidator;
  /** The draft of the same call from before, and of this one. */
  readonly draft: OpenDraft;
  /** Called once: with the arguments, or with `undefined` if the user dismissed the screen. */
  end(result: CallArguments | undefined): void;
}

/** Ends a screen, once: with arguments, whose draft is deleted, or without, whose draft is kept. Later calls do nothing. */
export function endOnce({ draft, end }: ArgumentsScreenContext): (result: CallArguments | undefined) => void {
  let hasEnded = false;
  return (result) => {
    if (hasEnded) {
      return;
    }
    hasEnded = true;
    if (result) {
      draft.sent();
    } else {
      draft.close();
    }
    end(result);
  };
}

/** The text for arguments that cannot be checked against their schema: the second attempt sends them. */
export function uncheckedArgumentsText(reason: string): string {
  return t('{0} Select Run once more to call the tool without this check.', reason);
}
