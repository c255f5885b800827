import { t } from '@vscode/l10n';
import type { HistoryRow, HistoryStatus, ToHistory } from '#bridge/historyMessages.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { button } from '#webview/shell/buttons.ts';
import { type Child, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { DetailsPane } from './detailsPane.ts';
import { DetailsPlace } from './detailsPlace.ts';
import { EntryList } from './entryList.ts';
import { Filters } from './filters.ts';
import type { PostFromHistory } from './historyMessaging.ts';
import { retentionText, shownCountText, unreadableText } from './historyTexts.ts';
import { VerifyingBox } from './verifyingBox.ts';

/** The history's page: the retention of the record, alerts, the filter, the entries, and the details of one entry. */
export class HistoryView {
  readonly #post: PostFromHistory;
  readonly #announcer = new Announcer();
  readonly #retention = el('p', { class: 'retention' });
  readonly #alerts = el('ul', { class: 'alerts', 'aria-label': t('About the record') });
  readonly #newerNotice = el('p', { class: 'newer-notice' });
  readonly #listEnd = el('div', { class: 'list-end' });
  readonly #filters: Filters;
  readonly #list: EntryList;
  readonly #details: DetailsPane;
  readonly #detailsPlace: DetailsPlace;
  readonly #verifyingBox: VerifyingBox;
  #queryNumber = 0;
  #status: HistoryStatus | undefined;
  #chosen: HistoryRow | undefined;
  #alertTexts = '';

  constructor(post: PostFromHistory, root: HTMLElement) {
    this.#post = post;
    this.#filters = new Filters(() => this.query());
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
      this.#listEnd,
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
          this.#listEnd.replaceChildren(
            emptyMessage(
              message.text,
              button(t('Try Again'), 'secondary', () => this.query()),
            ),
          );
        }
        return;
      case 'newer':
        // The user cannot lose the position in an empty list.
        if (this.#list.count === 0) {
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
    this.#filters.setServers(status.servers);
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

  #showPage({ older, rows, hasMore, unreadable }: Extract<ToHistory, { type: 'page' }>): void {
    const previousCount = this.#list.count;
    const hadFocus = this.#listEnd.contains(document.activeElement);
    if (older) {
      this.#list.append(rows);
    } else {
      this.#list.replace(rows);
    }
    const { count } = this.#list;
    this.#list.element.hidden = count === 0;
    this.#details.element.hidden = count === 0;
    this.#showListEnd(hasMore, unreadable);
    this.#announcer.announce([shownCountText(count, hasMore)]);
    if (hadFocus && rows.length > 0) {
      this.#list.focus();
      this.#list.chooseAt(previousCount);
    }
  }

  #showListEnd(hasMore: boolean, unreadable: number): void {
    const older = () => this.#post({ type: 'older', query: this.#queryNumber });
    this.#listEnd.replaceChildren(
      ...(this.#list.count === 0
        ? [this.#drawEmptyState(hasMore)]
        : [el('p', { class: 'hint' }, shownCountText(this.#list.count, hasMore))]),
      ...(hasMore ? [button(t('Load Older'), 'secondary', older)] : []),
      ...(unreadable > 0 ? [el('p', { class: 'hint' }, unreadableText(unreadable))] : []),
    );
  }

  #drawEmptyState(hasMore: boolean): HTMLElement {
    if (!this.#filters.isEmpty) {
      const text = hasMore
        ? t('Nothing among the newest entries matches the filter.')
        : t('Nothing matches the filter.');
      return emptyMessage(
        text,
        button(t('Clear the Filter'), 'secondary', () => {
          this.#filters.clear();
          this.query();
        }),
      );
    }
    return this.#status?.enabled === false
      ? emptyMessage(
          t('Nothing is recorded, because recording is switched off.'),
          button(t('Open Settings'), 'primary', () => this.#post({ type: 'openSettings' })),
        )
      : emptyMessage(
          t('Nothing is recorded yet. Questions of servers are listed here with their outcome.'),
          button(t('Try the Demo'), 'primary', () => this.#post({ type: 'tryDemo' })),
        );
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

/** The text in place of an empty list. */
function emptyMessage(text: string, ...actions: readonly Child[]): HTMLElement {
  return el('div', { class: 'empty' }, el('p', {}, text), ...actions);
}
