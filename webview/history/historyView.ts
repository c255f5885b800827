import { t } from '@vscode/l10n';
import type { HistoryRow, HistoryStatus, ToHistory } from '#bridge/historyMessages.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { DayCounting } from './dayCounting.ts';
import { DetailsPane } from './detailsPane.ts';
import { DetailsPlace } from './detailsPlace.ts';
import { EntryList } from './entryList.ts';
import { Filters } from './filters.ts';
import type { HistoryMessaging, PostFromHistory } from './historyMessaging.ts';
import { retentionText, shownCountText } from './historyTexts.ts';
import { ListEnd } from './listEnd.ts';
import { VerifyingBox } from './verifyingBox.ts';

/** The history's page: the retention of the record, alerts, the filters, the entries by day, and the details of one entry. */
export class HistoryView {
  readonly #post: PostFromHistory;
  readonly #saveFilters: HistoryMessaging['saveFilters'];
  readonly #announcer = new Announcer();
  readonly #retention = el('p', { class: 'retention' });
  readonly #alerts = el('ul', { class: 'alerts', 'aria-label': t('About the record') });
  readonly #newerNotice = el('p', { class: 'newer-notice' });
  readonly #listEnd: ListEnd;
  readonly #filters: Filters;
  readonly #list: EntryList;
  readonly #details: DetailsPane;
  readonly #detailsPlace: DetailsPlace;
  readonly #verifyingBox: VerifyingBox;
  #queryNumber = 0;
  #counting = new DayCounting(0);
  /** The last page, as far as the end of the list depends on it. */
  #page = { hasMore: false, isSearching: true, read: 0, unreadable: 0 };
  #status: HistoryStatus | undefined;
  #chosen: HistoryRow | undefined;
  #alertTexts = '';

  constructor(messaging: Pick<HistoryMessaging, 'post' | 'savedFilters' | 'saveFilters'>, root: HTMLElement) {
    const { post } = messaging;
    this.#post = post;
    this.#saveFilters = messaging.saveFilters;
    this.#filters = new Filters(() => this.query(), messaging.savedFilters);
    this.#listEnd = new ListEnd({
      older: () => post({ type: 'older', query: this.#queryNumber }),
      tryAgain: () => this.query(),
      showCalls: () => this.#filters.showCalls(),
      removeFilter: (filter) => this.#filters.remove(filter),
      openSettings: () => post({ type: 'openSettings' }),
      tryDemo: () => post({ type: 'tryDemo' }),
    });
    this.#list = new EntryList(
      (row) => this.#choose(row),
      () => this.#enterDetails(),
    );
    this.#details = new DetailsPane(
      (key) => post({ type: 'showExchange', key }),
      () => this.#list.focus(),
    );
    const listBox = el(
      'div',
      { class: 'history-list' },
      this.#newerNotice,
      this.#list.element,
      this.#details.element,
      this.#listEnd.element,
    );
    this.#detailsPlace = new DetailsPlace(listBox, this.#details.element, this.#newerNotice);
    this.#verifyingBox = new VerifyingBox(
      () => post({ type: 'cancelVerify' }),
      (text) => this.#announcer.announce([text]),
    );
    this.#list.element.hidden = true;
    this.#details.element.hidden = true;
    this.#newerNotice.hidden = true;
    this.#newerNotice.append(
      t('There are new entries.'),
      ' ',
      button(t('Refresh'), 'link', () => this.query()),
    );
    const main = el('main', { class: 'history-main' }, listBox);
    root.append(this.#head(), main, this.#announcer.element);
  }

  /** Requests the newest entries that match the filter. */
  query(): void {
    this.#queryNumber += 1;
    this.#newerNotice.hidden = true;
    this.#counting = new DayCounting(this.#queryNumber);
    this.#saveFilters(this.#filters.saved);
    this.#post({ type: 'query', query: this.#queryNumber, filter: this.#filters.value });
  }

  receive(message: ToHistory): void {
    switch (message.type) {
      case 'status':
        this.#showStatus(message.status);
        return;
      case 'page':
        if (message.query === this.#queryNumber) {
          this.#showPage(message);
        }
        return;
      case 'pageFailed':
        if (message.query === this.#queryNumber) {
          this.#listEnd.showFailure(message.text);
        }
        return;
      case 'days':
        if (message.query === this.#queryNumber) {
          this.#counting.receive(message);
          this.#showDays();
        }
        return;
      case 'choices':
        this.#filters.setChoices(message);
        return;
      case 'newer':
        // The user cannot lose the position in an empty list. A search for what is rare would begin again with every entry.
        if (this.#list.count === 0 && this.#filters.active.length === 0 && this.#counting.silentCalls === 0) {
          this.query();
        } else {
          this.#newerNotice.hidden = false;
        }
        return;
      case 'details':
        if (this.#chosen?.key === message.key) {
          this.#details.show(this.#chosen, message.details, message.hasExchange);
          this.#detailsPlace.moveTo(this.#list.rowOf(message.key));
        }
        return;
      case 'verifying':
        this.#verifyingBox.showProgress(message);
        return;
      case 'verified':
        this.#verifyingBox.showResult(message);
        return;
    }
  }

  #head(): HTMLElement {
    return el(
      'header',
      { class: 'history-head' },
      el(
        'div',
        { class: 'history-title' },
        el('h1', {}, t('History')),
        el(
          'div',
          { class: 'history-actions' },
          button(t('Verify'), 'secondary', () => this.#post({ type: 'verify' })),
          button(t('Export…'), 'secondary', () => this.#post({ type: 'export' })),
          button(t('Clear…'), 'secondary', () => this.#post({ type: 'clear' })),
        ),
      ),
      this.#retention,
      this.#alerts,
      this.#verifyingBox.element,
      this.#filters.element,
    );
  }

  #showStatus(status: HistoryStatus): void {
    this.#status = status;
    this.#retention.replaceChildren(
      retentionText(status),
      ' ',
      button(t('Settings'), 'link', () => this.#post({ type: 'openSettings' })),
    );
    this.#showAlerts(status);
  }

  #showAlerts({ alerts }: HistoryStatus): void {
    const texts = alerts.map(({ text }) => text);
    // Alerts are announced only when they change, not with every status.
    if (texts.join('\n') !== this.#alertTexts) {
      this.#alertTexts = texts.join('\n');
      this.#announcer.announce(texts);
      this.#alerts.replaceChildren(
        ...alerts.map(({ severity, text }) =>
          el('li', { class: `banner ${severity}` }, icon(severity), el('p', { class: 'banner-text' }, text)),
        ),
      );
    }
    this.#alerts.hidden = alerts.length === 0;
  }

  #showPage({ older, rows, ...page }: Extract<ToHistory, { type: 'page' }>): void {
    const previousCount = this.#list.count;
    const hadFocus = this.#listEnd.hasFocus;
    const wasSearching = this.#page.isSearching && older;
    this.#page = page;
    if (older) {
      this.#list.append(rows);
    } else {
      this.#list.replace(rows);
    }
    const { count } = this.#list;
    this.#list.element.hidden = count === 0;
    this.#details.element.hidden = count === 0;
    this.#showListEnd();
    this.#showDays();
    this.#announcePage(count, page, wasSearching);
    const request = this.#counting.requestFor(rows, page.hasMore);
    if (request) {
      this.#post(request);
    }
    if (hadFocus && rows.length > 0) {
      this.#list.focus();
      this.#list.chooseAt(older ? previousCount : 0);
    } else if (hadFocus && !this.#listEnd.hasFocus) {
      this.#listEnd.focus();
    }
  }

  #announcePage(
    count: number,
    { hasMore, isSearching }: { hasMore: boolean; isSearching: boolean },
    was: boolean,
  ): void {
    if (isSearching) {
      // Once: the number changes several times in a second.
      this.#announcer.announce(was ? [] : [t('Searching')]);
      return;
    }
    const filters = this.#filters.active.map(({ label, value }) => t('{0}: {1}', label, value));
    this.#announcer.announce([
      shownCountText(count, hasMore),
      ...(count === 0 && filters.length > 0 ? [t('Nothing matches all of these filters:'), ...filters] : []),
    ]);
  }

  #showListEnd(): void {
    this.#listEnd.show({
      count: this.#list.count,
      ...this.#page,
      filters: this.#filters.active,
      isEnabled: this.#status?.enabled !== false,
      ...this.#counts(),
    });
  }

  #showDays(): void {
    this.#list.showDays(this.#counting.days, this.#filters.active.length > 0);
    this.#detailsPlace.update();
    const isEmpty = this.#list.count === 0 && !this.#page.isSearching;
    if (isEmpty && this.#counting.silentCalls > 0 && !this.#listEnd.hasFocus) {
      // The text of an empty list depends on whether there are calls.
      this.#showListEnd();
    } else {
      this.#listEnd.showCounts(this.#counts());
    }
  }

  #counts() {
    const { counted, failure: countFailure, silentCalls } = this.#counting;
    return { counted, countFailure, silentCalls: this.#filters.showsCalls ? 0 : silentCalls };
  }

  #choose(row: HistoryRow | undefined): void {
    this.#chosen = row;
    if (row) {
      this.#post({ type: 'select', key: row.key });
      if (this.#details.shownKey === row.key) {
        // The list was drawn again.
        this.#detailsPlace.moveTo(this.#list.rowOf(row.key));
      }
    } else {
      this.#details.clear();
      this.#detailsPlace.moveTo(undefined);
    }
  }

  #enterDetails(): void {
    this.#details.focus();
    this.#detailsPlace.showRow();
  }
}
