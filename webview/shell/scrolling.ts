import { setAttributes } from './dom.ts';

/** The space above an element that was scrolled to the top. In CSS pixels. */
const spaceAbove = 8;

/**
 * Makes an element focusable while its content overflows, with `label` as its name, so that it can be scrolled by
 * keyboard.
 */
export function scrollable<E extends HTMLElement>(element: E, label: string): E {
  new ResizeObserver(() => {
    const scrolls = element.scrollHeight > element.clientHeight + 1;
    setAttributes(element, {
      tabindex: scrolls ? 0 : undefined,
      role: scrolls ? 'group' : undefined,
      'aria-label': scrolls ? label : undefined,
    });
  }).observe(element);
  return element;
}

/**
 * Scrolls an element to the top of its scroller, below a sticky heading. `scrollIntoView` would also scroll the
 * editor's window, in which this page is a frame.
 */
export function scrollToStart(element: Element): void {
  const scrollerOfElement = element.closest('.scroller');
  const scroller =
    scrollerOfElement && scrollerOfElement.scrollHeight > scrollerOfElement.clientHeight
      ? scrollerOfElement
      : document.scrollingElement;
  if (scroller) {
    const heading = scroller.querySelector('h1');
    const isSticky = heading && getComputedStyle(heading).position === 'sticky';
    const edge = scroller === scrollerOfElement ? scrollerOfElement.getBoundingClientRect().top : 0;
    scroller.scrollTop +=
      element.getBoundingClientRect().top - edge - (isSticky ? heading.offsetHeight : 0) - spaceAbove;
  }
}
