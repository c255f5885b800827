import { t } from '@vscode/l10n';
import { el } from '#webview/shell/dom.ts';

/** A text that may be longer than six lines in a narrow panel. In UTF-16 code units. */
const SHORT = 200;

/**
 * What a server says of a field. More than about six lines of it are folded away, so that nobody has to scroll from field
 * to field; screen readers have all of it either way. Returns what stands in the page.
 */
export function drawDescription(id: string, field: string, description: string): HTMLElement {
  const text = el('p', { id, class: 'description', dir: 'auto' }, description);
  if (description.length <= SHORT && description.split('\n').length <= 6) {
    return text;
  }
  const more = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    text.classList.toggle('folded', folded);
    more.textContent = folded ? t('Show more') : t('Show less');
    more.ariaLabel = folded ? t('Show more about {0}', field) : t('Show less about {0}', field);
    more.ariaExpanded = String(!folded);
  };
  fold(true);
  more.addEventListener('click', () => fold(!text.classList.contains('folded')));
  // How many lines it has depends on the width.
  new ResizeObserver(() => {
    if (text.classList.contains('folded')) {
      more.hidden = text.scrollHeight <= text.clientHeight + 1;
    }
  }).observe(text);
  return el('div', { class: 'description-block' }, text, more);
}
