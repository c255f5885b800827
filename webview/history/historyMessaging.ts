import { type FromHistory, readToHistory, type ToHistory } from '#bridge/historyMessages.ts';
import { readSavedFilters, type SavedFilters } from './savedFilters.ts';

interface VsCodeApi {
  postMessage(message: FromHistory): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export type PostFromHistory = (message: FromHistory) => void;

/** The connection of the history's webview to the extension, and the filters that the editor keeps with the tab. */
export class HistoryMessaging {
  readonly #api = acquireVsCodeApi();

  readonly post: PostFromHistory = (message) => this.#api.postMessage(message);

  get savedFilters(): SavedFilters | undefined {
    return readSavedFilters(this.#api.getState());
  }

  readonly saveFilters = (filters: SavedFilters): void => this.#api.setState(filters);

  /** Calls `onMessage` with every valid message. */
  listen(onMessage: (message: ToHistory) => void): void {
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readToHistory(event.data);
      if (message) {
        onMessage(message);
      }
    });
  }
}
