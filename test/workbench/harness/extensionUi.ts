import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

const takesClicks = ':not([data-replaced] *, [data-quiet], [data-quiet] *, [data-acted])';

/** The actions of a user in the extension's view and panel, and the elements that a user sees there. */
export class ExtensionUi {
  readonly #workbench: () => Workbench;

  /** @param workbench Returns the current workbench; called for each action. */
  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  get panel(): FrameLocator {
    return this.#workbench().panel();
  }

  /** The region with the request of this server. */
  requestRegion(server: string): Locator {
    return this.panel.getByRole('region', { name: `${server} asks` });
  }

  field(label: string): Locator {
    return this.panel.getByLabel(label, { exact: true });
  }

  /** The field with this label, as soon as it takes clicks: one that has moved ignores them first. */
  clickableField(label: string): Locator {
    return this.field(label).and(this.panel.locator(takesClicks));
  }

  /** The button with this accessible name, as soon as it takes clicks: those of a screen that replaced another one and those that have moved, or appeared in a row or a card, ignore them first, as does a button that was just clicked. */
  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true }).and(this.panel.locator(takesClicks));
  }

  /**
   * Clicks a button of a request as soon as it accepts input: a request that has just appeared ignores input. If the form has
   * a review, Submit is clicked there.
   */
  async answer(
    name: 'Submit' | 'Decline' | 'Cancel' | 'Open in Browser' | 'Copy URL' | 'I opened it' | 'Continue',
  ): Promise<void> {
    if (name === 'Submit') {
      await this.waitUntilReady();
      if (await this.button('Review').isVisible()) {
        await this.openReview();
      }
    }
    await this.enabledButton(name).click();
  }

  /** Waits until the shown form accepts input. */
  async waitUntilReady(): Promise<void> {
    await this.enabledButton('Review').or(this.enabledButton('Submit')).waitFor();
  }

  /** Opens the review as soon as the form accepts input. */
  async openReview(): Promise<void> {
    await this.enabledButton('Review').click();
    await this.waitForReview();
  }

  /** Waits until the review is shown. */
  async waitForReview(): Promise<void> {
    await this.panel.getByRole('heading', { name: /^Review your answers to / }).waitFor();
  }

  /** Starts the demo. Its first request is then shown. */
  async tryDemo(): Promise<void> {
    await this.showView();
    await this.#workbench().page.getByRole('button', { name: 'Try the Demo' }).click();
    await this.#workbench().choose('Change a delivery address');
  }

  /** Starts the demo and cancels its first request. Both demo servers then run, and no request waits. */
  async startDemo(): Promise<void> {
    await this.tryDemo();
    await this.answer('Cancel');
    await this.panel.getByText('there was nothing to change').waitFor();
  }

  /**
   * Returns the accessibility tree of the panel, as soon as no control is disabled. Texts that differ between two calls are
   * replaced (the server's configured name, ports, tokens, the duration of a call) or removed (the results of other calls).
   */
  async panelSnapshot(server: string): Promise<string> {
    const disabled = this.#workbench().page.locator('[aria-disabled="true"], :disabled');
    const snapshot = await this.panel.locator('body').filter({ hasNot: disabled }).ariaSnapshot();
    return snapshot
      .replace(/^ *- heading "Other results"[\s\S]*?(?=^ *- button "Remove All")/m, '')
      .replaceAll(server, 'NAME')
      .replaceAll(/:\d{4,5}\b/g, ':PORT')
      .replaceAll(/[\w-]{43}/g, 'TOKEN')
      .replaceAll(/Running for .*/g, 'Running for TIME');
  }

  /** Runs a tool through the command palette. */
  async runTool(server: string, tool: string): Promise<void> {
    await this.pickAndRun('Run Tool...', server, tool);
  }

  /** Runs a command for a tool, a prompt or a resource through the command palette, and picks the server and the target. */
  async pickAndRun(command: string, server: string, target: string): Promise<void> {
    await this.#workbench().runCommand(`MCP Elicitation: ${command}`);
    // Version 0.1.0, from which a test updates, says "Pick".
    await this.#pick(/^(Choose|Pick) a server$/, server);
    await this.#pick(/^(Choose a (tool|prompt|resource)|Pick one.*)$/, target);
  }

  /** Chooses `label` in the menu of the panel's tab. */
  async chooseFromTabMenu(label: string): Promise<void> {
    const { page } = this.#workbench();
    const group = page.locator('.editor-group-container.active');
    await group.locator('.editor-actions').getByRole('button', { name: 'More Actions...' }).click();
    await this.#workbench().clickUntilGone(page.getByRole('menuitem', { name: label }));
  }

  /** The item of the servers view with this text. */
  serverItem(text: string | RegExp): Locator {
    return this.#workbench().page.locator('.sidebar').getByRole('treeitem', { name: text });
  }

  /** Chooses `label` in the context menu of an item of the servers view. */
  async chooseFromMenu(item: RegExp, label: string): Promise<void> {
    await this.serverItem(item).click({ button: 'right' });
    const choice = this.#workbench().page.getByRole('menuitem', { name: label });
    await this.#workbench().clickUntilGone(choice);
  }

  /** Shows the servers view. */
  async showView(): Promise<void> {
    const { page } = this.#workbench();
    const tab = page.locator('.activitybar').getByRole('tab', { name: /^MCP Elicitation/ });
    const view = page.locator('[id="workbench.view.extension.mcpElicitation"]');
    const deadline = Date.now() + 60_000;
    for (;;) {
      // A click on the tab of an open view closes the view. This happens also if the editor restores the view after a reload
      // just before the click; then the tab is clicked again.
      if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
      try {
        return await view.waitFor({ timeout: 3000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /** The button with this name, as soon as it accepts input. */
  enabledButton(name: string): Locator {
    const buttons = this.panel
      .locator(`button.push:visible:not([aria-disabled="true"])`)
      .and(this.panel.locator(takesClicks));
    return buttons.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
  }

  /** Picks from the list whose input has this placeholder. Filters the list first: a long list renders only its visible rows. */
  async #pick(placeholder: RegExp, text: string): Promise<void> {
    await this.#workbench().quickInput.getByPlaceholder(placeholder).fill(text);
    await this.#workbench().choose(text);
  }
}
