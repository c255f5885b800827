import type { DraftLabel, JsonSuggestionsMessage, ScreenChanges, SecretFinding } from '#bridge/messages.ts';
import type { FieldProblem, FormInputs } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';
import type { Action, ActionBar } from '#webview/shell/actionBar.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import type { Shortcut } from '#webview/shell/shortcuts.ts';

/** The elements of a screen, and the methods that the panel calls. */
export interface ScreenView {
  readonly element: HTMLElement;
  /** The element that scrolls. */
  readonly scroller: HTMLElement;
  /** The texts that screen readers announce when the screen appears. */
  readonly announcement?: readonly string[];
  /** Moves the focus to the first control, or to the heading if there is no control. */
  focusFirst(): void;
  focusHeading(): void;
  isHeading(element: Element): boolean;
  shortcut(shortcut: Shortcut): void;
  /** Makes the buttons ignore input for `ms` milliseconds. */
  ignoreInput(ms: number): void;
  /** Applies changes since the screen was drawn. The user's input stays. */
  update(changes: ScreenChanges): void;
  /** Shows the problems and secrets that the extension found in the inputs of this revision. */
  onChecked(revision: number, problems: readonly FieldProblem[], secrets: readonly SecretFinding[]): void;
  /** Shows the values that would be sent for the inputs of this revision, the response to the message `review`. */
  onReviewed(revision: number, values: readonly SentValue[], secrets: readonly SecretFinding[]): void;
  /** Shows why the extension has not sent the answer. `unconfirmed`: the secrets that the user must confirm first. */
  onRejected(summary: string, problems: readonly FieldProblem[], unconfirmed: readonly SecretFinding[]): void;
  /** Replaces the content of the form, for an action of the user on the draft. */
  fill(inputs: FormInputs, secrets: readonly SecretFinding[], draft: DraftLabel | undefined): void;
  fillJson(text: string, draft: DraftLabel | undefined): void;
  /** Shows the server's suggestions for a field, the response to the message `complete` of this revision. */
  showCompletions(field: number, revision: number, values: readonly string[]): void;
  /** Shows what the extension suggests for a box: the response to `suggestJson`. */
  showJsonSuggestions(message: JsonSuggestionsMessage): void;
  /** Posts the edits that are not posted yet. */
  flush(): void;
  dispose(): void;
}

export interface ScreenParts {
  /** The content of the heading. */
  readonly heading: readonly (Node | string)[];
  /** The accessible name of the region; by default the heading's. */
  readonly label?: string;
  /** Draws the elements that contain the heading; by default only the heading itself. */
  readonly drawHeading?: (heading: HTMLElement) => readonly HTMLElement[];
  /** The elements between the heading and the buttons. */
  readonly content: readonly (Node | undefined)[];
  readonly bar?: ActionBar;
  /** The actions of the shortcuts. */
  readonly submit?: Action;
  readonly cancel?: Action;
}

/**
 * The frame of every screen: a region, a part that scrolls, and the buttons, which stay in sight.
 * `methods` replace the defaults.
 */
export function drawScreenFrame(parts: ScreenParts, methods: Partial<ScreenView> = {}): ScreenView {
  const heading = el('h1', { id: 'screen-heading', tabindex: -1 }, ...parts.heading);
  const scroller = el(
    'div',
    { class: 'scroller' },
    el('div', { class: 'column' }, ...(parts.drawHeading?.(heading) ?? [heading]), ...definedOnly(parts.content)),
  );
  const name = parts.label === undefined ? { 'aria-labelledby': heading.id } : { 'aria-label': parts.label };
  const element = el('section', { class: 'screen', ...name }, scroller, parts.bar?.element);
  return {
    element,
    scroller,
    focusFirst: () => heading.focus(),
    focusHeading: () => heading.focus(),
    isHeading: (element) => element === heading,
    shortcut: (shortcut) => {
      const action = shortcut === 'submit' ? parts.submit : parts.cancel;
      if (action) {
        parts.bar?.run(action);
      }
    },
    ignoreInput: (ms) => parts.bar?.ignoreInput(ms),
    update: () => undefined,
    onChecked: () => undefined,
    onReviewed: () => undefined,
    onRejected: () => undefined,
    fill: () => undefined,
    fillJson: () => undefined,
    showCompletions: () => undefined,
    showJsonSuggestions: () => undefined,
    flush: () => undefined,
    dispose: () => parts.bar?.dispose(),
    ...methods,
  };
}
