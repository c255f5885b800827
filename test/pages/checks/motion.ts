import type { Page } from 'playwright-core';

/** Elements with an animation or a transition. */
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
