import { el } from '#webview/shell/dom.ts';

/** A text in two lengths. The style sheet shows the short one in a narrow panel; screen readers always read the full one. */
export function shortenedText(full: string, short: string): HTMLElement[] {
  return [el('span', { class: 'full-text' }, full), el('span', { class: 'short-text', 'aria-hidden': 'true' }, short)];
}
