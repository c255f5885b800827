import type { DraftLabel, ScreenChanges, SecretFinding } from '#bridge/messages.ts';
import type { FieldProblem, FormInputs } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';
import type { Action, ActionBar } from '#webview/shell/actionBar.ts';
import { el } from '#webview/shell/dom.ts';
import type { Shortcut } from '#webview/shell/shortcuts.ts';

/** A drawn screen, and what the panel can do with it. */
export interface DrawnScreen {
  readonly element: HTMLElement;
  /** The element that scrolls. */
  readonly scroller: HTMLElement;
  /** What screen readers announce when the screen appears, one text at a time. */
  readonly announcement?: readonly string[];
  /** Moves the focus to the first control, else to the heading. */
  focusFirst(): void;
  focusHeading(): void;
  isHeading(element: Element): boolean;
  shortcut(shortcut: Shortcut): void;
  /** The buttons ignore input for `ms` milliseconds. */
  ignoreInput(ms: number): void;
  /** Applies changes since the screen was drawn. The user's input stays. */
  update(changing: ScreenChanges): void;
  checked(revision: number, problems: readonly FieldProblem[], secrets: readonly SecretFinding[]): void;
  /** Shows what would be sent for the inputs of this revision of `review`. */
  reviewed(revision: number, values: readonly SentValue[], secrets: readonly SecretFinding[]): void;
  /** `unconfirmed`: the secrets that the user has to confirm before they are sent. */
  rejected(summary: string, problems: readonly FieldProblem[], unconfirmed: readonly SecretFinding[]): void;
  /** Replaces the content of the form, as the user asked. */
  fill(inputs: FormInputs, draft: DraftLabel | undefined): void;
  fillJson(text: string, draft: DraftLabel | undefined): void;
  /** Shows the server's suggestions for a field, for this revision of `complete`. */
  completions(field: number, revision: number, values: readonly string[]): void;
  /** Posts the edits that are not posted yet. */
  flush(): void;
  dispose(): void;
}

interface ScreenParts {
  /** The content of the heading, which names the region. */
  readonly heading: readonly (Node | string)[];
  /** The elements between the heading and the buttons. */
  readonly content: readonly (Node | undefined)[];
  readonly bar?: ActionBar;
  /** The actions of the shortcuts. */
  readonly submit?: Action;
  readonly cancel?: Action;
}

/**
 * The frame of every screen: a region named by its heading, a part that scrolls, and the buttons, which stay in view.
 */
export function drawScreenFrame(parts: ScreenParts, own: Partial<DrawnScreen> = {}): DrawnScreen {
  const heading = el('h1', { id: 'screen-heading', tabindex: -1 }, ...parts.heading);
  const scroller = el(
    'div',
    { class: 'scroller' },
    el('div', { class: 'column' }, heading, ...parts.content.filter((child) => child !== undefined)),
  );
  const element = el('section', { class: 'screen', 'aria-labelledby': heading.id }, scroller, parts.bar?.element);
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
    checked: () => undefined,
    reviewed: () => undefined,
    rejected: () => undefined,
    fill: () => undefined,
    fillJson: () => undefined,
    completions: () => undefined,
    flush: () => undefined,
    dispose: () => parts.bar?.dispose(),
    ...own,
  };
}
