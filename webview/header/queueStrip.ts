import { t } from '@vscode/l10n';
import type { WaitingEntry } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { el, replaceChanged, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { QueueMenu } from './queueMenu.ts';
import { countEntries, hasEntry, isQueueNeeded, type QueueEntry, type QueueSlot, queueSlots } from './queueSlots.ts';
import { entryParts, entryTitle, moreText, slotCountText } from './queueTexts.ts';
import { shortenedText } from './shortenedText.ts';

/** The least width of a tab, as in panel-header.css, and the width of the button with the menu. In CSS pixels. */
const tabWidth = 150;
const moreWidth = 84;
/** In a panel that is narrower than this there is only the menu. In CSS pixels. */
const minWidthWithTabs = 576;
/** The share of the line that tabs of the least width may take. They grow into the room that the names leave. */
const maxShare = 0.6;

/**
 * The waiting screens in the header: one tab for each server, in the order of arrival, and a menu with those that do not fit. A tab
 * shows the screen, or a menu if its server waits for several answers. While the pointer rests on it, nothing in it moves.
 */
export class QueueStrip {
  readonly element = el('div', { class: 'queue', role: 'group', 'aria-label': t('Waiting for you') });
  readonly menu: QueueMenu;
  readonly #post: PostToExtension;
  readonly #more = el('button', { type: 'button', class: 'queue-tab queue-more', 'aria-haspopup': 'menu' });
  readonly #tabs = new Map<string, HTMLButtonElement>();
  #slots: readonly QueueSlot[] = [];
  #waiting: readonly WaitingEntry[] = [];
  #shown = '';
  /** True if the header names the tool of the shown screen, so that its tab need not. */
  #isShownNamed = false;
  /** The number of tabs for which there is room. */
  #capacity = 0;
  /** The slots in the menu of the button. */
  #hiddenSlots: readonly QueueSlot[] = [];

  constructor(post: PostToExtension) {
    this.#post = post;
    this.menu = new QueueMenu(
      (id) => this.#choose(id),
      () => this.#update(),
    );
    this.element.hidden = true;
    this.#more.addEventListener('click', () => this.#toggleMenu(this.#more, this.#hiddenSlots));
    this.element.append(this.#more);
    this.element.addEventListener('pointerleave', () => this.#update());
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    new ResizeObserver(() => this.#resized()).observe(document.documentElement);
  }

  /** Shows the waiting screens. `shown`: the id of the screen that is shown. `isShownNamed`: the header names its tool. */
  show(waiting: readonly WaitingEntry[], shown: string, isShownNamed: boolean): void {
    this.#waiting = waiting;
    this.#shown = shown;
    this.#isShownNamed = isShownNamed;
    this.#update();
  }

  get #isHeld(): boolean {
    return this.menu.isOpen || this.element.matches(':hover');
  }

  #update(): void {
    this.#slots = queueSlots(this.#slots, this.#waiting, this.#isHeld);
    this.element.hidden = !isQueueNeeded(this.#slots, this.#shown) && !this.#isHeld;
    this.#capacity = this.#measuredCapacity();
    this.#draw();
  }

  #resized(): void {
    const capacity = this.#measuredCapacity();
    if (capacity !== this.#capacity) {
      this.#capacity = capacity;
      this.#draw();
    }
  }

  #measuredCapacity(): number {
    const line = this.element.parentElement;
    if (this.element.hidden || !line) {
      return this.#capacity;
    }
    const isNarrow = document.documentElement.clientWidth < minWidthWithTabs;
    return isNarrow ? 0 : Math.max(0, Math.floor((line.clientWidth * maxShare - moreWidth) / tabWidth));
  }

  #draw(): void {
    const tabbed = this.#slots.slice(0, this.#capacity);
    this.#hiddenSlots = this.#slots.slice(this.#capacity);
    for (const [serverId, tab] of this.#tabs) {
      if (!tabbed.some((slot) => slot.serverId === serverId)) {
        tab.remove();
        this.#tabs.delete(serverId);
      }
    }
    let place: Element | null = this.element.firstElementChild;
    for (const slot of tabbed) {
      const tab = this.#tabOf(slot);
      if (tab === place) {
        place = tab.nextElementSibling;
      } else {
        this.element.insertBefore(tab, place);
      }
      this.#drawTab(tab, slot);
    }
    this.#drawMore(tabbed.length > 0);
    this.#updateMenu();
  }

  #tabOf({ serverId }: QueueSlot): HTMLButtonElement {
    const existing = this.#tabs.get(serverId);
    if (existing) {
      return existing;
    }
    const tab = el('button', { type: 'button', class: 'queue-tab' });
    tab.addEventListener('click', () => this.#press(serverId, tab));
    this.#tabs.set(serverId, tab);
    return tab;
  }

  #drawTab(tab: HTMLElement, slot: QueueSlot): void {
    const [first, ...others] = slot.entries;
    const isGroup = others.length > 0;
    const isMenu = isGroup ? 'menu' : undefined;
    setAttributes(tab, {
      'aria-current': hasEntry(slot, this.#shown) ? 'true' : undefined,
      'aria-disabled': slot.entries.every(({ isGone }) => isGone) ? 'true' : undefined,
      'aria-haspopup': isMenu,
      'aria-controls': isMenu && this.menu.element.id,
      'aria-expanded': isGroup ? String(this.menu.isOpenFor(tab)) : undefined,
    });
    const rest = isGroup ? [el('span', {}, slotCountText(slot)), icon('chevron')] : first ? this.#partsOf(first) : [];
    const parts = [el('bdi', { class: 'server-name' }, slot.server), ...rest];
    if (first && !isGroup) {
      // On the parts, because a tooltip of the tab would repeat its name to screen readers.
      for (const part of parts) {
        setAttributes(part, { title: entryTitle(first) });
      }
    }
    replaceChanged(tab, parts);
  }

  #partsOf(entry: QueueEntry): HTMLElement[] {
    const isNamed = this.#isShownNamed && entry.id === this.#shown;
    return entryParts(isNamed ? { ...entry, target: undefined } : entry);
  }

  #drawMore(hasTabs: boolean): void {
    const count = countEntries(this.#hiddenSlots);
    this.#more.hidden = this.#hiddenSlots.length === 0;
    const text = moreText(count, hasTabs);
    replaceChanged(this.#more, [...shortenedText(text, formatNumber(count)), icon('chevron')]);
    setAttributes(this.#more, {
      title: text,
      'aria-controls': this.menu.element.id,
      'aria-expanded': String(this.menu.isOpenFor(this.#more)),
      'aria-current': this.#hiddenSlots.some((slot) => hasEntry(slot, this.#shown)) ? 'true' : undefined,
    });
  }

  /** Updates an open menu. Closes it if its button has gone, because the panel has become wider or narrower. */
  #updateMenu(): void {
    if (!this.menu.isOpen) {
      return;
    }
    const opened = [...this.#tabs].find(([, tab]) => this.menu.isOpenFor(tab))?.[0];
    const slots = this.menu.isOpenFor(this.#more)
      ? this.#hiddenSlots
      : this.#slots.filter(({ serverId }) => serverId === opened);
    if (slots.length > 0) {
      this.menu.show(slots, this.#shown);
      return;
    }
    const hadFocus = this.menu.element.contains(document.activeElement);
    this.menu.close();
    if (hadFocus) {
      this.element.querySelector<HTMLElement>('button:not([hidden])')?.focus();
    }
  }

  /** Shows the only screen of a server, or its menu. */
  #press(serverId: string, tab: HTMLElement): void {
    const slot = this.#slots.find((one) => one.serverId === serverId);
    const [first, ...others] = slot?.entries ?? [];
    if (slot && others.length > 0) {
      this.#toggleMenu(tab, [slot]);
    } else if (first && !first.isGone) {
      this.#choose(first.id);
    }
  }

  #toggleMenu(opener: HTMLElement, slots: readonly QueueSlot[]): void {
    if (this.menu.isOpenFor(opener)) {
      this.menu.close();
    } else {
      this.menu.open(opener, slots, this.#shown);
    }
  }

  #choose(id: string): void {
    this.#post({ type: 'showWaiting', waitingId: id });
  }

  /** The arrow keys move between the tabs; the arrow down opens a menu. */
  #keyDown(event: KeyboardEvent): void {
    const tabs = [...this.element.querySelectorAll<HTMLElement>('button:not([hidden])')];
    const at = tabs.indexOf(document.activeElement as HTMLElement);
    const forward = getComputedStyle(this.element).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === 'ArrowDown' && tabs[at]?.ariaHasPopup === 'menu') {
      event.preventDefault();
      tabs[at].click();
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      event.preventDefault();
      tabs[(at + (event.key === forward ? 1 : -1) + tabs.length) % tabs.length]?.focus();
    }
  }
}
