import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import type { HostScreens } from './hostScreens.ts';
import type { PendingScreens } from './pendingScreens.ts';
import type { ResultScreens } from './resultScreens.ts';

interface TurnsPorts {
  readonly questions: Pick<PendingScreens, 'all' | 'isBegun' | 'undelivered'>;
  readonly asked: Pick<HostScreens, 'all'>;
  readonly results: Pick<ResultScreens, 'current' | 'openUnseen'>;
  /** True once the webview has drawn the current screen. */
  isDrawn(): boolean;
}

/**
 * Whose turn it is: a screen that waits for the user stays until it is settled, what arrives meanwhile waits behind it, and
 * a result makes room for a request.
 */
export class ScreenQueue {
  readonly #ports: TurnsPorts;
  #current: PanelScreen | undefined;
  #isQuiet = true;

  constructor(ports: TurnsPorts) {
    this.#ports = ports;
  }

  /** What is shown; `undefined` where there is nothing. */
  get current(): PanelScreen | undefined {
    return this.#current;
  }

  /** True where the buttons ignore input at first: the screen appeared by itself. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  /** Everything that waits for the user; answers that did not arrive and requests of servers first, because a server is stopped in its work. */
  get waiting(): readonly PanelScreen[] {
    return [...this.#ports.questions.undelivered, ...this.#ports.questions.all, ...this.#ports.asked.all];
  }

  /** What the screen itself does not tell of: not the requests of the same call as the one on it. */
  get waitingBehind(): number {
    const call = this.#current?.request?.call?.id;
    return this.waiting.filter(
      (screen) =>
        screen.holdsUp && screen !== this.#current && (call === undefined || screen.request?.call?.id !== call),
    ).length;
  }

  /** Decides anew, after something arrived or ended. */
  choose(): void {
    const { waiting } = this;
    const [first] = waiting;
    const stays = this.#current?.waits && waiting.includes(this.#current) && !(first && this.#makesRoomFor(first));
    if (!stays) {
      this.turnTo(first ?? this.#ports.results.current);
    }
  }

  /** Shows this screen. `isQuiet`: its buttons ignore input at first. */
  turnTo(screen: PanelScreen | undefined, isQuiet?: boolean): void {
    if (screen !== this.#current) {
      this.#current = screen;
      this.#isQuiet = true;
    }
    this.#isQuiet = isQuiet ?? this.#isQuiet;
  }

  /** The user asked to see what waits, or what has come: its buttons work at once. */
  bringForward(): void {
    if (!this.#current?.holdsUp) {
      this.turnTo(this.waiting.find(({ holdsUp }) => holdsUp) ?? this.#current);
    }
    if (!this.#current) {
      this.#ports.results.openUnseen();
      this.turnTo(this.#ports.results.current);
    }
    this.#isQuiet = false;
  }

  /**
   * Requests that came together may arrive one by one. Another one that came up in between, and that nobody has seen yet,
   * makes room for the next of them.
   */
  #makesRoomFor(next: PanelScreen): boolean {
    const { questions } = this.#ports;
    const current = this.#current;
    return (
      questions.isBegun(next) && current?.request !== undefined && !questions.isBegun(current) && !this.#ports.isDrawn()
    );
  }
}
