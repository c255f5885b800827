import { t } from '@vscode/l10n';
import { el, setAttributes } from './dom.ts';

/** A text is folded only if at least this number of further lines appears when it is unfolded. */
const minHiddenLines = 2;

/**
 * Folds an element to its first lines while it is longer, with a button that shows all of it. The style sheet sets the number of
 * lines. `after`: drawn behind the button. Returns the element that contains all of them.
 */
export function foldable(element: HTMLElement, after?: HTMLElement): HTMLElement {
  const toggle = el('button', { type: 'button', class: 'link fold-toggle' });
  let isUnfolded = false;
  const update = () => {
    element.classList.remove('folded');
    if (!isUnfolded) {
      const wholeHeight = element.scrollHeight;
      element.classList.add('folded');
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      // Half a line less, because lines have different heights.
      const isLong = wholeHeight - element.clientHeight > (minHiddenLines - 0.5) * lineHeight;
      element.classList.toggle('folded', isLong);
      toggle.hidden = !isLong;
    }
    setAttributes(toggle, { 'aria-expanded': String(isUnfolded) });
    toggle.textContent = isUnfolded ? t('Show Less') : t('Show All');
  };
  toggle.hidden = true;
  toggle.addEventListener('click', () => {
    isUnfolded = !isUnfolded;
    update();
  });
  // The number of lines depends on the width. It is not the observed element, whose height changes here.
  const width = el('div');
  new ResizeObserver(update).observe(width);
  return el('div', {}, width, el('div', { class: 'fold' }, element, toggle, after));
}
