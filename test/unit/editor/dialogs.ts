// What the extension host gives as `vscode`, for tests of dialogs: messages are put together as the editor puts them together,
// and a dialog is answered with its first button.
import { t } from '@vscode/l10n';

export * from '../loading/editorStub.ts';

/** The text of each dialog, and what stood below it. */
export const shown: { readonly message: string; readonly detail: string | undefined }[] = [];

export const l10n = { bundle: undefined, t };

export const window = {
  async showWarningMessage(message: string, options: { detail?: string }, ...buttons: string[]) {
    shown.push({ message, detail: options.detail });
    return buttons[0];
  },
};
