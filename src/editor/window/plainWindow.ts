import type { QuickPickOptions } from 'vscode';
import * as vscode from 'vscode';
import { withoutBrackets, withoutIcons, withoutLinks } from '#editor/common/plainText.ts';
import { inOneLine } from '#form/text.ts';

/**
 * The editor's messages, lists, input boxes and progress, with escaped texts. Texts contain labels of servers, tools and files, and the
 * editor turns `[text](command:...)` into a link that runs a command, also in titles and prompts, and `$(name)` into an icon. No other
 * module calls these functions of the editor; `test/unit/editor/window/plainWindow.test.ts` enforces that.
 */

type MessageFunction = 'showInformationMessage' | 'showWarningMessage' | 'showErrorMessage';
/** The buttons of a message, after its options if there are any. */
type Buttons = readonly string[] | readonly [vscode.MessageOptions, ...string[]];

export function showInformationMessage(text: string, ...buttons: Buttons): Thenable<string | undefined> {
  return showEscaped('showInformationMessage', text, buttons);
}

export function showWarningMessage(text: string, ...buttons: Buttons): Thenable<string | undefined> {
  return showEscaped('showWarningMessage', text, buttons);
}

export function showErrorMessage(text: string, ...buttons: Buttons): Thenable<string | undefined> {
  return showEscaped('showErrorMessage', text, buttons);
}

/** Shows a message of the given severity. */
export function showMessage(
  severity: 'information' | 'warning' | 'error',
  text: string,
  buttons: readonly string[],
): Thenable<string | undefined> {
  const functions = {
    information: 'showInformationMessage',
    warning: 'showWarningMessage',
    error: 'showErrorMessage',
  } as const;
  return showEscaped(functions[severity], text, buttons);
}

function showEscaped(name: MessageFunction, text: string, buttons: Buttons): Thenable<string | undefined> {
  const show = vscode.window[name];
  const [options] = buttons;
  const labels = [...buttons].filter((button): button is string => typeof button === 'string');
  if (typeof options !== 'object') {
    return show(withoutLinks(text), ...labels);
  }
  const { detail } = options;
  return show(
    withoutLinks(text),
    { ...options, ...(detail !== undefined && { detail: withoutLinks(detail) }) },
    ...labels,
  );
}

export function setStatusBarMessage(text: string, hideAfterMs: number): void {
  vscode.window.setStatusBarMessage(plain(text), hideAfterMs);
}

/** Shows a text in the status bar until `ended` resolves. */
export function setStatusBarMessageUntil(text: string, ended: Promise<void>): void {
  vscode.window.setStatusBarMessage(plain(text), ended);
}

/** Calls the editor's `withProgress`. Also escapes the texts that the task reports. */
export function withProgress<R>(
  options: vscode.ProgressOptions & { readonly title?: string },
  task: (progress: vscode.Progress<{ message?: string | undefined }>, token: vscode.CancellationToken) => Thenable<R>,
): Thenable<R> {
  const { title } = options;
  return vscode.window.withProgress(
    { ...options, ...(title !== undefined && { title: plain(title) }) },
    (progress, token) =>
      task({ report: ({ message: text }) => progress.report({ message: text && plain(text) }) }, token),
  );
}

/**
 * Shows a notification until `ended` resolves, with a link that runs a command of this extension. An extension can close only progress
 * notifications, which cannot have buttons. `argument`: of the command.
 */
export function notifyUntil(
  ended: Promise<void>,
  text: string,
  {
    label,
    command,
    argument,
  }: { readonly label: string; readonly command: string; readonly argument?: string | undefined },
): void {
  const query = argument === undefined ? '' : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  const title = `${withoutBrackets(plain(text))} [${plain(label)}](command:${command}${query})`;
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => ended);
}

/** The longest message that the editor shows whole, in UTF-16 code units, less the link. */
const maxAskedLength = 850;

/**
 * Shows a question in a notification until `ended` resolves, with a link that runs a command of this extension, and a button that calls
 * `cancelled`. A notification with buttons only could not be closed, and would go away after some seconds.
 */
export function askUntil(
  ended: Promise<void>,
  question: string,
  { label, command }: { readonly label: string; readonly command: string },
  cancelled: () => void,
): void {
  const text = withoutBrackets(plain(inOneLine(question, maxAskedLength)));
  const title = `${text} [${plain(label)}](command:${command})`;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  void vscode.window.withProgress(options, (_, token) => {
    token.onCancellationRequested(cancelled);
    return ended;
  });
}

/** The texts of a list or an input box. */
interface BoxTexts {
  readonly title?: string;
  readonly placeholder?: string;
  readonly prompt?: string;
}

export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions & { canPickMany: true },
): Thenable<T[] | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
  token?: vscode.CancellationToken,
): Thenable<T | undefined>;
export function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, placeHolder, ...options }: vscode.QuickPickOptions,
  token?: vscode.CancellationToken,
): Thenable<T | T[] | undefined> {
  const texts = { ...(title !== undefined && { title: plain(title) }), placeHolder: plain(placeHolder ?? '') };
  return vscode.window.showQuickPick(plainItems(items), { ...options, ...texts }, token);
}

export function showInputBox(
  { title, prompt, placeHolder, ...options }: vscode.InputBoxOptions,
  token?: vscode.CancellationToken,
): Thenable<string | undefined> {
  const texts = { title: plain(title ?? ''), prompt: plain(prompt ?? ''), placeHolder: plain(placeHolder ?? '') };
  return vscode.window.showInputBox({ ...options, ...texts }, token);
}

/** Creates a list, which the caller shows and disposes of. Items that are set later must pass through `plainItems`. */
export function createQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  texts: BoxTexts,
): vscode.QuickPick<T> {
  return Object.assign(vscode.window.createQuickPick<T>(), { items: plainItems(items) }, plainTexts(texts));
}

/** Creates an input box, which the caller shows and disposes of. */
export function createInputBox(texts: BoxTexts): vscode.InputBox {
  return Object.assign(vscode.window.createInputBox(), plainTexts(texts));
}

/** Copies of the items of a list, with escaped texts. */
export function plainItems<T extends vscode.QuickPickItem>(items: readonly T[]): T[] {
  return items.map((item) => ({
    ...item,
    label: plain(item.label),
    ...(item.description !== undefined && { description: plain(item.description) }),
    ...(item.detail !== undefined && { detail: plain(item.detail) }),
  }));
}

function plainTexts(texts: BoxTexts): BoxTexts {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, plain(text)]));
}

function plain(text: string): string {
  return withoutLinks(withoutIcons(text));
}

/**
 * Options for a list that the user opens, which must stay open when it loses the keyboard focus: the panel may take the focus for a new
 * result, or the editor may return the focus to the panel a moment after the command palette has closed.
 */
export const keepOpen = { ignoreFocusOut: true } as const satisfies QuickPickOptions;
