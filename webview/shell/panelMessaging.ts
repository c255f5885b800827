import { readToWebview, type ToExtension, type ToWebview } from '#bridge/messages.ts';

interface VsCodeApi {
  postMessage(message: ToExtension): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The only state that the webview keeps when the window is reloaded. It never contains answers. */
interface SavedScrollPosition {
  readonly screen: string;
  readonly scroll: number;
}

export type PostToExtension = (message: ToExtension) => void;

/** The connection of the panel's webview to the extension. */
export class PanelMessaging {
  readonly #api = acquireVsCodeApi();
  #hasReceivedShow = false;

  readonly post: PostToExtension = (message) => this.#api.postMessage(message);

  get scrollPosition(): SavedScrollPosition | undefined {
    const state = this.#api.getState();
    if (typeof state !== 'object' || state === null || !('screen' in state) || !('scroll' in state)) {
      return undefined;
    }
    const { screen, scroll } = state;
    return typeof screen === 'string' && typeof scroll === 'number' ? { screen, scroll } : undefined;
  }

  set scrollPosition(position: SavedScrollPosition) {
    this.#api.setState({ screen: position.screen, scroll: position.scroll });
  }

  /** True after the first `show` message. */
  get hasReceivedShow(): boolean {
    return this.#hasReceivedShow;
  }

  /** Calls `onMessage` with every valid message, and `onInvalidShow` with the screen id of an invalid `show`. */
  listen(onMessage: (message: ToWebview) => void, onInvalidShow: (screen: string) => void): void {
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readToWebview(event.data);
      if (message) {
        this.#hasReceivedShow ||= message.type === 'show';
        onMessage(message);
        return;
      }
      const screenId = screenIdOfShow(event.data);
      if (screenId !== undefined) {
        onInvalidShow(screenId);
      }
    });
  }
}

function screenIdOfShow(message: unknown): string | undefined {
  const id = property(property(property(message, 'view'), 'screen'), 'id');
  return property(message, 'type') === 'show' && typeof id === 'string' ? id : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
