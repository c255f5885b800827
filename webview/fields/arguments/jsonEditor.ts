import type { JsonSuggestionsMessage } from '#bridge/messages.ts';
import { Debouncer } from '#webview/shell/debouncer.ts';
import { el } from '#webview/shell/dom.ts';
import { insertText } from '#webview/shell/fillText.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import { JsonSuggestionList } from './jsonSuggestionList.ts';

/** The delay of the request for suggestions after the last key. In milliseconds. */
const pauseMs = 100;
/** A longer text gets no suggestions: see `jsonSuggestions`. In UTF-16 code units. */
const maxTextLength = 200_000;

interface JsonEditorOptions {
  readonly id: string;
  readonly rows: number;
  readonly describedBy: string | undefined;
  onInput(): void;
  /** Requests suggestions for a place in the text. The reply is passed to `showSuggestions`. */
  requestSuggestions(revision: number, text: string, offset: number): void;
}

/** A box for JSON with suggestions: they come while the user types, and with Ctrl+Space. Lines keep their indentation. */
export class JsonEditor {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  readonly #options: JsonEditorOptions;
  readonly #list: JsonSuggestionList;
  readonly #debouncer: Debouncer;
  /** True if the user has pressed Ctrl+Space for the last request. */
  #isRequestedByUser = false;
  #revision = 0;
  /** The part of the text that a suggestion replaces. */
  #range = { from: 0, to: 0 };

  constructor(text: string, options: JsonEditorOptions) {
    this.#options = options;
    this.area = el('textarea', {
      id: options.id,
      class: 'code json-box',
      dir: 'ltr',
      rows: options.rows,
      wrap: 'off',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      'aria-describedby': options.describedBy,
    });
    this.area.value = text;
    this.#debouncer = new Debouncer(pauseMs, () => this.#request());
    this.#list = new JsonSuggestionList(this.area, ({ insert, caret }) => this.#insert(insert, caret));
    this.element = el('div', { class: 'json-editor' }, this.area, this.#list.element, this.#list.announcement);
    this.area.addEventListener('keydown', (event) => this.#keyDown(event));
    this.area.addEventListener('input', (event) => {
      this.#list.close();
      this.#revision += 1;
      if (event instanceof InputEvent && event.inputType === 'insertText') {
        this.#debouncer.schedule();
      }
      options.onInput();
    });
    this.area.addEventListener('blur', () => {
      this.#debouncer.cancel();
      this.#revision += 1;
      this.#list.close();
    });
  }

  /** Shows the suggestions that were requested as `revision`, unless the text has changed since. */
  showSuggestions({ revision, from, to, items }: JsonSuggestionsMessage): void {
    if (revision !== this.#revision || document.activeElement !== this.area) {
      return;
    }
    this.#range = { from, to };
    this.#list.show(items, this.#caretBottom(), this.#isRequestedByUser);
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (isComposing(event)) {
      return;
    }
    if (key === ' ' && ctrlKey && !metaKey && !altKey) {
      event.preventDefault();
      this.#request(true);
      return;
    }
    if (ctrlKey || metaKey || altKey || shiftKey) {
      return;
    }
    if (this.#list.handleKey(key)) {
      event.preventDefault();
    } else if (key === 'Enter') {
      event.preventDefault();
      const line = this.area.value.slice(0, this.area.selectionStart).split('\n').at(-1) ?? '';
      insertText(this.area, `\n${/^\s*/.exec(line)?.[0] ?? ''}`);
    }
  }

  #request(byUser = false): void {
    this.#debouncer.cancel();
    this.#isRequestedByUser = byUser;
    const { value, selectionStart, selectionEnd } = this.area;
    if (selectionStart === selectionEnd && value.length <= maxTextLength) {
      this.#revision += 1;
      this.#options.requestSuggestions(this.#revision, value, selectionStart);
    }
  }

  #insert(text: string, caret: number): void {
    const { from } = this.#range;
    insertText(this.area, text, this.#range);
    this.area.setSelectionRange(from + caret, from + caret);
  }

  /** The lower edge of the caret's line, in pixels below the upper edge of the box. Lines do not wrap. */
  #caretBottom(): number {
    const style = getComputedStyle(this.area);
    const lineHeight = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.4;
    const lines = this.area.value.slice(0, this.area.selectionStart).split('\n').length;
    const bottom = Number.parseFloat(style.paddingBlockStart) + lines * lineHeight - this.area.scrollTop;
    return Math.min(Math.max(bottom, 0), this.area.offsetHeight);
  }
}
