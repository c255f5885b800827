/** For how long an element that has moved or appeared under the pointer ignores clicks: the user meant what stood there. In milliseconds. */
export const ignoreMovedMs = 500;

/** The attribute of an element, or of its container, while it ignores clicks. */
const quietAttribute = 'data-quiet';

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Makes an element ignore clicks of the pointer for a while. Key presses work, because the focus moves with its element. */
export function ignorePointer(element: Element): void {
  clearTimeout(timers.get(element));
  element.setAttribute(quietAttribute, '');
  timers.set(
    element,
    setTimeout(() => element.removeAttribute(quietAttribute), ignoreMovedMs),
  );
}

interface Parts {
  /** Ignore clicks also when they appear. */
  readonly appearing: string;
  /** Ignore clicks only when they move: when they appear, the screen has a pause of its own. */
  readonly moving: string;
}

/**
 * Makes what a change of the page has moved or inserted ignore clicks for a while: a click that arrives then was aimed at what stood
 * there before. What has stayed where it was takes every click.
 */
export class MovedElements {
  readonly #root: HTMLElement;
  readonly #parts: Parts;
  /** True if the current press began on such an element. It has no effect, even if it ends later. */
  #isIgnoredPress = false;

  /** `parts`: selectors of the elements of `root` that are compared. */
  constructor(root: HTMLElement, parts: Parts) {
    this.#root = root;
    this.#parts = parts;
    root.addEventListener(
      'pointerdown',
      ({ target }) => {
        this.#isIgnoredPress = isQuiet(target);
      },
      { capture: true },
    );
    root.addEventListener(
      'click',
      (event) => {
        if (event.detail > 0 && (this.#isIgnoredPress || isQuiet(event.target))) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      { capture: true },
    );
  }

  /** Runs `change`. */
  around<T>(change: () => T): T {
    const before = this.#places(`${this.#parts.appearing}, ${this.#parts.moving}`);
    const result = change();
    for (const [element, place] of this.#places(this.#parts.appearing)) {
      if (before.get(element) !== place) {
        ignorePointer(element);
      }
    }
    for (const [element, place] of this.#places(this.#parts.moving)) {
      if (before.has(element) && before.get(element) !== place) {
        ignorePointer(element);
      }
    }
    return result;
  }

  /** The places of the elements that are shown, in whole pixels. */
  #places(selector: string): Map<Element, string> {
    const places = new Map<Element, string>();
    for (const element of this.#root.querySelectorAll(selector)) {
      const { left, top, width } = element.getBoundingClientRect();
      if (width > 0) {
        places.set(element, `${Math.round(left)} ${Math.round(top)}`);
      }
    }
    return places;
  }
}

function isQuiet(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${quietAttribute}]`) !== null;
}
