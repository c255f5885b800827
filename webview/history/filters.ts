import type { HistoryFilter, HistoryStatus } from '../../src/bridge/history.ts';
import { el } from '../dom.ts';
import { choice, labelled } from './controls.ts';
import { beginningOf, endOf } from './days.ts';

const decisions = [
  ['', 'Any'],
  ['accept', 'Accepted or opened'],
  ['decline', 'Declined'],
  ['cancel', 'Cancelled'],
  ['withdrawn', 'Withdrawn'],
  ['refused', 'Refused'],
  ['rate_limited', 'Withheld'],
  ['muted', 'Muted'],
] as const;
const modes = [
  ['', 'Any'],
  ['form', 'Form'],
  ['url', 'Web page'],
] as const;

/** Milliseconds after the last key before what was typed is looked for. */
const typingMs = 250;

/** The row of controls that says which entries are shown. */
export class Filters {
  readonly element: HTMLElement;
  readonly #text = el('input', { type: 'search', maxlength: 200, placeholder: 'Name or site' });
  readonly #server = choice([['', 'Any']]);
  readonly #decision = choice(decisions);
  readonly #mode = choice(modes);
  readonly #from = el('input', { type: 'date' });
  readonly #to = el('input', { type: 'date' });
  #timer: number | undefined;

  /** `changed`: other entries are wanted. */
  constructor(changed: () => void) {
    this.element = el(
      'form',
      { class: 'filters', role: 'search', 'aria-label': 'Filter the history' },
      labelled('Search', this.#text),
      labelled('Server', this.#server),
      labelled('Decision', this.#decision),
      labelled('Kind', this.#mode),
      labelled('From', this.#from),
      labelled('To', this.#to),
    );
    const changeSoon = (ms: number) => {
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(changed, ms);
    };
    this.element.addEventListener('input', (event) => changeSoon(event.target === this.#text ? typingMs : 0));
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      changeSoon(0);
    });
  }

  get value(): HistoryFilter {
    const decision = decisions.find(([value]) => value === this.#decision.value)?.[0] || undefined;
    const mode = modes.find(([value]) => value === this.#mode.value)?.[0] || undefined;
    return {
      text: this.#text.value.trim() || undefined,
      server: this.#server.value || undefined,
      decision,
      mode,
      from: beginningOf(this.#from.value),
      to: endOf(this.#to.value),
    };
  }

  get isEmpty(): boolean {
    return Object.values(this.value).every((value) => value === undefined);
  }

  clear(): void {
    for (const control of [this.#text, this.#server, this.#decision, this.#mode, this.#from, this.#to]) {
      control.value = '';
    }
  }

  /** Offers these servers; the one that is chosen stays. */
  setServers(servers: HistoryStatus['servers']): void {
    const chosen = this.#server.value;
    const names = servers.map(({ name }) => name);
    const options = servers.map(({ id, name }) => {
      // Two scopes may use the same name.
      const twice = names.filter((other) => other === name).length > 1;
      return el('option', { value: id }, twice ? `${name} (${id.slice(0, id.indexOf(':'))})` : name);
    });
    const [any] = this.#server.options;
    this.#server.replaceChildren(...(any ? [any] : []), ...options);
    this.#server.value = servers.some(({ id }) => id === chosen) ? chosen : '';
  }
}
