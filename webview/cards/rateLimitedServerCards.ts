import { t } from '@vscode/l10n';
import type { RateLimitAction, RateLimitCard } from '#bridge/messages.ts';
import { type Action, ActionBar } from '#webview/shell/actionBar.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { iconButton } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { ignoreInputMs } from '#webview/shell/presses/inputPause.ts';
import { rateLimitText } from './cardTexts.ts';

/** One card for each server whose requests the rate limit withholds, with the buttons that allow or mute the server. */
export function drawRateLimitCards(post: PostToExtension): KeyedList<RateLimitCard> {
  return new KeyedList(
    el('ul', { class: 'cards', 'aria-label': t('Servers that ask too often') }),
    (card: RateLimitCard) => drawRateLimitCard(card, post),
  );
}

function drawRateLimitCard(card: RateLimitCard, post: PostToExtension): KeyedItem<RateLimitCard> {
  const send = (action: RateLimitAction) => post({ type: 'changeRateLimit', serverId: card.id, action });
  const cardAction = (label: string, action: RateLimitAction): Action => ({
    label,
    appearance: 'secondary',
    unavailableWhileBusy: false,
    run: () => send(action),
  });
  const allow = cardAction(t('Allow for This Session'), 'allow');
  const muteBriefly = cardAction(t('Mute for 10 Minutes'), 'muteBriefly');
  const mute = cardAction(t('Mute'), 'mute');
  const unmute = cardAction(t('Unmute'), 'unmute');
  const cancelAll = cardAction(t('Cancel All From This Server'), 'cancelAll');
  const actionBar = new ActionBar([allow, muteBriefly, mute, unmute, cancelAll], { ignoreInputMs, place: 'card' });
  const text = el('p', { class: 'rate-limit-text' });
  const update = (newer: RateLimitCard) => {
    text.replaceChildren(...rateLimitText<Node | string>(newer, serverName(newer.server)));
    const hadFocus = actionBar.element.contains(document.activeElement);
    actionBar.setHidden(muteBriefly, newer.muted);
    actionBar.setHidden(mute, newer.muted);
    actionBar.setHidden(unmute, !newer.muted);
    if (hadFocus && !actionBar.element.querySelector(':focus:not([hidden])')) {
      actionBar.focus(newer.muted ? unmute : muteBriefly);
    }
  };
  update(card);
  return {
    element: el(
      'li',
      { class: 'card column-card' },
      el(
        'div',
        { class: 'rate-limit-head' },
        icon('warning'),
        text,
        iconButton(t('Dismiss'), icon('close'), () => send('dismiss')),
      ),
      actionBar.element,
    ),
    update,
    focus: () => actionBar.focus(card.muted ? unmute : muteBriefly),
    ignoreInput: (ms) => actionBar.ignoreInput(ms),
    dispose: () => actionBar.dispose(),
  };
}
