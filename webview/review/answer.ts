import { t } from '@vscode/l10n';
import { el } from '#webview/shell/dom.ts';
import { scrollable } from '#webview/shell/scrolling.ts';

/** Of a text so many UTF-16 code units and so many lines are seen at a glance, of a list so many items. */
const CHARACTERS = 300;
const LINES = 6;
const ITEMS = 10;

/** What is said of one answer: a text, or a list where several were chosen. What is long is folded away, with a button. */
export function drawAnswer(field: string, said: readonly string[]): HTMLElement {
  const short = said.length > ITEMS ? said.slice(0, ITEMS) : said.map(beginning);
  const isLong = short.length < said.length || short.some((text, index) => text !== said[index]);
  const place = el('div', { class: 'review-said' }, content(short));
  if (!isLong) {
    return place;
  }
  const more = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    const whole = scrollable(el('div', { class: 'review-whole' }, content(said)), t('All of {0}', field));
    place.replaceChildren(folded ? content(short) : whole);
    more.textContent = folded ? t('Show all') : t('Show less');
    more.ariaLabel = folded ? t('Show all of {0}', field) : t('Show less of {0}', field);
    more.ariaExpanded = String(!folded);
  };
  fold(true);
  more.addEventListener('click', () => fold(more.ariaExpanded === 'true'));
  return el('div', {}, place, more);
}

function content(said: readonly string[]): HTMLElement {
  const [only, ...others] = said;
  return others.length === 0
    ? el('div', { class: 'review-text', dir: 'auto' }, only)
    : el('ul', { class: 'review-items' }, ...said.map((one) => el('li', {}, el('bdi', {}, one))));
}

function beginning(text: string): string {
  const start = text
    .split('\n', LINES)
    .join('\n')
    .slice(0, CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '');
  return start.length < text.length ? `${start}…` : text;
}
