import type { FormView } from '#webview/fields/formView.ts';
import type { ActionBar } from '#webview/shell/actionBar.ts';
import type { DraftBanner } from './draftBanner.ts';
import type { DrawnScreen } from './screenFrame.ts';

/** The part of `DrawnScreen` that all screens with a form share. */
export function sharedFormScreen(
  form: FormView,
  bar: ActionBar,
  drawn: DrawnScreen,
  draft: DraftBanner,
): Pick<DrawnScreen, 'focusFirst' | 'checked' | 'rejected' | 'fill' | 'flush' | 'dispose'> {
  return {
    focusFirst: () => {
      if (!form.focusFirst()) {
        drawn.focusHeading();
      }
    },
    checked: (revision, problems, secrets) => form.checked(revision, problems, secrets),
    rejected: (summary, problems) => {
      bar.setBusy(undefined);
      form.rejected(summary, problems);
    },
    fill: (inputs, label) => {
      draft.show(label);
      form.fill(inputs);
    },
    flush: () => form.flush(),
    dispose: () => {
      form.dispose();
      drawn.dispose();
    },
  };
}
