import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import type { HostScreens } from './hostScreens.ts';
import type { PendingScreens } from './pendingScreens.ts';
import type { ResultScreens } from './resultScreens.ts';

interface ScreenSources {
  readonly pending: Pick<PendingScreens, 'all' | 'isOfCurrentBatch' | 'undelivered'>;
  readonly hostScreens: Pick<HostScreens, 'all'>;
  readonly results: Pick<ResultScreens, 'current' | 'openUnseen'>;
  /** True once the webview has drawn the current screen. */
  isDrawn(): boolean;
}

/**
 * Decides which screen is current. A screen that waits for the user stays current until it is settled, and what arrives
 * meanwhile waits behind it. A result makes room for a request.
 */
export class ScreenQueue {
  readonly #sources: ScreenSources;
  #current: PanelScreen | undefined;
  #ignoresInput = true;

  constructor(sources: ScreenSources) {
    this.#sources = sources;
  }

  /** The current screen; `undefined` if there is none. */
  get current(): PanelScreen | undefined {
    return this.#current;
  }

  /** True if the buttons ignore input at first: the screen appeared without the user's doing. */
  get ignoresInput(): boolean {
    return this.#ignoresInput;
  }

  /** Every screen that waits for the user: undelivered answers and requests first, because they block a server. */
  get waiting(): readonly PanelScreen[] {
    const { hostScreens, pending } = this.#sources;
    return [...pending.undelivered, ...pending.all, ...hostScreens.all];
  }

  /** How many screens block a server behind the current one. Requests of the same call are not counted: its steps show them. */
  get waitingBehind(): number {
    const call = this.#current?.request?.call?.id;
    return this.waiting.filter(
      (screen) =>
        screen.blocksServer && screen !== this.#current && (call === undefined || screen.request?.call?.id !== call),
    ).length;
  }

  /** Chooses the current screen again, after one arrived or ended. */
  choose(): void {
    const { waiting } = this;
    const [first] = waiting;
    const stays = this.#current?.waits && waiting.includes(this.#current) && !(first && this.#makesRoomFor(first));
    if (!stays) {
      this.show(first ?? this.#sources.results.current);
    }
  }

  /** Makes a screen current. `ignoreInput`: its buttons ignore input at first. */
  show(screen: PanelScreen | undefined, ignoreInput?: boolean): void {
    if (screen !== this.#current) {
      this.#current = screen;
      this.#ignoresInput = true;
    }
    this.#ignoresInput = ignoreInput ?? this.#ignoresInput;
  }

  /** The user asked for what waits, or for the newest result. Its buttons work at once. */
  bringForward(): void {
    if (!this.#current?.blocksServer) {
      this.show(this.waiting.find(({ blocksServer }) => blocksServer) ?? this.#current);
    }
    if (!this.#current) {
      this.#sources.results.openUnseen();
      this.show(this.#sources.results.current);
    }
    this.#ignoresInput = false;
  }

  /**
   * Requests of one batch may arrive one by one. A request of another call that became current in between, and that the
   * webview has not drawn, makes room for the next request of the batch.
   */
  #makesRoomFor(next: PanelScreen): boolean {
    const { isDrawn, pending } = this.#sources;
    const current = this.#current;
    return (
      pending.isOfCurrentBatch(next) &&
      current?.request !== undefined &&
      !pending.isOfCurrentBatch(current) &&
      !isDrawn()
    );
  }
}
