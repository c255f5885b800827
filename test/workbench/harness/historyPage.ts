import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** The history page: what a user sees and does there. It has to be visible. */
export class HistoryPage {
  readonly #workbench: () => Workbench;

  /** @param workbench Returns the current one at each action. */
  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  /** The history's document; of the extension's tabs it is the one in sight. */
  get document(): FrameLocator {
    const ours = 'iframe.webview.ready[src*="extensionId=mcp-elicitation.mcp-elicitation-host"]:visible';
    return this.#workbench().page.frameLocator(ours).frameLocator('#active-frame');
  }

  /** What is listed, newest first. */
  get entries(): Locator {
    return this.document.locator('.entry');
  }

  async show(): Promise<void> {
    await this.#workbench().runCommand('MCP Elicitation: Show History');
    await this.document.getByRole('heading', { name: 'History', exact: true }).waitFor();
  }

  /** Verifies the record, and waits for this result. */
  async verify(said: string | RegExp): Promise<void> {
    await this.document.getByRole('button', { name: 'Verify' }).click();
    await this.document.getByText(said).first().waitFor();
  }
}
