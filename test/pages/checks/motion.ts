import type { Page } from 'playwright-core';

/** Everything that moves by itself, or would while it changes. */
export async function motionFindings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
      const moves = animationName !== 'none' || scrollBehavior === 'smooth';
      const changes = transitionDuration.split(', ').some((duration) => duration !== '0s');
      return moves || changes
        ? [`${element.localName}.${element.className}: ${animationName} ${transitionDuration}`]
        : [];
    });
  });
}
