import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** What a person sees and does in the history, which is in sight. */
export class HistoryPage {
  readonly #workbench: () => Workbench;

  /** @param workbench the one that is meant each time something is done */
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

  /** Has the record verified, and waits until this is said of it. */
  async verify(said: string | RegExp): Promise<void> {
    await this.document.getByRole('button', { name: 'Verify' }).click();
    await this.document.getByText(said).first().waitFor();
  }
}
