import type { Screen, ScreenChanges } from '#bridge/messages.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';

/** The actions of the user on the list of results as a screen of its own. */
interface ResultListActions {
  rows(): NonNullable<ScreenChanges['results']>;
  /** True if the user came from a result. */
  canGoBack(): boolean;
  back(): void;
  close(): void;
}

/** The list of results, which the user opened, also while requests wait. */
export class ResultListScreen implements PanelScreen {
  readonly id = 'results';
  readonly waits = false;
  readonly blocksServer = false;
  readonly serverId = '';
  readonly serverName = '';
  readonly callId = undefined;
  readonly #actions: ResultListActions;

  constructor(actions: ResultListActions) {
    this.#actions = actions;
  }

  compose(ignoreInputMs: number): Screen {
    return {
      kind: 'results',
      id: this.id,
      results: this.#actions.rows(),
      ...(this.#actions.canGoBack() && { canGoBack: true as const }),
      ignoreInputMs,
    };
  }

  changes(): ScreenChanges {
    return { results: this.#actions.rows() };
  }

  receive(message: ScreenMessage): void {
    if (message.type === 'cancel') {
      this.#actions.close();
    } else if (message.type === 'back') {
      this.#actions.back();
    }
  }

  dismiss(): void {
    this.#actions.close();
  }
}
