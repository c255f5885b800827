import * as vscode from 'vscode';
import * as plainWindow from './plainWindow.ts';

/** What a step came to: an answer, a step back, or the end. */
export type StepResult<T> = { readonly kind: 'next'; readonly value: T } | { readonly kind: 'back' | 'dismissed' };

/** Where a step stands in its row. */
export interface StepHeading {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks for a line of text, with a way back from every step but the first. */
export function textStep(
  place: StepHeading,
  options: {
    readonly prompt: string;
    readonly placeholder?: string;
    readonly value?: string;
    /** What is wrong with the text; `undefined` when it will do. */
    readonly problem: (text: string) => string | undefined;
  },
): Promise<StepResult<string>> {
  const { title, ...steps } = place;
  const { prompt, placeholder, value = '' } = options;
  const box = plainWindow.createInputBox({ title, prompt, ...(placeholder !== undefined && { placeholder }) });
  Object.assign(box, steps, { value });
  return stepped(box, place, (done) => [
    // While typing, an old complaint goes; a new one waits for Enter.
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

/** Lets the person pick one of a few, with a way back from every step but the first. */
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
      // Comes after every other end too, when the promise is settled already.
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
