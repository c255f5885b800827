import { type Attributes, el } from '#webview/shell/dom.ts';
import type { OptionList } from './optionList.ts';

/**
 * The search input of a list of options. The input has the focus in place of the list. `onSearch` runs after each change,
 * except while an input method composes a character.
 */
export function searchInput(list: OptionList, attributes: Attributes, onSearch: () => void): HTMLInputElement {
  const input = el('input', {
    type: 'text',
    dir: 'auto',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-autocomplete': 'list',
    'aria-controls': list.element.id,
    ...attributes,
  });
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) {
      onSearch();
    }
  });
  input.addEventListener('compositionend', onSearch);
  return input;
}
