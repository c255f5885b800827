import type { ScreenOf } from '../../src/bridge/messages.ts';
import { inBlock, inOneLine } from '../../src/form/text.ts';
import { type Action, ActionBar } from '../actionBar.ts';
import { el } from '../dom.ts';
import { FormView } from '../fields/form.ts';
import type { Post } from '../host.ts';
import { attribution, serverName } from './attribution.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** A server's question: who asks and why, its message as plain text, its form, and the three answers. */
export function drawQuestion(screen: ScreenOf<'question'>, post: Post): DrawnScreen {
  const form = new FormView(screen.id, screen.form, screen.inputs, post);
  const send = (type: 'decline' | 'cancel') => {
    form.flush();
    bar.setBusy('Sending…');
    post({ type, screen: screen.id });
  };
  const submit: Action = {
    label: 'Submit',
    look: 'primary',
    decides: true,
    run: () => {
      form.flush();
      if (form.ready()) {
        bar.setBusy('Sending…');
        post({ type: 'submit', screen: screen.id, inputs: form.inputs });
      }
    },
  };
  const decline: Action = { label: 'Decline', look: 'secondary', decides: true, run: () => send('decline') };
  const cancel: Action = { label: 'Cancel', look: 'secondary', decides: true, run: () => send('cancel') };
  const bar = new ActionBar([submit, decline, cancel], screen.quietFor);

  const drawn = drawScreen({
    heading: [serverName(screen.server), ' asks'],
    content: [
      attribution(screen.server, screen.call),
      form.summary.element,
      screen.message.trim() ? el('div', { class: 'message', dir: 'auto' }, inBlock(screen.message)) : undefined,
      screen.form.fields.length > 0
        ? form.fields
        : el('p', { class: 'hint' }, 'There is nothing to fill in: Submit accepts, Decline refuses.'),
    ],
    bar,
    submit,
    cancel,
  });
  return {
    ...drawn,
    announcement: `${inOneLine(screen.server.name, 80)} asks: ${inOneLine(screen.message, 200)}`,
    ...formBehaviour(form, bar, drawn),
  };
}

/** What every screen with a form does alike. */
export function formBehaviour(
  form: FormView,
  bar: ActionBar,
  drawn: DrawnScreen,
): Pick<DrawnScreen, 'focusFirst' | 'checked' | 'rejected' | 'flush' | 'dispose'> {
  return {
    focusFirst: () => {
      if (!form.focusFirst()) {
        drawn.focusHeading();
      }
    },
    checked: (revision, problems) => form.checked(revision, problems),
    rejected: (summary, problems) => {
      bar.setBusy(undefined);
      form.rejected(summary, problems);
    },
    flush: () => form.flush(),
    dispose: () => {
      form.dispose();
      drawn.dispose();
    },
  };
}
