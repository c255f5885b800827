import { type FromHistory, readToHistory, type ToHistory } from '#bridge/historyMessages.ts';

interface VsCodeApi {
  postMessage(message: FromHistory): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

export type PostFromHistory = (message: FromHistory) => void;

/** The connection of the history's webview to the extension. */
export class HistoryMessaging {
  readonly #api = acquireVsCodeApi();

  readonly post: PostFromHistory = (message) => this.#api.postMessage(message);

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
