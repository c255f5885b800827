import { t } from '@vscode/l10n';
import { el, setAttributes } from './dom.ts';

/** A text is folded only if at least this number of further lines appears when it is unfolded. */
const minHiddenLines = 2;

/** The share of the panel's height within which the whole text is shown. */
const maxWholeShare = 0.2;

/** The same where the screen needs no scrolling: what the user consents to is not hidden while there is room for it. */
const maxShareWithoutScrolling = 0.5;

/**
 * Folds an element to its first lines if it is longer and there is no room for all of it, with a button that shows all of it. The style
 * sheet sets the number of lines. This is decided when the screen is drawn and when its width changes, so that nothing
 * moves while the user fills in a form. `after`: drawn behind the button. Returns the element that contains all of them.
 */
export function foldable(element: HTMLElement, after?: HTMLElement): HTMLElement {
  const toggle = el('button', { type: 'button', class: 'link fold-toggle' });
  let isUnfolded = false;
  const update = () => {
    element.classList.remove('folded');
    if (!isUnfolded) {
      const wholeHeight = element.scrollHeight;
      const isWhole = isShownWhole(element);
      element.classList.add('folded');
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      // Half a line less, because lines have different heights.
      const isLong = !isWhole && wholeHeight - element.clientHeight > (minHiddenLines - 0.5) * lineHeight;
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

/** True if the whole text is shown: within the upper fifth of the panel, or in its upper half on a screen that needs no scrolling. */
function isShownWhole(element: HTMLElement): boolean {
  const scroller = element.closest('.scroller');
  const end = element.getBoundingClientRect().bottom + (scroller?.scrollTop ?? 0);
  // In a low panel the whole page scrolls.
  const needsNoScrolling = [scroller, document.documentElement].every(
    (scrolling) => scrolling && scrolling.scrollHeight <= scrolling.clientHeight,
  );
  const share = needsNoScrolling ? maxShareWithoutScrolling : maxWholeShare;
  return element.scrollHeight <= element.clientHeight && end <= share * document.documentElement.clientHeight;
}
