import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { ToExtension } from '#bridge/messages.ts';
import type { WebviewPage } from './webviewPage.ts';

/** The messages that the page posts without an action of the user, or while the user types. */
const automatic: ReadonlySet<ToExtension['type']> = new Set([
  'ready',
  'drawn',
  'edit',
  'editJson',
  'complete',
  'suggestJson',
]);

/** The types of the messages by which the page has told the extension to do something, oldest first. */
export async function postedActions(page: WebviewPage<'panel'>): Promise<string[]> {
  return (await page.posted()).map(({ type }) => type).filter((type) => !automatic.has(type));
}

/**
 * Presses three times, fast, at the place where the control stands now, whatever is there at the second and third press. Runs
 * `afterFirst` after the first press.
 */
export async function tripleClickAt(
  page: WebviewPage<'panel'>,
  control: Locator,
  afterFirst: () => Promise<void> = async () => undefined,
): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  assert.ok(box, 'the control is not in sight');
  const { mouse } = page.page;
  await page.stopClock();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (const clickCount of [1, 2, 3]) {
    await mouse.down({ clickCount });
    await mouse.up({ clickCount });
    // What a press changes is drawn before the next one.
    await page.advanceTime(20);
    if (clickCount === 1) {
      await afterFirst();
    }
  }
  await page.resumeClock();
}
