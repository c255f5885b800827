import { t } from '@vscode/l10n';
import type { ScreenOf, ToExtension } from '#bridge/messages.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { quotedName, serverName } from '#webview/shell/attributionView.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { drawScreenFrame, type ScreenView } from './screenFrame.ts';

type Decision = Extract<ToExtension, { type: 'decideServer' }>['decision'];

/** The question whether a server of an agent may ask, which the user has not connected. No button is the obvious one. */
export function drawUnverifiedServerScreen(screen: ScreenOf<'unverifiedServer'>, post: PostToExtension): ScreenView {
  const { server, claimedName, commandLine, isCommandCut, folder, replacesConnected } = screen;
  const decide = (label: string, decision: Decision, note: string): Action => ({
    label,
    appearance: 'secondary',
    unavailableWhileBusy: true,
    note,
    run: () => {
      actionBar.setBusy(t('Sending…'));
      post({ type: 'decideServer', screen: screen.id, decision });
    },
  });
  const update = decide(
    replacesConnected ? t('Update') : t('Connect'),
    'update',
    replacesConnected
      ? t('It takes the place of the server that you connected.')
      : t('It may ask under this name from now on.'),
  );
  const actionBar = new ActionBar(
    [
      decide(t('Allow Once'), 'once', t('It may ask until the agent ends it.')),
      // What is connected is the whole command, so all of it must be shown.
      ...(isCommandCut ? [] : [update]),
      decide(t('Stop'), 'stop', t('Nothing of it is shown until this window closes.')),
    ],
    { ignoreInputMs: screen.ignoreInputMs },
  );
  const problem = replacesConnected
    ? t('{0} starts another command than the one that you connected as {1}.')
    : t('{0} starts a server that you have not connected, and calls it {1}.');
  const row = (label: string, text: string) =>
    text === ''
      ? undefined
      : el('div', { class: 'row' }, el('dt', {}, label), el('dd', {}, el('bdi', {}, escapeInvisible(text))));
  const agent = inOneLine(server.name, 80);
  return {
    ...drawScreenFrame({
      heading: interpolate<Node | string>(t('May this server of {0} ask you?'), serverName(server)),
      content: [
        el('p', {}, ...interpolate<Node | string>(problem, serverName(server), quotedName(claimedName))),
        el(
          'p',
          {},
          t(
            'A folder that you open can bring such an entry along. What the server asks is not shown before you decide.',
          ),
        ),
        el('dl', { class: 'rows' }, ...definedOnly([row(t('Command'), commandLine), row(t('Folder'), folder)])),
      ],
      bar: actionBar,
    }),
    announcement: [t('May this server of {0} ask you?', agent)],
  };
}
