import type { ScreenOf } from '../../src/bridge/messages.ts';
import { inOneLine } from '../../src/form/text.ts';
import { type Action, ActionBar } from '../actionBar.ts';
import { el } from '../dom.ts';
import type { Post } from '../host.ts';
import { attribution, serverName } from './attribution.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** A workspace server's whole entry, to agree to or not. */
export function drawAgreement(screen: ScreenOf<'agreement'>, post: Post): DrawnScreen {
  const send = (type: 'agree' | 'cancel', text: string) => {
    bar.setBusy(text);
    post({ type, screen: screen.id });
  };
  const allow: Action = {
    label: 'Allow and Start',
    look: 'primary',
    decides: true,
    run: () => send('agree', 'Starting…'),
  };
  const refuse: Action = {
    label: "Don't Allow",
    look: 'secondary',
    decides: true,
    run: () => send('cancel', 'Sending…'),
  };
  const bar = new ActionBar([allow, refuse], { quietFor: screen.quietFor });
  return {
    ...drawScreen({
      heading: ['Start ', serverName(screen.server), '?'],
      content: [
        attribution(screen.server),
        el(
          'p',
          {},
          screen.changed
            ? 'This server is defined by the workspace, and its entry has changed since you allowed it. '
            : 'This server is defined by the workspace, not by your own settings. ',
          'It gets exactly what stands below. Allow it only if you trust all of it.',
        ),
        el(
          'dl',
          { class: 'rows' },
          ...screen.rows.map(({ label, values }) =>
            el(
              'div',
              { class: 'row' },
              el('dt', {}, el('bdi', {}, label)),
              ...values.map((value) => el('dd', {}, el('bdi', {}, value === '' ? '(empty)' : value))),
            ),
          ),
        ),
      ],
      bar,
      cancel: refuse,
    }),
    announcement: `Start ${inOneLine(screen.server.name, 80)}? This server is defined by the workspace.`,
  };
}
