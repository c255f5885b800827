import { t } from '@vscode/l10n';
import { el, setAttributes } from './dom.ts';

/**
 * Folds an element to its first lines while it is longer, with a button that shows all of it. The style sheet sets the number of
 * lines. Returns the elements to be drawn, one after the other.
 */
export function foldable(element: HTMLElement): [HTMLElement, HTMLElement] {
  const toggle = el('button', { type: 'button', class: 'link fold-toggle', 'aria-expanded': 'false' });
  const fold = (isFolded: boolean) => {
    element.classList.toggle('folded', isFolded);
    setAttributes(toggle, { 'aria-expanded': String(!isFolded) });
    toggle.textContent = isFolded ? t('Show All') : t('Show Less');
  };
  fold(true);
  toggle.addEventListener('click', () => fold(!element.classList.contains('folded')));
  new ResizeObserver(() => {
    if (element.classList.contains('folded')) {
      toggle.hidden = element.scrollHeight <= element.clientHeight + 1;
    }
  }).observe(element);
  toggle.hidden = true;
  return [element, toggle];
}
