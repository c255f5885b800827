import { type Attributes, el, replaceChanged, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import type { QueueEntry, QueueSlot } from './queueSlots.ts';
import { entryParts, slotCountText } from './queueTexts.ts';

/**
 * The menu stays for this time after a choice, invisible, so that the second click of a double click reaches nothing behind it. In
 * milliseconds.
 */
const closingMs = 500;

/** An item of the menu: one waiting screen, or a server with several, which opens to them. */
type MenuItem = { readonly id: string; readonly serverId: string } & (
  | { readonly kind: 'entry'; readonly entry: QueueEntry; readonly isShown: boolean }
  | { readonly kind: 'server'; readonly slot: QueueSlot; readonly isOpen: boolean }
);

/**
 * The menu with the waiting screens of one server, or of several: then a server with several screens is one item that opens. It lies
 * over the screen.
 */
export class QueueMenu {
  readonly element = el('div', { class: 'queue-menu', id: 'queue-menu', role: 'menu' });
  readonly #list = new KeyedList<MenuItem>(el('div', { role: 'presentation' }), (item) => this.#drawItem(item));
  readonly #onChoose: (id: string) => void;
  readonly #onClose: () => void;
  /** The servers that the user has opened in this menu. */
  readonly #openServers = new Set<string>();
  #opener: HTMLElement | undefined;
  #slots: readonly QueueSlot[] = [];
  #shown = '';
  #closing: ReturnType<typeof setTimeout> | undefined;

  /** `onClose` runs when the menu has closed, and does not hold the places of the queue any more. */
  constructor(onChoose: (id: string) => void, onClose: () => void) {
    this.#onChoose = onChoose;
    this.#onClose = onClose;
    this.element.hidden = true;
    this.element.append(this.#list.element);
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    const closeOutside = ({ target }: Event) => {
      if (this.isOpen && target instanceof Node && !this.element.contains(target) && !this.#opener?.contains(target)) {
        this.close();
      }
    };
    document.addEventListener('pointerdown', closeOutside, { capture: true });
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', (event) => this.#closeByEscape(event), { capture: true });
  }

  get isOpen(): boolean {
    return !this.element.hidden && this.#closing === undefined;
  }

  isOpenFor(opener: HTMLElement): boolean {
    return this.isOpen && this.#opener === opener;
  }

  /** Opens the menu below its opener, with the focus on its first item. */
  open(opener: HTMLElement, slots: readonly QueueSlot[], shown: string): void {
    this.#endClosing();
    this.#setExpanded(false);
    this.#opener = opener;
    this.#openServers.clear();
    this.element.hidden = false;
    setAttributes(this.element, {
      'aria-label': [...(opener.querySelector('.full-text') ?? opener).childNodes]
        .map(({ textContent }) => textContent)
        .join(' ')
        .trim(),
    });
    this.#setExpanded(true);
    this.#list.show([]);
    this.show(slots, shown);
    this.element.style.setProperty('--start', `${inlineEdges(opener).start}px`);
    this.element.style.setProperty('--end', `${inlineEdges(opener.closest('.header-line') ?? opener).end}px`);
    this.#items[0]?.focus();
  }

  /** Updates the items. An item stays with the focus; if it is gone, one of the same server takes the focus. */
  show(slots: readonly QueueSlot[], shown: string): void {
    this.#slots = slots;
    this.#shown = shown;
    const focused = this.#focusedItem;
    this.#list.show(slots.flatMap((slot) => this.#itemsOf(slot, slots.length === 1)));
    if (focused && !focused.isConnected) {
      const items = this.#items;
      (items.find(({ dataset }) => dataset['server'] === focused.dataset['server']) ?? items[0])?.focus();
    }
  }

  close(): void {
    this.#setExpanded(false);
    this.element.hidden = true;
    this.#onClose();
  }

  get #items(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  }

  get #focusedItem(): HTMLElement | undefined {
    return this.#items.find((item) => item === document.activeElement);
  }

  /** The items of a server. `isUnfolded`: each screen is an item, also if there are several. */
  #itemsOf(slot: QueueSlot, isUnfolded: boolean): MenuItem[] {
    const { serverId } = slot;
    const entries = slot.entries.map(
      (entry): MenuItem => ({
        kind: 'entry',
        id: `entry ${entry.id}`,
        serverId,
        entry,
        isShown: entry.id === this.#shown,
      }),
    );
    if (isUnfolded || entries.length === 1) {
      return entries;
    }
    const isOpen = this.#openServers.has(serverId);
    return [{ kind: 'server', id: `server ${serverId}`, serverId, slot, isOpen }, ...(isOpen ? entries : [])];
  }

  #drawItem(first: MenuItem): KeyedItem<MenuItem> {
    let item = first;
    const element = el('div', { class: 'queue-item', tabindex: -1, 'data-server': item.serverId });
    element.addEventListener('click', () => {
      if (this.isOpen) {
        this.#press(item);
      }
    });
    const update = (newer: MenuItem) => {
      item = newer;
      setAttributes(element, attributesOf(item));
      replaceChanged(element, contentOf(item));
    };
    update(item);
    return { element, update };
  }

  #press(item: MenuItem): void {
    if (item.kind === 'server') {
      this.#openServers[item.isOpen ? 'delete' : 'add'](item.serverId);
      this.show(this.#slots, this.#shown);
    } else if (!item.entry.isGone) {
      this.#choose(item.entry.id);
    }
  }

  #choose(id: string): void {
    this.#opener?.focus();
    this.#setExpanded(false);
    this.element.classList.add('closing');
    this.#closing = setTimeout(() => {
      this.#endClosing();
      this.close();
    }, closingMs);
    this.#onChoose(id);
  }

  #endClosing(): void {
    clearTimeout(this.#closing);
    this.#closing = undefined;
    this.element.classList.remove('closing');
  }

  #setExpanded(isExpanded: boolean): void {
    if (this.#opener) {
      this.#opener.ariaExpanded = String(isExpanded);
    }
  }

  #keyDown(event: KeyboardEvent): void {
    const items = this.#items;
    const at = items.indexOf(document.activeElement as HTMLElement);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      items[next]?.focus();
    } else if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) {
      items[at]?.click();
    } else {
      if (event.key === 'Tab') {
        this.close();
        this.#opener?.focus();
      }
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Escape closes the menu wherever the focus is; it does not reach the screen, which it would cancel. */
  #closeByEscape(event: KeyboardEvent): void {
    if (this.isOpen && event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      this.close();
      this.#opener?.focus();
    }
  }
}

function attributesOf(item: MenuItem): Attributes {
  return item.kind === 'server'
    ? { role: 'menuitem', 'aria-expanded': String(item.isOpen) }
    : {
        role: 'menuitemradio',
        'aria-checked': String(item.isShown),
        'aria-disabled': item.entry.isGone ? 'true' : undefined,
      };
}

function contentOf(item: MenuItem): Element[] {
  const name = (server: string) => el('bdi', { class: 'server-name' }, server);
  return item.kind === 'server'
    ? [name(item.slot.server), el('span', { class: 'queue-count' }, slotCountText(item.slot), icon('chevron'))]
    : [name(item.entry.server), ...entryParts(item.entry)];
}

/** The distances of the edges of an element's content from the page's start, in the direction of its text. In CSS pixels. */
function inlineEdges(element: Element): { readonly start: number; readonly end: number } {
  const { left, right } = element.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const { direction, paddingInlineEnd } = getComputedStyle(element);
  const [start, end] = direction === 'rtl' ? [clientWidth - right, clientWidth - left] : [left, right];
  return { start, end: end - Number.parseFloat(paddingInlineEnd) };
}
