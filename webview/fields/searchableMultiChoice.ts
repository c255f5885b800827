import { t } from '@vscode/l10n';
import type { MultiChoiceField, MultiChoiceInput } from '#form/model.ts';
import { Chips } from '#webview/fields/lists/chips.ts';
import { ChosenCount } from '#webview/fields/lists/chosenCount.ts';
import { OptionList } from '#webview/fields/lists/optionList.ts';
import { searchInput } from '#webview/fields/lists/searchInput.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import { FieldChrome, type FieldHost, type FieldView, groupField, onFocusLeave } from './fieldChrome.ts';

/**
 * A field with any number of very many options: a filter, the list below it, and the chosen options as chips above. The
 * filter keeps the focus while the user moves in the list and chooses with Enter. The list can have the focus too;
 * Space chooses there.
 */
export function drawSearchableMultiChoice(
  field: MultiChoiceField,
  input: MultiChoiceInput,
  host: FieldHost<MultiChoiceInput>,
): FieldView {
  const chrome = new FieldChrome(field, host);
  const count = new ChosenCount(field, host.id);
  const found = el('p', { class: 'count', 'aria-live': 'polite' });
  let chosen = new Set(input.selected);
  const selected = () => [...chosen].sort((a, b) => a - b);
  const showChosen = (aloud = true) => {
    const indexes = selected();
    count.show(indexes.length, aloud);
    chips.show(indexes);
    clear.hidden = indexes.length === 0;
    list.refresh();
  };
  const changed = () => {
    showChosen();
    host.onChange({ kind: 'multiChoice', selected: selected(), touched: true });
  };
  const toggle = (index: number) => {
    if (!chosen.delete(index)) {
      chosen.add(index);
    }
    changed();
  };

  const list = new OptionList(field.options, {
    id: host.id,
    name: t('Options of {0}', field.label),
    several: true,
    isChosen: (index) => chosen.has(index),
    onPick: toggle,
  });
  const search = () => {
    list.search(filter.value);
    filter.setAttribute('aria-expanded', String(!list.element.hidden));
    found.textContent = list.sizeText;
  };
  const filter = searchInput(
    list,
    {
      id: `${host.id}-filter`,
      class: 'option-filter',
      placeholder: t('Type to search, Enter to choose'),
      'aria-describedby': chrome.describedBy(count.element.id),
    },
    search,
  );
  filter.ariaLabel = t('Search the options of {0}', field.label);
  setAttributes(list.element, { tabindex: 0, 'aria-describedby': chrome.describedBy(count.element.id) });
  list.hosts = [filter, list.element];
  const chips = new Chips(field.options, t('Chosen for {0}', field.label), toggle, () => filter.focus());
  const clear = el('button', { type: 'button', class: 'link' }, t('Clear all'));
  clear.ariaLabel = t('Clear all that is chosen for {0}', field.label);
  clear.addEventListener('click', () => {
    chosen.clear();
    changed();
    filter.focus();
  });

  filter.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      return;
    }
    if (event.key === 'Enter' && event.repeat) {
      // A repeated key would undo its own choice.
      event.preventDefault();
    } else if (event.key === 'Escape' && filter.value !== '') {
      // Escape has cleared the filter; the page handles only the next one.
      event.preventDefault();
      filter.value = '';
      search();
    } else if (list.press(event.key) || event.key === 'Enter') {
      event.preventDefault();
    }
  });
  list.element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      return;
    }
    const chooses = event.key === 'Enter' || event.key === ' ';
    // Held, it would take away again what it has chosen.
    if ((chooses && event.repeat) || list.press(chooses ? 'Enter' : event.key)) {
      event.preventDefault();
    }
  });

  const element = groupField(
    chrome,
    { 'aria-describedby': chrome.describedBy(count.element.id) },
    el('div', { class: 'hint-row' }, chrome.hint, count.element, clear),
    chips.element,
    filter,
    list.element,
    found,
  );
  showChosen();
  search();
  onFocusLeave(element, () => host.onLeave());
  return {
    element,
    focus: () => filter.focus(),
    fill: (filled) => {
      if (filled.kind === 'multiChoice') {
        chosen = new Set(filled.selected);
        showChosen(false);
        host.onChange(filled);
      }
    },
    // ARIA has no invalid groups, only invalid controls.
    showProblem: (message) => chrome.showProblem(message, [filter, list.element]),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}
