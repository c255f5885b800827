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

/** The arguments that the user filled in. */
export interface FilledArguments {
  readonly values: CallArguments;
  /** The names of those in which only the form knows all secrets: see `ArgumentSecrets.masked`. */
  readonly masked: readonly string[];
}

/** The arguments of an earlier call, to be filled in again. */
export interface EarlierArguments extends FilledArguments {
  /** The names of what was not kept, because it is a secret. */
  readonly missing: readonly string[];
}

/** The data for asking the user for the arguments of a call. */
export interface ArgumentsRequest {
  readonly definition: ServerDefinition;
  /** The origin of the call. The screen for a program's call neither takes the keyboard focus nor replaces another screen. */
  readonly origin: CallOrigin;
  readonly target: CallTarget;
  /** `json` if the schema cannot be a form, for the given `reason`. */
  readonly presentation:
    | { readonly kind: 'form'; readonly form: FormModel; readonly schema: unknown }
    | { readonly kind: 'json'; readonly reason: string; readonly schema: unknown };
  /** The arguments that a program passed, or those of an earlier call. The screen begins with them. */
  readonly knownArguments: CallArguments;
  /** The names of the known arguments that the form of the earlier call masked. */
  readonly masked?: readonly string[] | undefined;
  /** The names of what the earlier call had, and the known arguments have not: secrets that were not kept. */
  readonly missing?: readonly string[] | undefined;
  /** Suggests values while the user types. Absent if the server does not support completion. */
  readonly complete?: CompleteArgument | undefined;
}

export interface ArgumentsScreenContext {
  readonly validator: FormValidator;
  /** The draft of an earlier call with the same key, which becomes the draft of this call. */
  readonly draft: OpenDraft;
  /** Called once, with the arguments, or with `undefined` if the user dismissed the screen. */
  end(result: FilledArguments | undefined): void;
}

/** Returns a function that ends a screen at its first call. With arguments it deletes the draft, otherwise it keeps it. */
export function endOnce({ draft, end }: ArgumentsScreenContext): (result: FilledArguments | undefined) => void {
  let hasEnded = false;
  return (result) => {
    if (hasEnded) {
      return;
    }
    hasEnded = true;
    if (result) {
      draft.closeSent();
    } else {
      draft.close();
    }
    end(result);
  };
}

/** The text about arguments that cannot be validated against their schema. The second attempt sends them. */
export function uncheckedArgumentsText(reason: string): string {
  return t('{0} Choose Run once more to call the tool without this check.', reason);
}

/** The property of a screen for what is missing in the arguments of an earlier call; none if nothing is. */
export function missingNames({ missing = [] }: ArgumentsRequest): { missing?: string[] } {
  return missing.length > 0 ? { missing: [...missing] } : {};
}
