import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import type { ExtensionUi } from './extensionUi.ts';
import type { Workbench } from './workbench.ts';

/** More stops than any panel of the tests has. */
const maxStops = 60;

/** A user who works in the panel with nothing but a keyboard. The panel must have the focus. */
export class PanelKeyboard {
  readonly #workbench: () => Workbench;
  readonly #host: ExtensionUi;

  constructor(workbench: () => Workbench, host: ExtensionUi) {
    this.#workbench = workbench;
    this.#host = host;
  }

  async type(text: string): Promise<void> {
    await this.#workbench().page.keyboard.type(text);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#workbench().page.keyboard.press(key);
    }
  }

  /** Waits until this element has the focus. */
  async waitForFocus(element: Locator): Promise<void> {
    await element.and(this.#host.panel.locator(':focus')).waitFor();
  }

  /** Presses Tab, or Shift+Tab if it stands above the focus, until this element has the focus. */
  async tabTo(element: Locator): Promise<void> {
    const body = this.#host.panel.locator('body');
    await eventually('the panel has the focus', () => body.evaluate(() => document.hasFocus()));
    const isAbove = await element.evaluate((target) =>
      Boolean(target.compareDocumentPosition(document.activeElement ?? target) & Node.DOCUMENT_POSITION_FOLLOWING),
    );
    await this.#pressUntilFocused(isAbove ? 'Shift+Tab' : 'Tab', element);
  }

  /** Opens the menu of this button, and chooses an entry of it. */
  async chooseFromMenu(button: Locator, entry: Locator): Promise<void> {
    await this.tabTo(button);
    await this.press('Enter');
    await entry.waitFor();
    await this.#pressUntilFocused('ArrowDown', entry);
    await this.press('Enter');
  }

  /** Opens the suggestions of a box with Ctrl+Space, and takes the one with this label. */
  async takeSuggestion(label: string): Promise<void> {
    const list = this.#host.panel.getByRole('listbox', { name: 'Suggestions' });
    // Those that came while the user typed are closed first: a list that comes later would not keep the chosen suggestion.
    await list.waitFor();
    await this.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await this.press('Control+Space');
    await list.waitFor();
    const chosen = list.getByRole('option', { selected: true });
    const count = await list.getByRole('option').count();
    for (let at = 0; at < count; at += 1) {
      await this.press('ArrowDown');
      await chosen.waitFor();
      if ((await chosen.locator('.suggestion-label').textContent()) === label) {
        await this.press('Enter');
        return list.waitFor({ state: 'hidden' });
      }
    }
    assert.fail(`There is no suggestion ${label}.`);
  }

  async #pressUntilFocused(key: string, element: Locator): Promise<void> {
    for (let stop = 0; stop < maxStops; stop += 1) {
      if ((await element.and(this.#host.panel.locator(':focus')).count()) > 0) return;
      await this.press(key);
    }
    assert.fail(`${key} does not reach ${element}.`);
  }
}
