import type { FormView } from '#webview/fields/formView.ts';
import type { ActionBar } from '#webview/shell/actionBar.ts';
import type { DraftBanner } from './draftBanner.ts';
import type { ScreenView } from './screenFrame.ts';

/** The methods of `ScreenView` that all screens with a form share. */
export function sharedFormMethods(
  form: FormView,
  actionBar: ActionBar,
  frame: ScreenView,
  draft: DraftBanner,
): Pick<ScreenView, 'focusFirst' | 'onChecked' | 'onRejected' | 'fill' | 'flush' | 'dispose'> {
  return {
    focusFirst: () => {
      if (!form.focusFirst()) {
        frame.focusHeading();
      }
    },
    onChecked: (revision, problems, secrets) => form.onChecked(revision, problems, secrets),
    onRejected: (summary, problems) => {
      actionBar.setBusy(undefined);
      form.onRejected(summary, problems);
    },
    fill: (inputs, secrets, draftLabel) => {
      draft.show(draftLabel);
      form.fill(inputs, secrets);
    },
    flush: () => form.flush(),
    dispose: () => {
      form.dispose();
      frame.dispose();
    },
  };
}
