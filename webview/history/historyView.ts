import { t } from '@vscode/l10n';
import type { HistoryRow, HistoryStatus, ToHistory } from '#bridge/historyMessages.ts';
import { Announcer } from '#webview/shell/announcer.ts';
import { button } from '#webview/shell/buttons.ts';
import { type Child, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { DetailsPane } from './detailsPane.ts';
import { EntryList } from './entryList.ts';
import { Filters } from './filters.ts';
import type { PostFromHistory } from './historyMessaging.ts';
import { retentionText, shownCountText, unreadableText } from './messages.ts';
import { VerifyingBox } from './verifyingBox.ts';

/** The history's page: what the record keeps, the filter, the entries, and the details of one of them. */
export class HistoryView {
  readonly #post: PostFromHistory;
  readonly #announcer = new Announcer();
  readonly #keeps = el('p', { class: 'keeps' });
  readonly #alerts = el('ul', { class: 'alerts', 'aria-label': t('About the record') });
  readonly #newer = el('p', { class: 'newer' });
  readonly #below = el('div', { class: 'below' });
  readonly #filters: Filters;
  readonly #list: EntryList;
  readonly #details: DetailsPane;
  readonly #verifying: VerifyingBox;
  #queryNumber = 0;
  #status: HistoryStatus | undefined;
  #chosen: HistoryRow | undefined;
  #alertTexts = '';

  constructor(post: PostFromHistory, root: HTMLElement) {
    this.#post = post;
    this.#filters = new Filters(() => this.query());
    this.#list = new EntryList(
      (row) => this.#choose(row),
      () => this.#details.focus(),
    );
    this.#details = new DetailsPane(
      (key) => post({ type: 'showExchange', key }),
      () => this.#list.focus(),
    );
    this.#verifying = new VerifyingBox(
      () => post({ type: 'cancelVerify' }),
      (text) => this.#announcer.say([text]),
    );
    this.#list.element.hidden = true;
    this.#details.element.hidden = true;
    this.#newer.hidden = true;
    this.#newer.append(
      t('There is more to show now.'),
      ' ',
      button(t('Refresh'), 'link', () => this.query()),
    );
    root.append(this.#head(), this.#body(), this.#announcer.element);
  }

  /** Requests the newest entries that match the filter. */
  query(): void {
    this.#queryNumber += 1;
    this.#newer.hidden = true;
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
          this.#below.replaceChildren(
            emptyMessage(
              message.text,
              button(t('Try Again'), 'secondary', () => this.query()),
            ),
          );
        }
        return;
      case 'newer':
        // An empty list can be refreshed without losing the user's place.
        if (this.#list.count === 0) {
          this.query();
        } else {
          this.#newer.hidden = false;
        }
        return;
      case 'details':
        if (this.#chosen?.key === message.key) {
          this.#details.show(this.#chosen, message.details, message.hasExchange);
        }
        return;
      case 'verifying':
        this.#verifying.progress(message);
        return;
      case 'verified':
        this.#verifying.end(message);
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
      this.#keeps,
      this.#alerts,
      this.#verifying.element,
      this.#filters.element,
    );
  }

  #body(): HTMLElement {
    return el(
      'main',
      { class: 'history-main' },
      el('div', { class: 'history-list' }, this.#newer, this.#list.element, this.#below),
      this.#details.element,
    );
  }

  #showStatus(status: HistoryStatus): void {
    this.#status = status;
    this.#keeps.replaceChildren(
      retentionText(status),
      ' ',
      button(t('Settings'), 'link', () => this.#post({ type: 'openSettings' })),
    );
    this.#filters.setServers(status.servers);
    this.#showAlerts(status);
  }

  #showAlerts({ alerts }: HistoryStatus): void {
    const texts = alerts.map(({ text }) => text);
    // Announced only when they change, not with every status.
    if (texts.join('\n') !== this.#alertTexts) {
      this.#alertTexts = texts.join('\n');
      this.#announcer.say(texts);
      this.#alerts.replaceChildren(
        ...alerts.map(({ severity, text }) =>
          el('li', { class: `banner ${severity}` }, icon(severity), el('p', { class: 'banner-text' }, text)),
        ),
      );
    }
    this.#alerts.hidden = alerts.length === 0;
  }

  #showPage({ older, rows, hasMore, unreadable }: Extract<ToHistory, { type: 'page' }>): void {
    const before = this.#list.count;
    const hadFocus = this.#below.contains(document.activeElement);
    if (older) {
      this.#list.append(rows);
    } else {
      this.#list.replace(rows);
    }
    const { count } = this.#list;
    this.#list.element.hidden = count === 0;
    this.#details.element.hidden = count === 0;
    this.#showBelow(hasMore, unreadable);
    this.#announcer.say([shownCountText(count, hasMore)]);
    if (hadFocus && rows.length > 0) {
      this.#list.focus();
      this.#list.chooseAt(before);
    }
  }

  #showBelow(hasMore: boolean, unreadable: number): void {
    const older = () => this.#post({ type: 'older', query: this.#queryNumber });
    this.#below.replaceChildren(
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
          t('Nothing is recorded yet. When a server asks you something, it stands here with what became of it.'),
          button(t('Try the Demo'), 'primary', () => this.#post({ type: 'tryDemo' })),
        );
  }

  #choose(row: HistoryRow | undefined): void {
    this.#chosen = row;
    if (row) {
      this.#post({ type: 'select', key: row.key });
    } else {
      this.#details.clear();
    }
  }
}

/** The text in place of an empty list. */
function emptyMessage(text: string, ...actions: readonly Child[]): HTMLElement {
  return el('div', { class: 'empty' }, el('p', {}, text), ...actions);
}
