import * as vscode from 'vscode';
import * as plainWindow from './plainWindow.ts';

/** The result of a step: an answer, the Back button, or a dismissed box. */
export type StepResult<T> = { readonly kind: 'next'; readonly value: T } | { readonly kind: 'back' | 'dismissed' };

/** The title and the position of a step. */
export interface StepHeading {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks the user for a line of text. Every step but the first has a Back button. */
export function textStep(
  heading: StepHeading,
  options: {
    readonly prompt: string;
    readonly placeholder?: string;
    readonly value?: string;
    /** Returns the problem with the text; `undefined` if it is valid. */
    readonly problem: (text: string) => string | undefined;
  },
): Promise<StepResult<string>> {
  const { title, ...position } = heading;
  const { prompt, placeholder, value = '' } = options;
  const box = plainWindow.createInputBox({ title, prompt, ...(placeholder !== undefined && { placeholder }) });
  Object.assign(box, position, { value });
  return runStep(box, heading, (done) => [
    // Typing may remove the message of an earlier problem; a new problem is shown on Enter.
    box.onDidChangeValue((text) => {
      if (box.validationMessage && options.problem(text) === undefined) {
        box.validationMessage = undefined;
      }
    }),
    box.onDidAccept(() => {
      box.validationMessage = options.problem(box.value);
      if (box.validationMessage === undefined) {
        done({ kind: 'next', value: box.value });
      }
    }),
  ]);
}

/** Lets the user pick one item. Every step but the first has a Back button. */
export function pickStep<T extends vscode.QuickPickItem>(
  heading: StepHeading,
  items: readonly T[],
  placeholder: string,
): Promise<StepResult<T>> {
  const { title, ...position } = heading;
  const pick = plainWindow.createQuickPick(items, { title, placeholder });
  Object.assign(pick, position);
  return runStep(pick, heading, (done) => [
    pick.onDidAccept(() => {
      const [value] = pick.selectedItems;
      if (value) {
        done({ kind: 'next', value });
      }
    }),
  ]);
}

/** Shows a box until a step ends. `subscribe` adds the listeners that resolve with an answer. */
function runStep<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  heading: StepHeading,
  subscribe: (done: (result: StepResult<T>) => void) => vscode.Disposable[],
): Promise<StepResult<T>> {
  input.ignoreFocusOut = true;
  input.buttons = heading.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise<StepResult<T>>((resolve) => {
    const subscriptions = [
      ...subscribe(resolve),
      input.onDidTriggerButton(() => resolve({ kind: 'back' })),
      // The event also fires after the box was closed in another way, when the promise is settled already.
      input.onDidHide(() => {
        resolve({ kind: 'dismissed' });
        for (const subscription of subscriptions) {
          subscription.dispose();
        }
        input.dispose();
      }),
    ];
    input.show();
  }).finally(() => input.hide());
}
