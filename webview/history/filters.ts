import { t } from '@vscode/l10n';
import type { HistoryFilter, HistoryStatus } from '#bridge/historyMessages.ts';
import { el } from '#webview/shell/dom.ts';
import { endOfDay, startOfDay } from '#webview/shell/localDates.ts';

const decisions = () =>
  [
    ['', t('Any')],
    ['accept', t('Accepted or opened')],
    ['decline', t('Declined')],
    ['cancel', t('Cancelled')],
    ['undelivered', t('Answer not delivered')],
    ['withdrawn', t('Withdrawn')],
    ['refused', t('Refused')],
    ['rate_limited', t('Held back')],
    ['muted', t('Muted')],
  ] as const;
const kinds = () =>
  [
    ['', t('Questions')],
    ['form', t('Form')],
    ['url', t('Web page')],
    ['calls', t('Tool calls')],
    ['all', t('Questions and tool calls')],
  ] as const;

/** The delay of the search after the last key. In milliseconds. */
const typingMs = 250;

/** The controls that filter the entries. */
export class Filters {
  readonly element: HTMLElement;
  readonly #text = el('input', { type: 'search', maxlength: 200, placeholder: t('Name or site') });
  readonly #server = selectBox([['', t('Any')]]);
  readonly #decision = selectBox(decisions());
  readonly #kind = selectBox(kinds());
  readonly #from = el('input', { type: 'date' });
  readonly #to = el('input', { type: 'date' });
  #timer: number | undefined;

  /** `onChange` runs after a change of the filter. */
  constructor(onChange: () => void) {
    this.element = el(
      'form',
      { class: 'filters', role: 'search', 'aria-label': t('Filter the history') },
      withLabel(t('Search'), this.#text),
      withLabel(t('Server'), this.#server),
      withLabel(t('Decision'), this.#decision),
      withLabel(t('Kind'), this.#kind),
      withLabel(t('From'), this.#from),
      withLabel(t('To'), this.#to),
    );
    const changeSoon = (ms: number) => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(onChange, ms);
    };
    this.element.addEventListener('input', (event) => changeSoon(event.target === this.#text ? typingMs : 0));
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      changeSoon(0);
    });
  }

  get value(): HistoryFilter {
    const decision = decisions().find(([value]) => value === this.#decision.value)?.[0] || undefined;
    const kind = kinds().find(([value]) => value === this.#kind.value)?.[0];
    return {
      only: kind === 'all' ? undefined : kind === 'calls' ? 'calls' : 'requests',
      text: this.#text.value.trim() || undefined,
      server: this.#server.value || undefined,
      decision: decision === 'undelivered' ? undefined : decision,
      undelivered: decision === 'undelivered' ? true : undefined,
      mode: kind === 'form' || kind === 'url' ? kind : undefined,
      from: startOfDay(this.#from.value),
      to: endOfDay(this.#to.value),
    };
  }

  get isEmpty(): boolean {
    const { only, ...others } = this.value;
    return only === 'requests' && Object.values(others).every((value) => value === undefined);
  }

  clear(): void {
    for (const control of [this.#text, this.#server, this.#decision, this.#kind, this.#from, this.#to]) {
      control.value = '';
    }
  }

  /** Sets the servers to choose from. The chosen server stays chosen. */
  setServers(servers: HistoryStatus['servers']): void {
    const chosen = this.#server.value;
    const options = servers.map(({ id, name }) => el('option', { value: id }, name));
    const [any] = this.#server.options;
    this.#server.replaceChildren(...(any ? [any] : []), ...options);
    this.#server.value = servers.some(({ id }) => id === chosen) ? chosen : '';
  }
}

/** A control with its label above it. */
function withLabel(label: string, control: HTMLElement): HTMLElement {
  return el('label', { class: 'filter' }, el('span', {}, label), control);
}

/** A select box. Its first option is the default, which for most filters means any value. */
function selectBox(options: readonly (readonly [value: string, label: string])[]): HTMLSelectElement {
  const select = el('select');
  select.append(...options.map(([value, label]) => el('option', { value }, label)));
  return select;
}
