import type { ToExtension } from '#bridge/messages.ts';

/** A press within this time after another one, and within this distance of it, repeats it. In milliseconds, and in CSS pixels. */
const repeatMs = 500;
const repeatDistance = 8;

/** What a press can change or begin. */
const controls =
  'button, a[href], summary, label, input, select, textarea, [role=button], [role=option], [role^=menuitem], [role=gridcell]';
/** The controls that do one thing. A checkbox, which a second click sets back, is none of them. */
const buttons = 'button, [role=button], [role^=menuitem]';
/** Fields that a press only focuses. */
const textFields = 'textarea, input:not([type=radio], [type=checkbox])';

/** The messages that report what the user has typed, or what the page has done: none of them does anything that a user would notice. */
const reports: ReadonlySet<ToExtension['type']> = new Set([
  'ready',
  'drawn',
  'drawFailed',
  'edit',
  'editJson',
  'complete',
  'suggestJson',
]);

interface Press {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly control: Element | null;
}

/**
 * Lets the later clicks of a double or triple click reach only the control that the first one was for. They are ignored if what
 * stands under the pointer has become another control, or if the first one has acted: an action is meant once. What a press does on the
 * page alone, such as turning the month of a calendar, may be repeated. Text fields can be focused at any time.
 */
export class RepeatedPresses {
  /** The last press that was not ignored. */
  #press: Press | undefined;
  #isIgnored = false;

  constructor() {
    document.addEventListener('pointerdown', (event) => this.#begin(event), { capture: true });
    document.addEventListener(
      'keydown',
      () => {
        this.#isIgnored = false;
      },
      { capture: true },
    );
    // A dialog of the editor has opened: the next press is not a part of the same double click.
    window.addEventListener('blur', () => {
      this.#press = undefined;
    });
    for (const type of ['mousedown', 'click']) {
      document.addEventListener(
        type,
        (event) => {
          if (this.#isIgnored) {
            event.preventDefault();
            event.stopPropagation();
            this.#isIgnored = type === 'mousedown';
          }
        },
        { capture: true },
      );
    }
  }

  /** Notes that this message was posted. If a press has caused it, its button has the attribute `data-acted` while it ignores repeated clicks. */
  notePosted({ type }: ToExtension): void {
    const control = this.#press?.control;
    if (control?.matches(buttons) && !reports.has(type)) {
      control.setAttribute('data-acted', '');
      setTimeout(() => control.removeAttribute('data-acted'), repeatMs);
    }
  }

  #begin({ button, clientX: x, clientY: y, target }: PointerEvent): void {
    this.#isIgnored = false;
    if (button !== 0) {
      return;
    }
    const at = performance.now();
    const control = controlOf(target);
    const first = this.#press;
    const isRepeated =
      first !== undefined && at - first.at < repeatMs && Math.hypot(x - first.x, y - first.y) < repeatDistance;
    if (
      isRepeated &&
      control &&
      !control.matches(textFields) &&
      (control !== first.control || control.hasAttribute('data-acted'))
    ) {
      this.#isIgnored = true;
    } else {
      this.#press = { at, x, y, control };
    }
  }
}

/** The control that a press of `target` reaches; a press of a label reaches the control that it names. */
function controlOf(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}
