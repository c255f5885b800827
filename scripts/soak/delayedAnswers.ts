import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { extensionId } from '#test/extensionId.ts';

const requestCount = 4;

/** Acts as the user: waits for the first request, then for `ms` milliseconds, and answers all requests. */
export async function answerLater(page: Page, ms: number): Promise<void> {
  const selector = `iframe.webview.ready[src*="extensionId=${extensionId}"]`;
  const panel = page.frameLocator(selector).frameLocator('#active-frame');
  const word = panel.getByLabel('Word', { exact: true });
  await word.waitFor({ timeout: 120_000 });
  await wait(ms);
  for (let answered = 0; answered < requestCount; answered += 1) {
    const heading = panel.getByRole('heading', { name: / asks$/ });
    const headingText = await heading.innerText();
    await word.fill('here');
    await panel
      .locator('button.push:not([aria-disabled="true"])')
      .filter({ hasText: /^\s*Submit\s*$/ })
      .click();
    console.log(`Answered: ${headingText}`);
    // The next request, or after the last one another screen, replaces the request.
    await heading.filter({ hasText: headingText }).waitFor({ state: 'detached' });
  }
}
