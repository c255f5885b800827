import type { WaitingEntry } from '#bridge/messages.ts';
import type { ResultScreens } from '#editor/panel/results/resultScreens.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import type { HostScreens } from './hostScreens.ts';
import type { PendingScreens } from './pendingScreens.ts';
import { WaitingEntries } from './waitingEntries.ts';

interface ScreenSources {
  readonly pending: Pick<PendingScreens, 'all' | 'isOfCurrentGroup' | 'undelivered'>;
  readonly hostScreens: Pick<HostScreens, 'all'>;
  readonly results: Pick<ResultScreens, 'current' | 'openUnseen'>;
  /** True once the webview has drawn the current screen. */
  isDrawn(): boolean;
}

/**
 * Decides which screen is current. A screen that waits for the user stays current until it is settled, and screens that arrive
 * meanwhile wait behind it. A request replaces a result.
 */
export class ScreenQueue {
  readonly #sources: ScreenSources;
  readonly #entries = new WaitingEntries();
  #current: PanelScreen | undefined;
  #ignoresInput = true;
  /** The result, or the list, that the user opened while a screen waited. */
  #opened: PanelScreen | undefined;
  /** The waiting screen in whose place `#opened` is shown. */
  #replaced: PanelScreen | undefined;

  constructor(sources: ScreenSources) {
    this.#sources = sources;
  }

  /** The current screen; `undefined` if there is none. */
  get current(): PanelScreen | undefined {
    return this.#current;
  }

  /** True if the buttons ignore input at first, because the screen appeared without an action of the user. */
  get ignoresInput(): boolean {
    return this.#ignoresInput;
  }

  /** All screens that wait for the user: undelivered answers and requests first, because they block a server. */
  get waiting(): readonly PanelScreen[] {
    const { hostScreens, pending } = this.#sources;
    return [...pending.undelivered, ...pending.all, ...hostScreens.all];
  }

  /** The waiting screens as the header lists them. */
  get entries(): WaitingEntry[] {
    return this.#entries.list(this.waiting);
  }

  /** The number of screens behind the current one that block a server. Requests of the same call do not count: the steps show them. */
  get waitingBehind(): number {
    const call = this.#current?.request?.call?.id;
    return this.waiting.filter(
      (screen) =>
        screen.blocksServer && screen !== this.#current && (call === undefined || screen.request?.call?.id !== call),
    ).length;
  }

  /** Chooses the current screen after a screen arrived or ended. */
  choose(): void {
    const { waiting } = this;
    this.#entries.follow(waiting);
    const [first] = waiting;
    const result = this.#sources.results.current;
    const isRead = this.#opened !== undefined && this.#current === this.#opened && this.#opened === result;
    const stays = this.#current?.waits && waiting.includes(this.#current) && !(first && this.#isReplacedBy(first));
    if (!stays && !isRead) {
      const replaced = this.#opened && waiting.find((screen) => screen === this.#replaced);
      this.#opened = undefined;
      this.show(replaced ?? first ?? result);
    }
  }

  /** Shows the result, or the list, that the user has just opened. Screens that wait stay behind it until the user closes it. */
  showOpened(): void {
    const { results } = this.#sources;
    if (this.#current?.waits) {
      this.#replaced = this.#current;
    }
    this.#opened = this.waiting.length > 0 ? results.current : undefined;
    this.show(results.current);
  }

  /** Makes a screen current. `ignoreInput`: its buttons ignore input at first. */
  show(screen: PanelScreen | undefined, ignoreInput?: boolean): void {
    if (screen !== this.#current) {
      this.#current = screen;
      this.#ignoresInput = true;
    }
    this.#ignoresInput = ignoreInput ?? this.#ignoresInput;
  }

  /** Makes the waiting screen with this id current, which the user has chosen. Returns false if there is none. */
  showWaiting(id: string): boolean {
    const chosen = this.waiting.find((screen) => screen.id === id);
    if (chosen && chosen !== this.#current) {
      this.#opened = undefined;
      this.show(chosen, true);
    }
    return chosen !== undefined;
  }

  /**
   * Makes the waiting screen with this id current, for the link of a notification. If no such screen waits, makes the first screen that
   * blocks a server current, or, if no screen is current, the newest unseen result. Without an id the buttons work at once.
   */
  bringForward(id?: string): void {
    const requested = this.waiting.find((screen) => screen.id === id);
    if (requested) {
      this.show(requested);
    } else if (!this.#current?.blocksServer) {
      this.show(this.waiting.find(({ blocksServer }) => blocksServer) ?? this.#current);
    }
    if (!this.#current) {
      this.#sources.results.openUnseen();
      this.show(this.#sources.results.current);
    }
    // A notification lies over the buttons of the panel, so the second click of a double click on its link would reach one.
    this.#ignoresInput = id !== undefined;
  }

  /**
   * True if the next request of a group replaces the current request. Requests of one group may arrive one by one; a request of
   * another call that became current in between is replaced if the webview has not drawn it.
   */
  #isReplacedBy(next: PanelScreen): boolean {
    const { isDrawn, pending } = this.#sources;
    const current = this.#current;
    return (
      pending.isOfCurrentGroup(next) &&
      current?.request !== undefined &&
      !pending.isOfCurrentGroup(current) &&
      !isDrawn()
    );
  }
}
