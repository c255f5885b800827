import type { Page } from 'playwright-core';
import type { PanelSize } from '#test/pages/harness/webviewPage.ts';

/** Sizes of the panel, in CSS pixels. Zooming to 200 % halves them. */
export const panelSizes = {
  'at 300 pixels': { width: 300, height: 700 },
  'at 900 pixels': { width: 900, height: 700 },
  'at 200 % zoom': { width: 450, height: 350 },
  'at 420 pixels and 200 % zoom': { width: 210, height: 325 },
} as const satisfies Readonly<Record<string, PanelSize>>;

/** Layout problems: elements that are cut off or scroll sideways, and buttons of the screen that are out of sight or not at its lower edge. */
export async function layoutFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) => {
      const { id, className } = element;
      const text = (element.textContent ?? '').trim().slice(0, 40);
      return `${element.localName}${id && `#${id}`}${className && `.${[...element.classList].join('.')}`} "${text}"`;
    };
    const isInEllipsis = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      (getComputedStyle(parentElement).textOverflow === 'ellipsis' || isInEllipsis(parentElement));
    const findings: string[] = [];
    const { clientWidth } = document.documentElement;
    if (document.documentElement.scrollWidth > clientWidth) findings.push('the page scrolls sideways');
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('.visually-hidden') || !element.checkVisibility() || !(element instanceof HTMLElement))
        continue;
      // A text with an ellipsis is shown in full elsewhere.
      if (isInEllipsis(element)) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (left < -1 || right > clientWidth + 1)) {
        findings.push(`${name(element)} reaches out of the page: ${Math.round(left)} to ${Math.round(right)}`);
      }
      const { overflowX, overflowY, contain, textOverflow, display } = getComputedStyle(element);
      // Text fields scroll; inline boxes have no overflow.
      if (display === 'inline' || textOverflow === 'ellipsis' || element.matches('input, select, textarea')) continue;
      // Folded, with a button that unfolds it.
      if (element.nextElementSibling?.matches('button[aria-expanded=false]:not([hidden])')) continue;
      const clips = contain.includes('paint');
      if ((overflowX !== 'visible' || clips) && element.scrollWidth > element.clientWidth + 1) {
        findings.push(
          `${name(element)} is cut off or scrolls sideways: ${element.scrollWidth} in ${element.clientWidth}`,
        );
      }
      if ((overflowY === 'hidden' || overflowY === 'clip') && element.scrollHeight > element.clientHeight + 1) {
        findings.push(`${name(element)} is cut off: ${element.scrollHeight} in ${element.clientHeight}`);
      }
    }
    for (const actions of document.querySelectorAll('main .actions')) {
      const distance = document.documentElement.clientHeight - actions.getBoundingClientRect().bottom;
      if (Math.abs(distance) > 1) findings.push(`the buttons are ${Math.round(distance)} px above the lower edge`);
    }
    for (const button of document.querySelectorAll('main .actions button')) {
      const { top, bottom, height } = button.getBoundingClientRect();
      if (height > 0 && (top < 0 || bottom > document.documentElement.clientHeight + 1)) {
        findings.push(`the button ${name(button)} is out of sight`);
      }
    }
    return findings;
  });
}

/** Controls smaller than 24 by 24 CSS pixels. Source: WCAG 2.2, 2.5.8 Target Size (Minimum). */
export async function targetFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 24;
    const controls = document.querySelectorAll('button, input, select, textarea, summary, [role=option]');
    return [...controls].flatMap((control) => {
      // A click on the label counts for its box.
      const target = control.matches('input[type=radio], input[type=checkbox]') ? control.closest('label') : control;
      const { width, height } = (target ?? control).getBoundingClientRect();
      const isSmall = control.checkVisibility() && (width < least - 0.01 || height < least - 0.01);
      return isSmall
        ? [`${control.localName} "${control.textContent?.trim().slice(0, 40)}" is ${width} by ${height}`]
        : [];
    });
  });
}
