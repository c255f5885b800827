import type { DraftLabel, ScreenChanges, SecretFinding } from '#bridge/messages.ts';
import type { FieldProblem, FormInputs } from '#form/model.ts';
import type { SentValue } from '#form/sentValues.ts';
import type { Action, ActionBar } from '#webview/shell/actionBar.ts';
import { el } from '#webview/shell/dom.ts';
import type { Shortcut } from '#webview/shell/shortcuts.ts';

/** A screen that is drawn, and what the panel may ask of it. */
export interface DrawnScreen {
  readonly element: HTMLElement;
  /** What scrolls. */
  readonly scroller: HTMLElement;
  /** Said to screen readers when the screen appears, each by itself. */
  readonly announcement?: readonly string[];
  /** Moves the keyboard to the first thing that takes input, else to the heading. */
  focusFirst(): void;
  focusHeading(): void;
  isHeading(element: Element): boolean;
  shortcut(shortcut: Shortcut): void;
  /** Its buttons ignore input for so many milliseconds from now on. */
  quieten(ms: number): void;
  /** What has changed of the screen since it was drawn; what is typed is not touched. */
  update(changing: ScreenChanges): void;
  checked(revision: number, problems: readonly FieldProblem[], secrets: readonly SecretFinding[]): void;
  /** What would be sent of the inputs of this revision of `review`. */
  reviewed(revision: number, values: readonly SentValue[], secrets: readonly SecretFinding[]): void;
  /** `unconfirmed`: secrets that want the second step before they are sent. */
  rejected(summary: string, problems: readonly FieldProblem[], unconfirmed: readonly SecretFinding[]): void;
  /** Puts something else into the form, which the person asked for. */
  fill(inputs: FormInputs, draft: DraftLabel | undefined): void;
  fillJson(text: string, draft: DraftLabel | undefined): void;
  /** What the server suggests for a field, asked for with this revision of `complete`. */
  completions(field: number, revision: number, values: readonly string[]): void;
  /** Posts what is typed and not posted yet. */
  flush(): void;
  dispose(): void;
}

interface ScreenParts {
  /** The heading's content. The region is named by it. */
  readonly heading: readonly (Node | string)[];
  /** What stands between heading and buttons. */
  readonly content: readonly (Node | undefined)[];
  readonly bar?: ActionBar;
  /** The actions behind the shortcuts. */
  readonly submit?: Action;
  readonly cancel?: Action;
}

/** The frame of every screen: a region named by its heading, a part that scrolls, and the buttons, always in view. */
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
    quieten: (ms) => parts.bar?.quieten(ms),
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
