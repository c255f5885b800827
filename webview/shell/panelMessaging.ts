import { readToWebview, type ToExtension, type ToWebview } from '#bridge/messages.ts';

interface VsCodeApi {
  postMessage(message: ToExtension): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The only state that the webview keeps across a reload of the window. It never contains answers. */
interface SavedScrollPosition {
  readonly screen: string;
  readonly scroll: number;
}

export type PostToExtension = (message: ToExtension) => void;

/** The connection of the panel's webview to the extension. */
export class PanelMessaging {
  readonly #api = acquireVsCodeApi();
  #isShown = false;

  readonly post: PostToExtension = (message) => this.#api.postMessage(message);

  get scrollPosition(): SavedScrollPosition | undefined {
    const state = this.#api.getState();
    if (typeof state !== 'object' || state === null || !('screen' in state) || !('scroll' in state)) {
      return undefined;
    }
    const { screen, scroll } = state;
    return typeof screen === 'string' && typeof scroll === 'number' ? { screen, scroll } : undefined;
  }

  set scrollPosition(place: SavedScrollPosition) {
    this.#api.setState({ screen: place.screen, scroll: place.scroll });
  }

  /** True once a `show` was received. */
  get hasReceivedShow(): boolean {
    return this.#isShown;
  }

  /** Calls `handle` with every valid message, and `handleUnreadable` with the screen id of an invalid `show`. */
  listen(handle: (message: ToWebview) => void, handleUnreadable: (screen: string) => void): void {
    window.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readToWebview(event.data);
      if (message) {
        this.#isShown ||= message.type === 'show';
        handle(message);
        return;
      }
      const screen = screenOfShow(event.data);
      if (screen !== undefined) {
        handleUnreadable(screen);
      }
    });
  }
}

function screenOfShow(message: unknown): string | undefined {
  const id = property(property(property(message, 'view'), 'screen'), 'id');
  return property(message, 'type') === 'show' && typeof id === 'string' ? id : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
