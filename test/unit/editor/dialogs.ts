// A stub of the module `vscode` for tests of dialogs: fills placeholders in messages as the editor does, and answers each dialog with
// its first button.
import { t } from '@vscode/l10n';
import { l10n, window } from '#test/editorStub.ts';

export * from '#test/editorStub.ts';

interface ShownDialog {
  readonly message: string;
  /** The text below the message. */
  readonly detail: string | undefined;
  readonly modal: boolean;
}

/** All dialogs and notifications that were shown. */
export const shownDialogs: ShownDialog[] = [];

/** The titles of all progress notifications that were shown, with their links. */
export const shownProgress: string[] = [];

async function showDialog(message: string, ...rest: ({ detail?: string; modal?: boolean } | string)[]) {
  const options = rest.find((one) => typeof one === 'object');
  shownDialogs.push({ message, detail: options?.detail, modal: options?.modal === true });
  return rest.find((one) => typeof one === 'string');
}

Object.assign(l10n, { t });
Object.assign(window, { showInformationMessage: showDialog, showWarningMessage: showDialog });
Object.assign(window, { withProgress: async ({ title }: { title: string }) => void shownProgress.push(title) });
