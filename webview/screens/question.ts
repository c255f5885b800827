import type { ScreenOf } from '../../src/bridge/messages.ts';
import { inOneLine } from '../../src/form/text.ts';
import { hasWebAddress } from '../../src/form/webAddress.ts';
import { type Action, ActionBar } from '../actionBar.ts';
import { el } from '../dom.ts';
import { FormView } from '../fields/form.ts';
import type { Post } from '../host.ts';
import { icon } from '../icons.ts';
import { SecretStep } from '../secretStep.ts';
import { StepList } from '../steps.ts';
import { stepText } from '../words.ts';
import {
  answer,
  beforeBanner,
  DECLINE_REST,
  declinedBeforeText,
  messageBlock,
  offersRest,
  wireButton,
} from './asked.ts';
import { attribution, serverName } from './attribution.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** What has just come moves the buttons, and a second click of a double click is no second step. In milliseconds. */
const MOVED = 500;

const WEB_ADDRESS =
  'This form contains a web address. A server that wants you to open a page should ask for that directly; nothing here can be clicked.';

/** A server's question: who asks and why, its message as plain text, its form, and the three answers. */
export function drawQuestion(screen: ScreenOf<'question'>, post: Post): DrawnScreen {
  const form = new FormView(screen.id, screen.form, screen.inputs, post, () => second.update());
  const second = new SecretStep(form, screen.server.name, () => bar.quieten(MOVED));
  const demand = () => {
    if (second.demand()) {
      bar.quieten(MOVED);
    }
  };
  const steps = new StepList(screen.steps);
  const send = (type: 'decline' | 'declineRest' | 'cancel' | 'stopCall') => {
    form.flush();
    bar.setBusy(type === 'stopCall' ? 'Stopping…' : 'Sending…');
    post({ type, screen: screen.id });
  };
  const submit: Action = {
    label: screen.askedAgain ? 'Send Again' : 'Submit',
    look: 'primary',
    decides: true,
    run: () => {
      form.flush();
      if (!form.ready()) {
        return;
      }
      const { confirmed } = second;
      if (confirmed) {
        bar.setBusy('Sending…');
        post({ type: 'submit', screen: screen.id, inputs: form.inputs, confirmedSecrets: confirmed });
      } else {
        demand();
      }
    },
  };
  const decline = answer('Decline', () => send('decline'));
  const cancel = answer('Cancel', () => send('cancel'));
  const rest = answer(DECLINE_REST, () => send('declineRest'));
  const stop = answer('Stop the Call', () => send('stopCall'));
  const stops = screen.askedAgain && screen.call !== undefined;
  const more = [...(offersRest(screen) ? [rest] : []), ...(stops ? [stop] : [])];
  const bar = new ActionBar([submit, decline, cancel, ...more], { quietFor: screen.quietFor });
  bar.element.prepend(second.element);
  form.showSecrets(screen.secrets);
  const before = declinedBeforeText(screen) ?? beforeText(screen);

  const drawn = drawScreen({
    heading: [serverName(screen.server), ' asks'],
    content: [
      attribution(screen.server, screen.call),
      steps.element,
      beforeBanner(before),
      form.summary.element,
      messageBlock(screen.message),
      hasWebAddress(screen.form, screen.message)
        ? el('p', { class: 'hint web-address' }, icon('info'), WEB_ADDRESS)
        : undefined,
      screen.form.fields.length > 0
        ? form.fields
        : el('p', { class: 'hint' }, `There is nothing to fill in: ${submit.label} accepts, Decline refuses.`),
      wireButton(screen, post),
    ],
    bar,
    submit,
    cancel,
  });
  const behaviour = formBehaviour(form, bar, drawn);
  const asks = `${inOneLine(screen.server.name, 80)} asks: ${inOneLine(screen.message, 200)}`;
  return {
    ...drawn,
    announcement: [screen.steps && stepText(screen.steps), asks, secretText(screen), before].filter(Boolean).join('. '),
    ...behaviour,
    rejected: (summary, problems, unconfirmed) => {
      if (unconfirmed.length === 0) {
        behaviour.rejected(summary, problems, unconfirmed);
        return;
      }
      bar.setBusy(undefined);
      form.addSecrets(unconfirmed);
      demand();
    },
    update: (newer) => {
      if (newer.kind === 'question') {
        steps.show(newer.steps);
      }
    },
  };
}

/** That the form asks for what no form should ask for. */
function secretText({ secrets }: ScreenOf<'question'>): string | undefined {
  const [first, ...others] = secrets;
  return first && `It asks for ${first.what}${others.length > 0 ? ' and more secrets' : ''}`;
}

/** Why there is something in the form already. */
function beforeText({ askedAgain, restored, call, secrets }: ScreenOf<'question'>): string | undefined {
  const except = secrets.length > 0 ? ', except for secrets' : '';
  if (askedAgain) {
    const stop = call ? ', or stop the call' : '';
    return `The server asked the same thing again. What you answered is filled in${except}: change it, send it again${stop}.`;
  }
  return restored ? `You were asked this before. What you had filled in is here again${except}.` : undefined;
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
    checked: (revision, problems, secrets) => form.checked(revision, problems, secrets),
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
