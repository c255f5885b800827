import { evictOldest } from '#core/common/lruCache.ts';

/** A message that does not respond to a command of the user. */
export interface BackgroundMessage {
  readonly severity: 'information' | 'warning' | 'error';
  /** A text without links and icons, which may contain names of servers and files. */
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

interface WaitingMessage {
  readonly message: BackgroundMessage;
  /** Removes the message from the status bar. */
  readonly hide: () => void;
  readonly resolve: (pressed: string | undefined) => void;
}

/** The maximum number of waiting messages. If there are more, the oldest are dropped. */
const maxWaitingMessages = 10;

/**
 * Shows messages that do not respond to a command of the user. A notification would cover the panel's buttons: while the panel is in
 * sight, a message is shown in the status bar, and its notification follows once the panel is out of sight. A new message replaces a
 * waiting one with the same text.
 */
export class BackgroundMessages {
  readonly #context: BackgroundMessagesContext;
  readonly #waiting = new Map<string, WaitingMessage>();

  constructor(context: BackgroundMessagesContext) {
    this.#context = context;
  }

  /** Shows a message. Resolves with the pressed button; `undefined` if none was pressed or the message was dropped. */
  async show(message: BackgroundMessage): Promise<string | undefined> {
    if (!this.#context.isPanelInSight()) {
      return this.#context.notify(message);
    }
    this.#drop(message.text);
    let hide = () => {};
    this.#context.showInStatusBar(
      message.text,
      new Promise((resolve) => {
        hide = resolve;
      }),
    );
    return new Promise((resolve) => {
      this.#waiting.set(message.text, { message, hide, resolve });
      evictOldest(this.#waiting, maxWaitingMessages, (text) => this.#drop(text));
    });
  }

  /** Called when the panel came into sight or went out of it: shows the waiting messages if it is out of sight. */
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

  #drop(text: string): void {
    const waiting = this.#waiting.get(text);
    waiting?.hide();
    waiting?.resolve(undefined);
    this.#waiting.delete(text);
  }
}
