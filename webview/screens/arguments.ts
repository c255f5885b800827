import type { ScreenOf, Target } from '../../src/bridge/messages.ts';
import { inBlock } from '../../src/form/text.ts';
import { type Action, ActionBar } from '../actionBar.ts';
import { el } from '../dom.ts';
import { Completions } from '../fields/completions.ts';
import { FormView } from '../fields/form.ts';
import type { Post } from '../host.ts';
import { targetTitle } from '../words.ts';
import { attribution, quoted, serverName } from './attribution.ts';
import { formBehaviour } from './question.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** A form for what a tool or prompt is to be called with. */
export function drawArguments(screen: ScreenOf<'arguments'>, post: Post): DrawnScreen {
  const form = new FormView(screen.id, screen.form, screen.inputs, post);
  const completions = screen.completes ? new Completions(screen.id, form, screen.form.fields.length, post) : undefined;
  const run: Action = {
    label: 'Run',
    look: 'primary',
    decides: true,
    run: () => {
      form.flush();
      if (form.ready()) {
        bar.setBusy('Starting…');
        post({ type: 'submit', screen: screen.id, inputs: form.inputs });
      }
    },
  };
  const cancel = cancelAction(() => {
    form.flush();
    bar.setBusy('Closing…');
    post({ type: 'cancel', screen: screen.id });
  });
  const bar = new ActionBar([run, cancel]);
  const drawn = drawScreen({
    heading: argumentsHeading(screen),
    content: [
      attribution(screen.server),
      ...targetDescription(screen.target),
      form.summary.element,
      completions && el('p', { class: 'hint' }, 'The server may suggest values while you type. Down shows them.'),
      screen.form.fields.length > 0
        ? form.fields
        : el('p', { class: 'hint' }, `This ${screen.target.kind} takes no arguments.`),
    ],
    bar,
    submit: run,
    cancel,
  });
  const behaviour = formBehaviour(form, bar, drawn);
  return {
    ...drawn,
    ...behaviour,
    completions: (field, revision, values) => completions?.show(field, revision, values),
    dispose: () => {
      completions?.dispose();
      behaviour.dispose();
    },
  };
}

export function cancelAction(run: () => void): Action {
  return { label: 'Cancel', look: 'secondary', decides: true, run };
}

/** "Run echo on everything". */
export function argumentsHeading(screen: ScreenOf<'arguments' | 'jsonArguments'>): (Node | string)[] {
  const verb = { tool: 'Run', prompt: 'Get prompt', resource: 'Read' }[screen.target.kind];
  const title = el('bdi', {}, targetTitle(screen.target));
  return [`${verb} `, title, ' on ', serverName(screen.server)];
}

/** The name beside a title, what the server says about it, and what it claims. */
export function targetDescription(target: Target): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (target.title && target.title !== target.name) {
    parts.push(el('p', { class: 'target-name' }, `${target.kind} `, quoted(target.name)));
  }
  if (target.description?.trim()) {
    parts.push(el('div', { class: 'message', dir: 'auto' }, inBlock(target.description.trim())));
  }
  if (target.claims) {
    parts.push(el('p', { class: 'hint' }, target.claims));
  }
  return parts;
}
