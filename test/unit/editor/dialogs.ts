// What the extension host gives as `vscode`, for tests of dialogs: messages are put together as the editor puts them together,
// and a dialog is answered with its first button.
import { t } from '@vscode/l10n';

export * from '#test/unit/loading/editorStub.ts';

interface Shown {
  readonly message: string;
  /** What stood below it. */
  readonly detail: string | undefined;
  readonly modal: boolean;
}

/** Each dialog and notification. */
export const shown: Shown[] = [];

export const l10n = { bundle: undefined, t };

async function show(message: string, ...rest: ({ detail?: string; modal?: boolean } | string)[]) {
  const options = rest.find((one) => typeof one === 'object');
  shown.push({ message, detail: options?.detail, modal: options?.modal === true });
  return rest.find((one) => typeof one === 'string');
}

export const window = { showInformationMessage: show, showWarningMessage: show };
