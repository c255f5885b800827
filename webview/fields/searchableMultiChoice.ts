import { t } from '@vscode/l10n';
import type { MultiChoiceField, MultiChoiceInput } from '#form/model.ts';
import { Chips } from '#webview/fields/lists/chips.ts';
import { ChosenCount } from '#webview/fields/lists/chosenCount.ts';
import { OptionList } from '#webview/fields/lists/optionList.ts';
import { searchInput } from '#webview/fields/lists/searchInput.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import {
  FieldChrome,
  type FieldContext,
  type FieldView,
  fieldElement,
  fieldGroup,
  onFocusLeave,
} from './fieldChrome.ts';

/**
 * A field for choosing any number of very many options: a filter, the list of options below it, and the chosen options as
 * chips below that, where they do not move the list under the pointer. The filter keeps the focus while the user moves in the list and chooses with Enter. The list can also
 * have the focus; Space then also chooses.
 */
export function drawSearchableMultiChoice(
  field: MultiChoiceField,
  input: MultiChoiceInput,
  context: FieldContext<MultiChoiceInput>,
): FieldView {
  const count = new ChosenCount(field, context.id);
  const chrome = new FieldChrome(field, context, count.element);
  const matchCount = el('p', { class: 'count', 'aria-live': 'polite' });
  let chosen = new Set(input.selected);
  const selected = () => [...chosen].sort((a, b) => a - b);
  const showChosen = (announces = true) => {
    const indexes = selected();
    count.show(indexes.length, announces);
    chips.show(indexes);
    clearButton.hidden = indexes.length === 0;
    list.refresh();
  };
  const onChange = () => {
    showChosen();
    context.onChange({ kind: 'multiChoice', selected: selected(), touched: true });
  };
  const toggle = (index: number) => {
    if (!chosen.delete(index)) {
      chosen.add(index);
    }
    onChange();
  };

  const list = new OptionList(field.options, {
    id: context.id,
    name: t('Options of {0}', field.label),
    isMultiple: true,
    isChosen: (index) => chosen.has(index),
    onPick: toggle,
  });
  const search = () => {
    list.search(filter.value);
    filter.setAttribute('aria-expanded', String(!list.element.hidden));
    matchCount.textContent = list.countText;
  };
  const filter = searchInput(
    list,
    {
      id: `${context.id}-filter`,
      class: 'option-filter',
      placeholder: t('Type to search, Enter to choose'),
      'aria-describedby': chrome.describedBy,
    },
    search,
  );
  filter.ariaLabel = t('Search the options of {0}', field.label);
  setAttributes(list.element, { tabindex: 0, 'aria-describedby': chrome.describedBy });
  list.focusHolders = [filter, list.element];
  const chips = new Chips(field.options, t('Chosen for {0}', field.label), toggle, () => filter.focus());
  const clearButton = el('button', { type: 'button', class: 'link' }, t('Clear All'));
  clearButton.ariaLabel = t('Clear All That Is Chosen for {0}', field.label);
  clearButton.addEventListener('click', () => {
    chosen.clear();
    onChange();
    filter.focus();
  });

  filter.addEventListener('keydown', (event) => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      return;
    }
    if (event.key === 'Enter' && event.repeat) {
      // The repeats of a held key would undo the choice.
      event.preventDefault();
    } else if (event.key === 'Escape' && filter.value !== '') {
      // Escape only clears the filter: the page ignores handled keys.
      event.preventDefault();
      filter.value = '';
      search();
    } else if (list.handleKey(event.key) || event.key === 'Enter') {
      event.preventDefault();
    }
  });
  list.element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      return;
    }
    const chooses = event.key === 'Enter' || event.key === ' ';
    // The repeats of a held key would undo the choice.
    if ((chooses && event.repeat) || list.handleKey(chooses ? 'Enter' : event.key)) {
      event.preventDefault();
    }
  });

  const group = fieldGroup(
    chrome,
    { 'aria-describedby': chrome.describedBy },
    filter,
    list.element,
    el('div', { class: 'list-foot' }, matchCount, clearButton),
    chips.element,
  );
  showChosen();
  search();
  onFocusLeave(group, () => context.onLeave());
  return {
    element: fieldElement(chrome, group),
    focus: () => filter.focus(),
    fill: (newInput) => {
      if (newInput.kind === 'multiChoice') {
        chosen = new Set(newInput.selected);
        showChosen(false);
        context.onChange(newInput);
      }
    },
    // ARIA has no invalid groups, only invalid controls.
    showProblem: (message) => chrome.showProblem(message, [filter, list.element]),
    foldHelp: () => chrome.help.fold(),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}
