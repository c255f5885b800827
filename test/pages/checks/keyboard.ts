import type { Page } from 'playwright-core';

/** More than any state has, so that a keyboard that is trapped ends the test. */
const mostStops = 150;

/**
 * Goes through the whole page with Tab. Returns what cannot be reached, and what does not show that it has the keyboard.
 */
export async function keyboardFindings(page: Page): Promise<string[]> {
  await page.evaluate(prepare);
  for (let stop = 0; stop < mostStops; stop += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(() => window.visitor.visit()))) {
      return page.evaluate(() => window.visitor.findings());
    }
  }
  return [`after ${mostStops} stops the keyboard is still on its way`];
}

interface Visitor {
  /** Takes note of what has the keyboard. False when the keyboard has left the page, or begins anew. */
  visit(): boolean;
  findings(): string[];
}

declare global {
  interface Window {
    visitor: Visitor;
  }
}

/** Runs in the page. */
function prepare(): void {
  // Tab goes on from where the keyboard is: here, at the beginning of the page.
  const beginning = document.createElement('span');
  beginning.tabIndex = -1;
  document.body.prepend(beginning);
  beginning.focus();
  beginning.remove();
  const interactive = 'a[href], button, input, select, textarea, summary, audio, [tabindex]:not([tabindex^="-"])';
  const forced = matchMedia('(forced-colors: active)').matches;
  const name = (element: Element) =>
    `${element.localName}${element.id && `#${element.id}`} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  /** Of a group of radio buttons one has a place in the order. */
  const isRadio = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && element.type === 'radio';
  const wanted = [...document.querySelectorAll(interactive)].filter((element) => element.checkVisibility());
  /** What a focus ring can be made of. */
  const look = (element: Element): string => {
    const style = getComputedStyle(element);
    const outline = style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`;
    const border = style.borderWidth === '0px' ? '' : `${style.borderWidth} ${style.borderColor}`;
    const lines = [outline, border];
    // In forced colors shadows are not drawn and backgrounds are all alike.
    return (forced ? lines : [...lines, style.boxShadow, style.backgroundColor]).join(' / ');
  };
  const before = new Map(wanted.map((element) => [element, look(element)]));
  const visited = new Set<Element>();
  let last: Element | undefined;
  const unseen: string[] = [];
  window.visitor = {
    visit: () => {
      const { activeElement } = document;
      if (!activeElement || activeElement === document.body) return false;
      // A date field and a player have stops of their own within.
      if (activeElement === last && activeElement.matches('audio, input[type=date]')) return true;
      if (visited.has(activeElement)) return false;
      last = activeElement;
      visited.add(activeElement);
      const looked = before.get(activeElement);
      // A list box shows it at its chosen option, a player at its own controls.
      const shows = activeElement.matches('[role=listbox], audio');
      if (looked !== undefined && !shows && look(activeElement) === looked) {
        unseen.push(`${name(activeElement)} does not show that it has the keyboard`);
      }
      return true;
    },
    findings: () => {
      const names = new Set([...visited].filter(isRadio).map((radio) => radio.name));
      const missed = wanted.filter((one) => !visited.has(one) && !(isRadio(one) && names.has(one.name)));
      return [...unseen, ...missed.map((element) => `${name(element)} cannot be reached`)];
    },
  };
}
