import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';

interface AskedScreensPorts {
  /** An id for a screen that is made. */
  nextId(): string;
  /** Shows this screen even though something else waits. `quiet`: its buttons ignore input at first. */
  turnTo(screen: PanelScreen, quiet: boolean): void;
  /** A screen was added or has ended. */
  changed(): void;
}

interface AskingOptions {
  /** The user has just asked for it. */
  readonly front: boolean;
  /** Its buttons ignore input at first also then. */
  readonly quiet: boolean;
  /** Dismisses the screen when it fires. */
  readonly signal?: AbortSignal | undefined;
}

/** Screens for arguments and agreements that wait for the user, in the order in which they were asked. */
export class HostScreens {
  readonly #ports: AskedScreensPorts;
  readonly #screens: PanelScreen[] = [];

  constructor(ports: AskedScreensPorts) {
    this.#ports = ports;
  }

  get all(): readonly PanelScreen[] {
    return this.#screens;
  }

  /** Dismisses forms that hold nobody up: the user has left them for something else. */
  dismissLeft(): void {
    for (const left of this.#screens.filter(({ holdsUp }) => !holdsUp)) {
      left.dismiss();
    }
  }

  /** Shows a screen, and resolves when the user has settled it or it was dismissed. */
  ask<T>(
    make: (id: string, end: (result: T) => void) => PanelScreen,
    { front, quiet, signal }: AskingOptions,
  ): Promise<T> {
    return new Promise((resolve) => {
      const dismiss = () => screen.dismiss();
      const screen = make(this.#ports.nextId(), (result) => {
        signal?.removeEventListener('abort', dismiss);
        this.#screens.splice(this.#screens.indexOf(screen), 1);
        resolve(result);
        this.#ports.changed();
      });
      this.#screens.push(screen);
      if (signal?.aborted) {
        dismiss();
        return;
      }
      signal?.addEventListener('abort', dismiss);
      if (front) {
        this.#ports.turnTo(screen, quiet);
      }
      this.#ports.changed();
    });
  }
}
