import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import { el } from '#webview/shell/dom.ts';
import type { QueueEntry, QueueSlot } from './queueSlots.ts';

/** The tool and the first words of a request, or what else waits. Each is in an element of its own, so that no name can look like the next. */
export function entryParts({ target, words, waitsFor }: QueueEntry): HTMLElement[] {
  const part = (className: string, text: string | undefined) => (text ? [el('bdi', { class: className }, text)] : []);
  return [...part('quoted', target), ...part('queue-words', waitsFor === 'answer' ? words : waitsForText(waitsFor))];
}

function waitsForText(waitsFor: Exclude<QueueEntry['waitsFor'], 'answer'>): string {
  switch (waitsFor) {
    case 'arguments':
      return t('Arguments');
    case 'agreement':
      return t('Agreement');
    case 'delivery':
      return t('Answer not delivered');
  }
}

/** An entry as plain text, for a tooltip. */
export function entryTitle({ server, ...entry }: QueueEntry): string {
  return [server, ...entryParts({ server, ...entry }).map(({ textContent }) => textContent)].join(' · ');
}

/** "3 waiting": what a server waits for, if it is more than one thing. */
export function slotCountText({ entries }: QueueSlot): string {
  return t('{0} waiting', formatNumber(entries.length));
}

/** The label of the button with the menu. `hasTabs`: there are tabs beside it. */
export function moreText(count: number, hasTabs: boolean): string {
  return hasTabs ? t('{0} more', formatNumber(count)) : t('{0} waiting', formatNumber(count));
}
