import { t } from '@vscode/l10n';
import type { RateLimitAction, RateLimitCard } from '#bridge/messages.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attribution.ts';
import { iconButton } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { rateLimitText } from './messages.ts';

/** A card appears by itself, while the person may be typing or clicking. In milliseconds. */
const QUIET = 500;

/** The servers that asked so much that something was withheld, each with what can be done about it. */
export function drawRateLimitCards(post: PostToExtension): KeyedList<RateLimitCard> {
  return new KeyedList(
    el('ul', { class: 'calls', 'aria-label': t('Servers that ask too often') }),
    (eager: RateLimitCard) => drawRateLimitCard(eager, post),
  );
}

function drawRateLimitCard(eager: RateLimitCard, post: PostToExtension): KeyedItem<RateLimitCard> {
  const send = (act: RateLimitAction) => post({ type: 'changeRateLimit', serverId: eager.id, action: act });
  const action = (label: string, act: RateLimitAction): Action => ({
    label,
    appearance: 'secondary',
    decides: false,
    run: () => send(act),
  });
  const allow = action(t('Allow for This Session'), 'allow');
  const muteBriefly = action(t('Mute for 10 Minutes'), 'muteBriefly');
  const mute = action(t('Mute'), 'mute');
  const unmute = action(t('Unmute'), 'unmute');
  const cancelAll = action(t('Cancel All From This Server'), 'cancelAll');
  const bar = new ActionBar([allow, muteBriefly, mute, unmute, cancelAll], { ignoreInputMs: QUIET, place: 'card' });
  const text = el('p', { class: 'eager-words' });
  const update = (newer: RateLimitCard) => {
    text.replaceChildren(...rateLimitText<Node | string>(newer, serverName(newer.server)));
    const hadKeyboard = bar.element.contains(document.activeElement);
    bar.setHidden(muteBriefly, newer.muted);
    bar.setHidden(mute, newer.muted);
    bar.setHidden(unmute, !newer.muted);
    if (hadKeyboard && !bar.element.querySelector(':focus:not([hidden])')) {
      bar.focus(newer.muted ? unmute : muteBriefly);
    }
  };
  update(eager);
  return {
    element: el(
      'li',
      { class: 'call hold' },
      el(
        'div',
        { class: 'eager-head' },
        icon('warning'),
        text,
        iconButton(t('Dismiss'), icon('close'), () => send('dismiss')),
      ),
      bar.element,
    ),
    update,
    focus: () => bar.focus(eager.muted ? unmute : muteBriefly),
    quieten: (ms) => bar.quieten(ms),
    dispose: () => bar.dispose(),
  };
}
