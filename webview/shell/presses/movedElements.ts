import { IgnoredPress } from './ignoredPress.ts';

/** For how long an element that has moved or appeared under the pointer ignores clicks: the user meant what stood there. In milliseconds. */
export const ignoreMovedMs = 500;

/** The longest time that an element ignores clicks while it moves again and again, and for how long it then takes them. In milliseconds. */
const maxQuietMs = 1000;
const clickableMs = 900;

/** The attribute of an element, or of its container, while it ignores clicks. */
const quietAttribute = 'data-quiet';

/** When an element has begun to ignore clicks, and until when it does. */
interface QuietTime {
  readonly since: number;
  readonly until: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

const quietTimes = new WeakMap<Element, QuietTime>();

/**
 * Makes an element ignore clicks of the pointer for a while. Key presses work, because the focus moves with its element. A server can move
 * elements again and again, and must not keep a button from working: then the element takes clicks in between.
 */
export function ignorePointer(element: Element): void {
  const now = performance.now();
  const last = quietTimes.get(element);
  const isQuietNow = last !== undefined && now < last.until;
  if (last && !isQuietNow && now < last.until + clickableMs) {
    return;
  }
  const since = isQuietNow ? last.since : now;
  const until = Math.min(now + ignoreMovedMs, since + maxQuietMs);
  clearTimeout(last?.timer);
  element.setAttribute(quietAttribute, '');
  const timer = setTimeout(() => element.removeAttribute(quietAttribute), until - now);
  quietTimes.set(element, { since, until, timer });
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
  /** A press that began on such an element. It has no effect, even if it ends later. */
  readonly #press = new IgnoredPress();

  /** `parts`: selectors of the elements of `root` that are compared. */
  constructor(root: HTMLElement, parts: Parts) {
    this.#root = root;
    this.#parts = parts;
    root.addEventListener('pointerdown', (event) => this.#press.begin(event, isQuiet(event.target)), { capture: true });
    root.addEventListener(
      'click',
      (event) => {
        const isIgnored = this.#press.takeClick() || isQuiet(event.target);
        if (event.detail > 0 && isIgnored) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      { capture: true },
    );
  }

  /** Runs `change`. */
  around<T>(change: () => T): T {
    const { appearing, moving } = this.#parts;
    const before = new Map(this.#find(`${appearing}, ${moving}`).map((element) => [element, placeOf(element)]));
    const result = change();
    // An element that was removed, or that is new and may appear, needs no place: places make the browser lay out the page.
    const stayed = this.#find(moving).filter((element) => before.get(element) !== undefined);
    for (const element of [...this.#find(appearing), ...stayed]) {
      const place = placeOf(element);
      if (place !== undefined && before.get(element) !== place) {
        ignorePointer(element);
      }
    }
    return result;
  }

  #find(selector: string): Element[] {
    return [...this.#root.querySelectorAll(selector)];
  }
}

/** Where an element is, in whole pixels. `undefined`: it is hidden. */
function placeOf(element: Element): string | undefined {
  const { left, top, width } = element.getBoundingClientRect();
  return width > 0 ? `${Math.round(left)} ${Math.round(top)}` : undefined;
}

function isQuiet(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${quietAttribute}]`) !== null;
}
