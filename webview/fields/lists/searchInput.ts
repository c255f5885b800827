import { type Attributes, el } from '#webview/shell/dom.ts';
import type { OptionList } from './optionList.ts';

/**
 * The input with which the options of a list are found. It has the keyboard in place of the list. `search`: something else
 * was typed; half of what is being composed is not.
 */
export function searchInput(list: OptionList, attributes: Attributes, search: () => void): HTMLInputElement {
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
      search();
    }
  });
  input.addEventListener('compositionend', search);
  return input;
}
