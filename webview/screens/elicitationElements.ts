import { t } from '@vscode/l10n';
import type { ScreenOf } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inBlock } from '#form/text.ts';
import type { Action } from '#webview/shell/actionBar.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { scrollable } from '#webview/shell/scrolling.ts';

/** The maximum length of the part of a message that is initially shown. In UTF-16 code units. */
const maxShownLength = 100_000;

/** The server's message as plain text; `undefined` if it is blank. A very long message is cut, with a button for the rest. */
export function messageBlock(message: string): HTMLElement | undefined {
  if (!message.trim()) {
    return undefined;
  }
  const text = el('div', { class: 'message', dir: 'auto' }, inBlock(message, maxShownLength));
  const block = scrollable(text, t('What the server says'));
  if (message.length <= maxShownLength) {
    return block;
  }
  const hiddenCount = formatNumber(message.length - maxShownLength);
  const showRest = el(
    'button',
    { type: 'button', class: 'link' },
    t('Show the rest of the message: {0} characters', hiddenCount),
  );
  showRest.addEventListener('click', () => {
    text.textContent = inBlock(message);
    showRest.remove();
    text.focus();
  });
  const cutNote = el(
    'p',
    { class: 'hint' },
    t('This message is very long. Only its beginning is shown.'),
    ' ',
    showRest,
  );
  showRest.addEventListener('click', () => cutNote.remove());
  return el('div', {}, block, cutNote);
}

export function declineRestLabel(): string {
  return t('Decline for the Rest of This Call');
}

/** True if the user declined the same request before, and can decline it for the rest of the call. */
export function canDeclineRest({ declinedBefore, call }: ScreenOf<'form' | 'url'>): boolean {
  return declinedBefore && call !== undefined;
}

/** The text about an earlier decline of the same request; `undefined` if there was none. */
export function declinedBeforeText({ declinedBefore, call }: ScreenOf<'form' | 'url'>): string | undefined {
  if (!declinedBefore) {
    return undefined;
  }
  return call
    ? t('You declined this before, and the server asks again. You can decline it for the rest of this call.')
    : t('You declined this before, and the server asks again.');
}

/** A banner above the request; `undefined` if there is no text. */
export function infoBanner(text: string | undefined): HTMLElement | undefined {
  return text === undefined
    ? undefined
    : el('div', { class: 'banner info' }, icon('info'), el('p', { class: 'banner-text' }, text));
}

/** An action that replies to the request. */
export function answerAction(label: string, run: () => void): Action {
  return { label, appearance: 'secondary', unavailableWhileBusy: true, run };
}
