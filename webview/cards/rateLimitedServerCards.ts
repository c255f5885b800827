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

/** New cards ignore input for this time, because they appear while the user types or clicks. In milliseconds. */
const ignoreInputMs = 500;

/** One card for each server whose requests the rate limit withholds, with the actions for it. */
export function drawRateLimitCards(post: PostToExtension): KeyedList<RateLimitCard> {
  return new KeyedList(
    el('ul', { class: 'calls', 'aria-label': t('Servers that ask too often') }),
    (card: RateLimitCard) => drawRateLimitCard(card, post),
  );
}

function drawRateLimitCard(card: RateLimitCard, post: PostToExtension): KeyedItem<RateLimitCard> {
  const send = (action: RateLimitAction) => post({ type: 'changeRateLimit', serverId: card.id, action });
  const cardAction = (label: string, action: RateLimitAction): Action => ({
    label,
    appearance: 'secondary',
    replies: false,
    run: () => send(action),
  });
  const allow = cardAction(t('Allow for This Session'), 'allow');
  const muteBriefly = cardAction(t('Mute for 10 Minutes'), 'muteBriefly');
  const mute = cardAction(t('Mute'), 'mute');
  const unmute = cardAction(t('Unmute'), 'unmute');
  const cancelAll = cardAction(t('Cancel All From This Server'), 'cancelAll');
  const bar = new ActionBar([allow, muteBriefly, mute, unmute, cancelAll], { ignoreInputMs, place: 'card' });
  const text = el('p', { class: 'eager-words' });
  const update = (newer: RateLimitCard) => {
    text.replaceChildren(...rateLimitText<Node | string>(newer, serverName(newer.server)));
    const hadFocus = bar.element.contains(document.activeElement);
    bar.setHidden(muteBriefly, newer.muted);
    bar.setHidden(mute, newer.muted);
    bar.setHidden(unmute, !newer.muted);
    if (hadFocus && !bar.element.querySelector(':focus:not([hidden])')) {
      bar.focus(newer.muted ? unmute : muteBriefly);
    }
  };
  update(card);
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
    focus: () => bar.focus(card.muted ? unmute : muteBriefly),
    ignoreInput: (ms) => bar.ignoreInput(ms),
    dispose: () => bar.dispose(),
  };
}
