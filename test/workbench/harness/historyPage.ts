import type { FrameLocator, Locator } from 'playwright-core';
import { extensionId } from '#test/extensionId.ts';
import type { Workbench } from './workbench.ts';

/** The actions of a user on the history page, and the elements that a user sees there. The page has to be visible. */
export class HistoryPage {
  readonly #workbench: () => Workbench;

  /** @param workbench Returns the current workbench; called for each action. */
  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  /** The document of the extension's visible tab. */
  get document(): FrameLocator {
    const selector = `iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`;
    return this.#workbench().page.frameLocator(selector).frameLocator('#active-frame');
  }

  /** The listed entries, newest first. */
  get entries(): Locator {
    return this.document.locator('.entry');
  }

  async show(): Promise<void> {
    await this.#workbench().runCommand('MCP Elicitation: Show History');
    await this.document.getByRole('heading', { name: 'History', exact: true }).waitFor();
  }

  /** Verifies the record, and waits for this result. */
  async verify(result: string | RegExp): Promise<void> {
    await this.document.getByRole('button', { name: 'Verify' }).click();
    await this.document.getByText(result).first().waitFor();
  }
}
