// What the extension host gives as `vscode`, for tests of dialogs: messages are put together as the editor puts them together,
// and a dialog is answered with its first button.
import { t } from '@vscode/l10n';
import { l10n, window } from '#test/editorStub.ts';

export * from '#test/editorStub.ts';

interface Shown {
  readonly message: string;
  /** What stood below it. */
  readonly detail: string | undefined;
  readonly modal: boolean;
}

/** Each dialog and notification. */
export const shownDialogs: Shown[] = [];

async function show(message: string, ...rest: ({ detail?: string; modal?: boolean } | string)[]) {
  const options = rest.find((one) => typeof one === 'object');
  shownDialogs.push({ message, detail: options?.detail, modal: options?.modal === true });
  return rest.find((one) => typeof one === 'string');
}

Object.assign(l10n, { t });
Object.assign(window, { showInformationMessage: show, showWarningMessage: show });
