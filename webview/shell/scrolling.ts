import { setAttributes } from './dom.ts';

/** The space that `scrollToStart` leaves above the element. In CSS pixels. */
const spaceAbove = 8;

/**
 * Makes an element focusable while its content overflows, so that the user can scroll it by keyboard. `label`: the
 * element's accessible name.
 */
export function scrollable<E extends HTMLElement>(element: E, label: string): E {
  new ResizeObserver(() => {
    const overflows = element.scrollHeight > element.clientHeight + 1;
    setAttributes(element, {
      tabindex: overflows ? 0 : undefined,
      role: overflows ? 'group' : undefined,
      'aria-label': overflows ? label : undefined,
    });
  }).observe(element);
  return element;
}

/**
 * Scrolls an element to the top of its scroller, below the header. Not by `scrollIntoView`, which would also scroll
 * the editor's window, because this page is a frame in that window.
 */
export function scrollToStart(element: Element): void {
  const scroller = scrollerOf(element);
  if (scroller) {
    scroller.scrollTop += distanceToStart(scroller, element);
  }
}

/** Scrolls to the top, where the server's message is. To the element if it would begin below the upper half there. */
export function scrollToTopOrStart(element: Element): void {
  const scroller = scrollerOf(element);
  if (scroller) {
    scroller.scrollTop = 0;
    if (distanceToStart(scroller, element) > scroller.clientHeight / 2) {
      scrollToStart(element);
    }
  }
}

/** Scrolls until `last` is above the buttons, as far as `first` stays in sight. Hidden elements count as in sight. */
export function scrollIntoSight(first: Element, last: Element): void {
  const scroller = scrollerOf(first);
  const buttons = document.querySelector('main .actions');
  if (scroller && buttons) {
    const hidden = last.getBoundingClientRect().bottom + spaceAbove - buttons.getBoundingClientRect().top;
    scroller.scrollTop += Math.max(0, Math.min(hidden, distanceToStart(scroller, first)));
  }
}

/** The element that scrolls the content around `element`. */
function scrollerOf(element: Element): Element | null {
  const scroller = element.closest('.scroller');
  return scroller && scroller.scrollHeight > scroller.clientHeight ? scroller : document.scrollingElement;
}

/** How far `scroller` scrolls until `element` is below its upper edge. */
function distanceToStart(scroller: Element, element: Element): number {
  // If the whole page scrolls, the header stays at its upper edge.
  const edge =
    scroller === document.scrollingElement
      ? (document.querySelector<HTMLElement>('.panel-header')?.offsetHeight ?? 0)
      : scroller.getBoundingClientRect().top;
  return element.getBoundingClientRect().top - edge - spaceAbove;
}
