/** A message that is not the response to a command that the user just ran. */
export interface BackgroundMessage {
  readonly severity: 'information' | 'warning' | 'error';
  /** Without links and icons; it may name servers and files. */
  readonly text: string;
  readonly buttons: readonly string[];
}

interface BackgroundMessagesContext {
  /** True while the user can see the panel. */
  isPanelInSight(): boolean;
  /** Shows the editor's notification. Resolves with the button that was pressed. */
  notify(message: BackgroundMessage): Thenable<string | undefined>;
  /** Shows a text in the status bar until `ended` resolves. */
  showInStatusBar(text: string, ended: Promise<void>): void;
}

interface Waiting {
  readonly message: BackgroundMessage;
  /** Removes the message from the status bar. */
  readonly hide: () => void;
  readonly resolve: (pressed: string | undefined) => void;
}

/** The most messages that wait. If there are more, the oldest are dropped. */
const maxWaiting = 10;

/**
 * Shows messages that do not respond to a command. A notification would cover the panel's buttons: while the panel is in
 * sight, a message is shown in the status bar, and its notification follows once the panel is out of sight. A text that
 * waits already is not added again.
 */
export class BackgroundMessages {
  readonly #context: BackgroundMessagesContext;
  readonly #waiting = new Map<string, Waiting>();

  constructor(context: BackgroundMessagesContext) {
    this.#context = context;
  }

  /** Resolves with the button that was pressed; `undefined` for none, and for a dropped message. */
  async show(message: BackgroundMessage): Promise<string | undefined> {
    if (!this.#context.isPanelInSight()) {
      return this.#context.notify(message);
    }
    this.#giveUp(message.text);
    let hide = () => {};
    this.#context.showInStatusBar(
      message.text,
      new Promise((resolve) => {
        hide = resolve;
      }),
    );
    return new Promise((resolve) => {
      this.#waiting.set(message.text, { message, hide, resolve });
      const [oldest] = this.#waiting.keys();
      if (this.#waiting.size > maxWaiting && oldest !== undefined) {
        this.#giveUp(oldest);
      }
    });
  }

  /** The panel came into sight or went out of it. */
  panelChanged(): void {
    if (this.#context.isPanelInSight()) {
      return;
    }
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { message, hide, resolve } of waiting) {
      hide();
      void this.#context.notify(message).then(resolve);
    }
  }

  #giveUp(text: string): void {
    const waiting = this.#waiting.get(text);
    waiting?.hide();
    waiting?.resolve(undefined);
    this.#waiting.delete(text);
  }
}
