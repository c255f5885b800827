import { t } from '@vscode/l10n';
import { button } from '#webview/shell/buttons.ts';
import { type Child, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { ActiveFilter } from './filters.ts';
import { countingText, searchingText, shownCountText, silentCallsText, unreadableText } from './historyTexts.ts';

/** What the user can do at the end of the list. */
interface ListEndActions {
  older(): void;
  tryAgain(): void;
  showCalls(): void;
  removeFilter(filter: ActiveFilter): void;
  openSettings(): void;
  tryDemo(): void;
}

/** What the end of the list depends on. */
interface ListEndState {
  /** The number of listed entries. */
  readonly count: number;
  readonly hasMore: boolean;
  /** True while more entries are looked for. `read`: the entries that were read so far. */
  readonly isSearching: boolean;
  readonly read: number;
  readonly unreadable: number;
  readonly filters: readonly ActiveFilter[];
  readonly isEnabled: boolean;
  /** The calls during which nothing was asked, if they were counted and are not listed. */
  readonly silentCalls: number;
  /** The entries that were counted so far, while counting goes on. */
  readonly counted: number | undefined;
  readonly countFailure: string | undefined;
}

/** The part below the entries: how many there are, the way to older ones, and why there are none. */
export class ListEnd {
  readonly element = el('div', { class: 'list-end' });
  readonly #actions: ListEndActions;
  /** Changes often, so it is not drawn again with the rest, which may have the focus. */
  readonly #counting = el('p', { class: 'hint counting' });
  readonly #hiddenCalls = el('p', { class: 'hint hidden-calls' });
  readonly #content = el('div', { class: 'list-end-content' });

  constructor(actions: ListEndActions) {
    this.#actions = actions;
    this.#counting.hidden = true;
    this.#hiddenCalls.hidden = true;
    this.element.append(this.#content, this.#hiddenCalls, this.#counting);
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  show(state: ListEndState): void {
    const { count, hasMore, isSearching, unreadable } = state;
    const isEmpty = count === 0 && !isSearching;
    this.#content.replaceChildren(
      ...(isEmpty ? [this.#empty(state)] : [el('p', { class: 'hint', tabindex: -1 }, countText(state))]),
      ...(hasMore && !isSearching ? [button(t('Load Older'), 'secondary', this.#actions.older)] : []),
      ...(unreadable > 0 ? [el('p', { class: 'hint' }, unreadableText(unreadable))] : []),
    );
    this.showCounts(state);
  }

  /** Shows what has been counted. */
  showCounts({ silentCalls, counted, countFailure }: Pick<ListEndState, 'silentCalls' | 'counted' | 'countFailure'>) {
    this.#hiddenCalls.hidden = silentCalls === 0;
    if (silentCalls > 0 && !this.#hiddenCalls.contains(document.activeElement)) {
      this.#hiddenCalls.replaceChildren(
        silentCallsText(silentCalls),
        ' ',
        button(t('Show Tool Calls'), 'link', this.#actions.showCalls),
      );
    }
    this.#counting.hidden = counted === undefined && countFailure === undefined;
    this.#counting.textContent = countFailure ?? (counted === undefined ? '' : countingText(counted));
  }

  /** Shows that the entries could not be read. */
  showFailure(text: string): void {
    this.#content.replaceChildren(
      emptyMessage(
        el('div', { class: 'banner error' }, icon('error'), el('p', { class: 'banner-text' }, text)),
        button(t('Try Again'), 'secondary', this.#actions.tryAgain),
      ),
    );
  }

  /** Moves the focus to the text about the entries, if there is one. */
  focus(): void {
    this.#content.querySelector<HTMLElement>('[tabindex]')?.focus();
  }

  #empty({ filters, isEnabled, silentCalls }: ListEndState): HTMLElement {
    const { openSettings, tryDemo } = this.#actions;
    if (filters.length > 0) {
      return emptyMessage(
        el('p', { tabindex: -1 }, t('Nothing matches all of these filters:')),
        el('ul', { class: 'active-filters' }, ...filters.map((filter) => this.#filterItem(filter))),
      );
    }
    if (!isEnabled) {
      return emptyMessage(
        t('Nothing is recorded, because recording is switched off.'),
        button(t('Open Settings'), 'primary', openSettings),
      );
    }
    return silentCalls > 0
      ? emptyMessage(t('No server has asked anything.'))
      : emptyMessage(
          t('Nothing is recorded yet. Questions of servers are listed here with their outcome.'),
          button(t('Try the Demo'), 'primary', tryDemo),
        );
  }

  #filterItem(filter: ActiveFilter): HTMLElement {
    const { label, value } = filter;
    const remove = button(t('Remove'), 'link', () => this.#actions.removeFilter(filter));
    remove.ariaLabel = t('Remove the filter {0}', label);
    return el('li', {}, ...interpolate<Node | string>(t('{0}: {1}'), label, el('bdi', {}, value)), ' ', remove);
  }
}

function countText({ count, hasMore, isSearching, read }: ListEndState): string {
  return isSearching ? searchingText(count, read) : shownCountText(count, hasMore);
}

/** The text in place of an empty list. */
function emptyMessage(text: Child, ...actions: readonly Child[]): HTMLElement {
  return el('div', { class: 'empty' }, typeof text === 'string' ? el('p', {}, text) : text, ...actions);
}
