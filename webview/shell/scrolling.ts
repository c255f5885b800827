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
  const scrollerOfElement = element.closest('.scroller');
  const scroller =
    scrollerOfElement && scrollerOfElement.scrollHeight > scrollerOfElement.clientHeight
      ? scrollerOfElement
      : document.scrollingElement;
  if (scroller) {
    // If the whole page scrolls, the header stays at its upper edge.
    const header = document.querySelector<HTMLElement>('.panel-header');
    const edge =
      scroller === scrollerOfElement ? scrollerOfElement.getBoundingClientRect().top : (header?.offsetHeight ?? 0);
    scroller.scrollTop += element.getBoundingClientRect().top - edge - spaceAbove;
  }
}
