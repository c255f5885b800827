/** A message that comes by itself, not as the reply to a command that the user just ran. */
export interface BackgroundMessage {
  readonly severity: 'information' | 'warning' | 'error';
  /** Without links and icons; it may name servers and files. */
  readonly text: string;
  readonly buttons: readonly string[];
}

interface BackgroundMessagesPorts {
  /** True while the user can see the panel. */
  isPanelInSight(): boolean;
  /** Shows the editor's notification. Resolves with the button that was pressed. */
  notify(message: BackgroundMessage): Thenable<string | undefined>;
  /** Shows a text in the status bar for a while. */
  showInStatusBar(text: string): void;
}

/** Messages that wait; of more, the oldest are given up. */
const mostWaiting = 10;

/**
 * Shows messages that come by themselves. A notification lies over the panel's buttons: while the panel is in sight a message
 * stands in the status bar, and its notification follows once the panel is out of sight. The same text waits once.
 */
export class BackgroundMessages {
  readonly #ports: BackgroundMessagesPorts;
  readonly #waiting = new Map<string, { message: BackgroundMessage; resolve: (pressed: string | undefined) => void }>();

  constructor(ports: BackgroundMessagesPorts) {
    this.#ports = ports;
  }

  /** Resolves with the button that was pressed; `undefined` for none, and for a message that was given up. */
  async show(message: BackgroundMessage): Promise<string | undefined> {
    if (!this.#ports.isPanelInSight()) {
      return this.#ports.notify(message);
    }
    this.#ports.showInStatusBar(message.text);
    this.#giveUp(message.text);
    return new Promise((resolve) => {
      this.#waiting.set(message.text, { message, resolve });
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > mostWaiting && oldest !== undefined) {
        this.#giveUp(oldest);
      }
    });
  }

  /** The panel came into sight or went out of it. */
  panelChanged(): void {
    if (this.#ports.isPanelInSight()) {
      return;
    }
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { message, resolve } of waiting) {
      void this.#ports.notify(message).then(resolve);
    }
  }

  #giveUp(text: string): void {
    this.#waiting.get(text)?.resolve(undefined);
    this.#waiting.delete(text);
  }
}
