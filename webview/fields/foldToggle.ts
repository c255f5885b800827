import { t } from '@vscode/l10n';
import { el } from '#webview/shell/dom.ts';

/**
 * A button that shows all of a text which is cut after some lines (style sheet), and cuts it again. It is drawn behind the text, and
 * hidden while the whole text fits. Screen readers read the whole text. `more` and `less`: the accessible names of the button.
 */
export function foldToggle(text: HTMLElement, more: string, less: string): HTMLButtonElement {
  const toggle = el('button', { type: 'button', class: 'link' });
  const fold = (folded: boolean) => {
    text.classList.toggle('folded', folded);
    toggle.textContent = folded ? t('Show All') : t('Show Less');
    toggle.ariaLabel = folded ? more : less;
    toggle.ariaExpanded = String(!folded);
  };
  fold(true);
  toggle.addEventListener('click', () => fold(!text.classList.contains('folded')));
  // The number of lines depends on the width.
  new ResizeObserver(() => {
    if (text.classList.contains('folded')) {
      toggle.hidden = text.scrollHeight <= text.clientHeight + 1;
    }
  }).observe(text);
  return toggle;
}
