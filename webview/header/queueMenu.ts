import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import type { QueueEntry, QueueSlot } from './queueSlots.ts';
import { entryParts, slotCountText } from './queueTexts.ts';

/**
 * The menu stays for this time after a choice, invisible, so that the second click of a double click reaches nothing behind it. In
 * milliseconds.
 */
const closingMs = 500;

/**
 * The menu with the waiting screens of one server, or of several: then a server with several screens is one item that opens. It lies
 * over the screen.
 */
export class QueueMenu {
  readonly element = el('div', { class: 'queue-menu', id: 'queue-menu', role: 'menu' });
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
    this.show(slots, shown);
    const { left, right } = opener.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(opener).direction === 'rtl';
    const start = isRightToLeft ? document.documentElement.clientWidth - right : left;
    this.element.style.setProperty('--start', `${start}px`);
    this.#items[0]?.focus();
  }

  /** Updates the items. The focus stays at its item; if that is gone, at one of the same server. */
  show(slots: readonly QueueSlot[], shown: string): void {
    this.#slots = slots;
    this.#shown = shown;
    const focused = this.#focusedItem;
    this.element.replaceChildren(
      ...slots.flatMap((slot) =>
        slots.length === 1 ? slot.entries.map((entry) => this.#entry(entry)) : this.#slot(slot),
      ),
    );
    if (focused) {
      const same = (name: 'key' | 'server') =>
        this.#items.find(({ dataset }) => dataset[name] === focused.dataset[name]);
      (same('key') ?? same('server') ?? this.#items[0])?.focus();
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

  #slot(slot: QueueSlot): HTMLElement[] {
    const [first, ...others] = slot.entries;
    if (first && others.length === 0) {
      return [this.#entry(first)];
    }
    const isOpen = this.#openServers.has(slot.serverId);
    const item = this.#item(`server ${slot.serverId}`, slot.serverId, 'menuitem', () => {
      this.#openServers[isOpen ? 'delete' : 'add'](slot.serverId);
      this.show(this.#slots, this.#shown);
    });
    setAttributes(item, { 'aria-expanded': String(isOpen) });
    item.append(el('bdi', { class: 'server-name' }, slot.server), el('span', {}, slotCountText(slot)), icon('chevron'));
    return [item, ...(isOpen ? slot.entries.map((entry) => this.#entry(entry)) : [])];
  }

  #entry(entry: QueueEntry): HTMLElement {
    const item = this.#item(`entry ${entry.id}`, entry.serverId, 'menuitemradio', () => {
      if (!entry.isGone) {
        this.#choose(entry.id);
      }
    });
    setAttributes(item, {
      'aria-checked': String(entry.id === this.#shown),
      'aria-disabled': entry.isGone ? 'true' : undefined,
    });
    item.append(el('bdi', { class: 'server-name' }, entry.server), ...entryParts(entry));
    return item;
  }

  #item(key: string, serverId: string, role: string, run: () => void): HTMLElement {
    const item = el('div', { class: 'queue-item', role, tabindex: -1, 'data-key': key, 'data-server': serverId });
    item.addEventListener('click', () => {
      if (this.isOpen) {
        run();
      }
    });
    return item;
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
