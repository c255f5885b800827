import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const questions = 4;

/** What the user does: sees the first request, stays away for a long time, and then answers all requests. */
export async function answerLater(page: Page, ms: number): Promise<void> {
  const ours = 'iframe.webview.ready[src*="extensionId=mcp-elicitation.mcp-elicitation-host"]';
  const panel = page.frameLocator(ours).frameLocator('#active-frame');
  const word = panel.getByLabel('Word', { exact: true });
  await word.waitFor({ timeout: 120_000 });
  await wait(ms);
  for (let answered = 0; answered < questions; answered += 1) {
    const asks = panel.getByRole('heading', { name: / asks$/ });
    const who = await asks.innerText();
    await word.fill('here');
    await panel
      .locator('button.push:not([aria-disabled="true"])')
      .filter({ hasText: /^\s*Submit\s*$/ })
      .click();
    console.log(`Answered: ${who}`);
    // The next question, or the end of all, takes its place.
    await asks.filter({ hasText: who }).waitFor({ state: 'detached' });
  }
}
