import type { JsonSuggestionsMessage } from '#bridge/messages.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import type { JsonEditor } from './jsonEditor.ts';

/** Requests the suggestions for the boxes of a form. The extension has the schema. */
export class JsonSuggestionRequests {
  readonly #screen: string;
  readonly #post: PostToExtension;
  readonly #editors = new Map<number, JsonEditor>();

  constructor(screen: string, post: PostToExtension) {
    this.#screen = screen;
    this.#post = post;
  }

  /** `field`: the index of the field whose box it is. */
  add(field: number, editor: JsonEditor): void {
    this.#editors.set(field, editor);
  }

  request(field: number, revision: number, text: string, offset: number): void {
    this.#post({ type: 'suggestJson', screen: this.#screen, field, revision, text, offset });
  }

  show(message: JsonSuggestionsMessage): void {
    this.#editors.get(message.field)?.showSuggestions(message);
  }
}
