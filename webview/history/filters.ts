import { t } from '@vscode/l10n';
import type { HistoryChoice, HistoryFilter, ToHistory } from '#bridge/historyMessages.ts';
import { formatNumber } from '#form/language.ts';
import { button } from '#webview/shell/buttons.ts';
import { el, replaceChanged } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { ChoiceBox } from './choiceBox.ts';
import {
  anyOption,
  callOnlyOutcomes,
  dayFilter,
  dayOptions,
  fixedCallers,
  isCallOutcome,
  kindOptions,
  outcomeFilter,
  requestOnlyOutcomes,
  sharedOutcomes,
} from './filterOptions.ts';
import type { SavedFilters } from './savedFilters.ts';

/** A filter that is set. */
export interface ActiveFilter {
  readonly label: string;
  readonly value: string;
  readonly remove: () => void;
}

/** The delay of the search after the last key. In milliseconds. */
const typingMs = 250;

/** The controls that filter the entries, and the switch that shows tool calls. */
export class Filters {
  readonly element: HTMLElement;
  readonly #text = el('input', { type: 'search', maxlength: 200, placeholder: t('Name or site') });
  readonly #caller = new ChoiceBox([anyOption(), ...fixedCallers()], t('Agents'));
  readonly #server = new ChoiceBox([anyOption()]);
  readonly #tool = new ChoiceBox([anyOption()]);
  readonly #outcome = new ChoiceBox([anyOption(), ...sharedOutcomes(), requestOnlyOutcomes(), callOnlyOutcomes()]);
  readonly #kind = new ChoiceBox(kindOptions());
  readonly #day = new ChoiceBox(dayOptions());
  readonly #from = el('input', { type: 'date' });
  readonly #to = el('input', { type: 'date' });
  readonly #range: readonly HTMLElement[];
  readonly #calls = el('input', { type: 'checkbox' });
  readonly #clear = button(t('Clear Filters'), 'secondary', () => this.#clearAll());
  /** In a small tab, shows and hides all filters but the search. The style sheet hides it elsewhere. */
  readonly #unfold = button('', 'secondary', () => this.#setUnfolded(this.#unfold.ariaExpanded === 'false'));
  readonly #boxes: readonly (readonly [name: 'caller' | 'server' | 'tool' | 'outcome' | 'kind' | 'day', ChoiceBox])[] =
    [
      ['caller', this.#caller],
      ['server', this.#server],
      ['tool', this.#tool],
      ['outcome', this.#outcome],
      ['kind', this.#kind],
      ['day', this.#day],
    ];
  readonly #onChange: () => void;
  #timer: number | undefined;

  /** `onChange` runs after a change of the filters by the user. */
  constructor(onChange: () => void, saved: SavedFilters | undefined) {
    this.#onChange = onChange;
    this.#range = [withLabel(t('From'), this.#from), withLabel(t('To'), this.#to)];
    this.element = el(
      'form',
      { class: 'filters', role: 'search', 'aria-label': t('Filter the history') },
      el('div', { class: 'filter-line' }, withLabel(t('Search'), this.#text), this.#unfold),
      ...this.#boxes.map(([name, { element }]) => withLabel(labels()[name], element)),
      ...this.#range,
      el(
        'div',
        { class: 'filter-end' },
        el('label', { class: 'show-calls' }, this.#calls, el('span', {}, t('Show tool calls'))),
        this.#clear,
      ),
    );
    this.#unfold.classList.add('unfold-filters');
    this.#setUnfolded(false);
    this.#restore(saved);
    this.#showState();
    this.element.addEventListener('input', ({ target }) => {
      this.#keepTogether(target);
      this.#changeSoon(target === this.#text ? typingMs : 0);
    });
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#changeSoon(0);
    });
  }

  get value(): HistoryFilter {
    const kind = this.#kind.value;
    return {
      only: !this.#calls.checked ? 'requests' : kind === 'calls' ? 'calls' : undefined,
      text: this.#text.value.trim() || undefined,
      caller: this.#caller.value || undefined,
      server: this.#server.value || undefined,
      tool: this.#tool.value || undefined,
      ...outcomeFilter(this.#outcome.value),
      mode: kind === 'form' || kind === 'url' ? kind : undefined,
      ...dayFilter(this.#day.value, this.#from.value, this.#to.value),
    };
  }

  /** The filters that are set, for texts. The switch for tool calls is none. */
  get active(): readonly ActiveFilter[] {
    const search = this.#text.value.trim();
    const clearText = () => {
      this.#text.value = '';
    };
    return [
      ...(search ? [{ label: t('Search'), value: search, remove: clearText }] : []),
      ...this.#boxes.flatMap(([name, box]) =>
        this.#restricts(name, box)
          ? [{ label: labels()[name], value: this.#valueText(name, box), remove: () => box.choose('', '') }]
          : [],
      ),
    ];
  }

  /** True if the list shows tool calls. */
  get showsCalls(): boolean {
    return this.#calls.checked;
  }

  /** What a reload restores. */
  get saved(): SavedFilters {
    return {
      text: this.#text.value,
      from: this.#from.value,
      to: this.#to.value,
      calls: this.#calls.checked,
      chosen: Object.fromEntries(
        this.#boxes.filter(([, { value }]) => value).map(([name, { value, label }]) => [name, { value, label }]),
      ),
    };
  }

  /** Shows tool calls. */
  showCalls(): void {
    this.#calls.checked = true;
    this.#changed();
  }

  /** Removes one of the filters that are set. */
  remove(filter: ActiveFilter): void {
    filter.remove();
    this.#changed();
  }

  /** Sets what can be chosen. */
  setChoices({ agents, servers, tools }: Extract<ToHistory, { type: 'choices' }>): void {
    this.#caller.setOptions(agents.map(optionOf));
    this.#server.setOptions(servers.map(optionOf));
    this.#tool.setOptions(tools.map(optionOf));
  }

  /** Only calls are tool calls or have their outcomes, so the switch for them follows these filters, and they follow the switch. */
  #keepTogether(changed: EventTarget | null): void {
    const needsCalls = this.#kind.value === 'calls' || isCallOutcome(this.#outcome.value);
    if (changed === this.#calls && !this.#calls.checked && needsCalls) {
      for (const box of [this.#kind, this.#outcome]) {
        if (box.value === 'calls' || isCallOutcome(box.value)) {
          box.choose('', '');
        }
      }
    } else if (changed !== this.#calls && needsCalls) {
      this.#calls.checked = true;
    }
  }

  #restricts(name: string, { value }: ChoiceBox): boolean {
    return name === 'day' && value === 'range' ? this.#from.value !== '' || this.#to.value !== '' : value !== '';
  }

  #valueText(name: string, { value, label }: ChoiceBox): string {
    return name === 'day' && value === 'range'
      ? t('{0} to {1}', this.#from.value || '…', this.#to.value || '…')
      : label;
  }

  #restore(saved: SavedFilters | undefined): void {
    if (saved) {
      this.#text.value = saved.text;
      this.#from.value = saved.from;
      this.#to.value = saved.to;
      this.#calls.checked = saved.calls;
      for (const [name, box] of this.#boxes) {
        const chosen = saved.chosen[name];
        if (chosen) {
          box.choose(chosen.value, chosen.label);
        }
      }
    }
  }

  /** Clears all filters. The switch for tool calls stays as it is. */
  #clearAll(): void {
    for (const control of [this.#text, this.#from, this.#to]) {
      control.value = '';
    }
    for (const [, box] of this.#boxes) {
      box.choose('', '');
    }
    this.#changed();
    // The button disappears.
    this.#text.focus();
  }

  #changeSoon(ms: number): void {
    this.#showState();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#onChange, ms);
  }

  #changed(): void {
    this.#showState();
    window.clearTimeout(this.#timer);
    this.#onChange();
  }

  #setUnfolded(isUnfolded: boolean): void {
    this.#unfold.ariaExpanded = String(isUnfolded);
    this.element.classList.toggle('unfolded', isUnfolded);
  }

  /** Shows the number of filters beside the search that are set, the button that clears them, and the ends of a range of days. */
  #showState(): void {
    for (const end of this.#range) {
      end.hidden = this.#day.value !== 'range';
    }
    const set = this.active;
    const count = set.length - (this.#text.value.trim() ? 1 : 0);
    const text = count === 0 ? t('Filters') : t('Filters: {0}', formatNumber(count));
    replaceChanged(this.#unfold, [el('span', {}, text), icon('chevron')]);
    this.#clear.hidden = set.length === 0;
  }
}

const labels = () => ({
  caller: t('Caller'),
  server: t('Server'),
  tool: t('Tool'),
  outcome: t('Outcome'),
  kind: t('Kind'),
  day: t('Day'),
});

function optionOf({ id, name }: HistoryChoice): readonly [string, string] {
  return [id, name];
}

/** A control with its label above it. */
function withLabel(label: string, control: HTMLElement): HTMLElement {
  return el('label', { class: 'filter' }, el('span', {}, label), control);
}
