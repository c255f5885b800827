import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';

/** The screen for the agreement to a server of the workspace: shows the whole entry, with buttons to allow or refuse it. */
export function drawAgreementScreen(screen: ScreenOf<'agreement'>, post: PostToExtension): ScreenView {
  const isImport = screen.purpose === 'import';
  const send = (type: 'agree' | 'cancel', text: string) => {
    actionBar.setBusy(text);
    post({ type, screen: screen.id });
  };
  const allow: Action = {
    label: isImport ? t('Allow and Import') : t('Allow and Start'),
    appearance: 'primary',
    unavailableWhileBusy: true,
    run: () => send('agree', isImport ? t('Importing…') : t({ message: 'Starting…', comment: 'the server' })),
  };
  const refuse: Action = {
    label: isImport ? t("Don't Import") : t("Don't Allow"),
    appearance: 'secondary',
    unavailableWhileBusy: true,
    run: () => send('cancel', t('Sending…')),
  };
  const actionBar = new ActionBar([allow, refuse], { ignoreInputMs: screen.ignoreInputMs });
  return {
    ...drawScreenFrame({
      heading: interpolate<Node | string>(isImport ? t('Import {0}?') : t('Start {0}?'), serverName(screen.server)),
      content: [
        el(
          'p',
          {},
          paragraph([
            originText(screen),
            t('It receives exactly what is listed below. Allow it only if you trust all of it.'),
          ]),
        ),
        ...(screen.runsProgram
          ? [
              el(
                'p',
                {},
                t(
                  'Allowing it runs a program on this computer with all of your rights: it can read, change and send whatever you can.',
                ),
              ),
            ]
          : []),
        ...(screen.warnings.length > 0
          ? [
              el(
                'div',
                { role: 'note' },
                el('p', {}, el('strong', {}, t('Check this before you allow it:'))),
                el(
                  'ul',
                  { class: 'findings' },
                  ...screen.warnings.map((warning) => el('li', { class: 'finding warning' }, el('bdi', {}, warning))),
                ),
              ),
            ]
          : []),
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
      bar: actionBar,
      cancel: refuse,
    }),
    announcement: [
      isImport
        ? t('Import {0}? This server is defined by a file of the workspace.', inOneLine(screen.server.name, 80))
        : t('Start {0}? This server is defined by the workspace.', inOneLine(screen.server.name, 80)),
    ],
  };
}

/** A sentence about the origin of the entry. */
function originText({ purpose, changed }: ScreenOf<'agreement'>): string {
  if (purpose === 'import') {
    return t(
      'This server comes from a file of the workspace. Once imported, it is one of your own and starts without asking again.',
    );
  }
  return changed
    ? t('This server is defined by the workspace, and its entry has changed since you allowed it.')
    : t('This server is defined by the workspace, not by your own settings.');
}
