import { setAttributes } from './dom.ts';

/** Above what was brought to the upper edge, in CSS pixels. */
const ROOM = 8;

/**
 * A box that scrolls when more is in it than it shows. Then it is a stop for the keyboard, named `label`, so that nobody needs
 * a mouse to read on; else it is in nobody's way.
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
 * Brings an element to the upper edge of what scrolls around it, beneath the heading that stays there, and moves nothing
 * else: the browser's own scrolling would take the editor's window along, in which this page is a frame.
 */
export function scrollToStart(element: Element): void {
  const around = element.closest('.scroller');
  const scroller = around && around.scrollHeight > around.clientHeight ? around : document.scrollingElement;
  if (scroller) {
    const heading = scroller.querySelector('h1');
    const stays = heading && getComputedStyle(heading).position === 'sticky';
    const edge = scroller === around ? around.getBoundingClientRect().top : 0;
    scroller.scrollTop += element.getBoundingClientRect().top - edge - (stays ? heading.offsetHeight : 0) - ROOM;
  }
}
