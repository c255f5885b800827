import * as vscode from 'vscode';
import * as plainWindow from './plainWindow.ts';

/** The result of a step: an answer, a step back, or dismissed. */
export type StepResult<T> = { readonly kind: 'next'; readonly value: T } | { readonly kind: 'back' | 'dismissed' };

/** The title and the position of a step. */
export interface StepHeading {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks for a line of text. Every step but the first has a Back button. */
export function textStep(
  place: StepHeading,
  options: {
    readonly prompt: string;
    readonly placeholder?: string;
    readonly value?: string;
    /** Why the text is invalid; `undefined` if it is valid. */
    readonly problem: (text: string) => string | undefined;
  },
): Promise<StepResult<string>> {
  const { title, ...steps } = place;
  const { prompt, placeholder, value = '' } = options;
  const box = plainWindow.createInputBox({ title, prompt, ...(placeholder !== undefined && { placeholder }) });
  Object.assign(box, steps, { value });
  return stepped(box, place, (done) => [
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
  place: StepHeading,
  items: readonly T[],
  placeholder: string,
): Promise<StepResult<T>> {
  const { title, ...steps } = place;
  const pick = plainWindow.createQuickPick(items, { title, placeholder });
  Object.assign(pick, steps);
  return stepped(pick, place, (done) => [
    pick.onDidAccept(() => {
      const [value] = pick.selectedItems;
      if (value) {
        done({ kind: 'next', value });
      }
    }),
  ]);
}

function stepped<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  place: StepHeading,
  listen: (done: (result: StepResult<T>) => void) => vscode.Disposable[],
): Promise<StepResult<T>> {
  input.ignoreFocusOut = true;
  input.buttons = place.step > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise<StepResult<T>>((resolve) => {
    const subscriptions = [
      ...listen(resolve),
      input.onDidTriggerButton(() => resolve({ kind: 'back' })),
      // The event also fires after every other end, when the promise is settled already.
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
