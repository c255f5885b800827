import { t } from '@vscode/l10n';
import type { ScreenOf } from '../../src/bridge/messages.ts';
import { inOneLine } from '../../src/form/text.ts';
import { type Action, ActionBar } from '../actionBar.ts';
import { el } from '../dom.ts';
import type { Post } from '../host.ts';
import { woven } from '../woven.ts';
import { attribution, serverName } from './attribution.ts';
import { type DrawnScreen, drawScreen } from './screen.ts';

/** A workspace server's whole entry, to agree to or not. */
export function drawAgreement(screen: ScreenOf<'agreement'>, post: Post): DrawnScreen {
  const send = (type: 'agree' | 'cancel', text: string) => {
    bar.setBusy(text);
    post({ type, screen: screen.id });
  };
  const allow: Action = {
    label: t('Allow and Start'),
    look: 'primary',
    decides: true,
    run: () => send('agree', t('Starting…')),
  };
  const refuse: Action = {
    label: t("Don't Allow"),
    look: 'secondary',
    decides: true,
    run: () => send('cancel', t('Sending…')),
  };
  const bar = new ActionBar([allow, refuse], { quietFor: screen.quietFor });
  return {
    ...drawScreen({
      heading: woven<Node | string>(t('Start {0}?'), serverName(screen.server)),
      content: [
        attribution(screen.server),
        el(
          'p',
          {},
          screen.changed
            ? t('This server is defined by the workspace, and its entry has changed since you allowed it.')
            : t('This server is defined by the workspace, not by your own settings.'),
          ' ',
          t('It gets exactly what stands below. Allow it only if you trust all of it.'),
        ),
        el(
          'dl',
          { class: 'rows' },
          ...screen.rows.map(({ label, values }) =>
            el(
              'div',
              { class: 'row' },
              el('dt', {}, el('bdi', {}, label)),
              ...values.map((value) => el('dd', {}, el('bdi', {}, value === '' ? t('(empty)') : value))),
            ),
          ),
        ),
      ],
      bar,
      cancel: refuse,
    }),
    announcement: [t('Start {0}? This server is defined by the workspace.', inOneLine(screen.server.name, 80))],
  };
}
