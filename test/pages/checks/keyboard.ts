import type { Page } from 'playwright-core';

/** More tab stops than any state has, so that a keyboard trap ends the test. */
const maxStops = 150;

/** Tabs through the whole page. Returns the elements that cannot be reached, and those that do not show their focus. */
export async function keyboardFindings(page: Page): Promise<string[]> {
  await page.evaluate(prepare);
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(() => window.visitor.visit()))) {
      return page.evaluate(() => window.visitor.findings());
    }
  }
  return [`after ${maxStops} stops the keyboard is still on its way`];
}

interface Visitor {
  /** Records the focused element. @returns false if the focus has left the page, or is back at an earlier element */
  visit(): boolean;
  findings(): string[];
}

declare global {
  interface Window {
    visitor: Visitor;
  }
}

/** Runs in the page: sets `window.visitor`. */
function prepare(): void {
  // Tab continues from the focus: set it to the start of the page.
  const beginning = document.createElement('span');
  beginning.tabIndex = -1;
  document.body.prepend(beginning);
  beginning.focus();
  beginning.remove();
  const interactive = 'a[href], button, input, select, textarea, summary, audio, [tabindex]:not([tabindex^="-"])';
  const forced = matchMedia('(forced-colors: active)').matches;
  const name = (element: Element) =>
    `${element.localName}${element.id && `#${element.id}`} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  /** Only one radio button of a group is in the tab order. */
  const isRadio = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === 'radio';
  const controls = [...document.querySelectorAll(interactive)].filter((element) => element.checkVisibility());
  /** The styles that can show the focus. */
  const focusStylesOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
    const border = style.borderWidth === '0px' ? '' : `${style.borderWidth} ${style.borderColor}`;
    const lines = [outline, border];
    // Forced colors draw no shadows and make all backgrounds equal.
    return (forced ? lines : [...lines, style.boxShadow, style.backgroundColor]).join(' / ');
  };
  const stylesWithoutFocus = new Map(controls.map((element) => [element, focusStylesOf(element)]));
  const visited = new Set<Element>();
  let last: Element | undefined;
  const unseen: string[] = [];
  window.visitor = {
    visit: () => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return false;
      // Date fields and players have several stops inside.
      if (activeElement === last && activeElement.matches('audio, input[type=date]')) return true;
      if (visited.has(activeElement)) return false;
      last = activeElement;
      visited.add(activeElement);
      const stylesBefore = stylesWithoutFocus.get(activeElement);
      // A listbox shows its focus at the chosen option, a player at its own controls.
      const shows = activeElement.matches('[role=listbox], audio');
      if (stylesBefore !== undefined && !shows && focusStylesOf(activeElement) === stylesBefore) {
        unseen.push(`${name(activeElement)} does not show that it has the keyboard`);
      }
      return true;
    },
    findings: () => {
      const names = new Set([...visited].filter(isRadio).map((radio) => radio.name));
      const missed = controls.filter((one) => !visited.has(one) && !(isRadio(one) && names.has(one.name)));
      return [...unseen, ...missed.map((element) => `${name(element)} cannot be reached`)];
    },
  };
}
