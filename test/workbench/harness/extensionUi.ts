import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** The extension's view and panel: what a user sees and does there. */
export class ExtensionUi {
  readonly #workbench: () => Workbench;

  /** @param workbench Returns the current one at each action. */
  constructor(workbench: () => Workbench) {
    this.#workbench = workbench;
  }

  get panel(): FrameLocator {
    return this.#workbench().panel();
  }

  /** The region in which this server asks. */
  asks(server: string): Locator {
    return this.panel.getByRole('region', { name: `${server} asks` });
  }

  field(label: string): Locator {
    return this.panel.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /**
   * Clicks a button of a request as soon as it takes input: a request ignores input when it has just appeared. Goes through
   * the review where there is one.
   */
  async answer(
    name: 'Submit' | 'Decline' | 'Cancel' | 'Open in Browser' | 'Copy URL' | 'I opened it' | "I'm done: continue",
  ): Promise<void> {
    if (name === 'Submit') {
      await this.ready();
      if (await this.button('Review').isVisible()) {
        await this.review();
      }
    }
    await this.enabledButton(name).click();
  }

  /** Waits until the shown request takes input. */
  async ready(): Promise<void> {
    await this.enabledButton('Review').or(this.enabledButton('Submit')).waitFor();
  }

  /** Goes on to the review, once there is one. */
  async review(): Promise<void> {
    await this.enabledButton('Review').click();
    await this.inReview();
  }

  /** Waits until the review is shown. */
  async inReview(): Promise<void> {
    await this.panel.getByRole('heading', { name: /^Review your answers to / }).waitFor();
  }

  /** Starts the demo; its first request then waits. */
  async tryDemo(): Promise<void> {
    await this.showView();
    await this.#workbench().page.getByRole('button', { name: 'Try the Demo' }).click();
    await this.#workbench().choose('Change a delivery address');
  }

  /** Starts the demo and cancels what it asks first: both its servers are there, and nothing waits. */
  async startDemo(): Promise<void> {
    await this.tryDemo();
    await this.answer('Cancel');
    await this.panel.getByText('there was nothing to change').waitFor();
  }

  /**
   * Everything the panel says and offers, in the words of a screen reader, but for what no two calls share: this
   * server's configured name, ports, tokens, how long a call takes, and the results of other calls. Taken once everything
   * takes input.
   */
  async everything(server: string): Promise<string> {
    const disabled = this.#workbench().page.locator('[aria-disabled="true"], :disabled');
    const seen = await this.panel.locator('body').filter({ hasNot: disabled }).ariaSnapshot();
    return seen
      .replace(/^ *- heading "Other results"[\s\S]*?(?=^ *- button "Clear Results")/m, '')
      .replaceAll(server, 'NAME')
      .replaceAll(/:\d{4,5}\b/g, ':PORT')
      .replaceAll(/[\w-]{43}/g, 'TOKEN')
      .replaceAll(/Running for .*/g, 'Running for TIME');
  }

  /** Runs a tool through the command palette. */
  async runTool(server: string, tool: string): Promise<void> {
    await this.pickAndRun('Run Tool...', server, tool);
  }

  /** Runs one of the commands for a tool, a prompt or a resource through the command palette. */
  async pickAndRun(command: string, server: string, target: string): Promise<void> {
    await this.#workbench().runCommand(`MCP Elicitation: ${command}`);
    await this.#pick('Pick a server', server);
    await this.#pick('Pick one', target);
  }

  /** A line of the servers' view. */
  item(text: string | RegExp): Locator {
    return this.#workbench().page.locator('.sidebar').getByRole('treeitem', { name: text });
  }

  /** Chooses from the menu of a line of the servers' view. */
  async chooseFromMenu(line: RegExp, entry: string): Promise<void> {
    await this.item(line).click({ button: 'right' });
    const choice = this.#workbench().page.getByRole('menuitem', { name: entry });
    await this.#workbench().clickUntilGone(choice);
  }

  /** Shows the servers' view. */
  async showView(): Promise<void> {
    const { page } = this.#workbench();
    const tab = page.locator('.activitybar').getByRole('tab', { name: /^MCP Elicitation/ });
    const view = page.locator('[id="workbench.view.extension.mcpElicitation"]');
    const deadline = Date.now() + 60_000;
    for (;;) {
      // A click on the open view's tab would close it. So does one that the editor, which opens the view again after the
      // window was loaded anew, has overtaken: then it takes another.
      if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
      try {
        return await view.waitFor({ timeout: 3000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /** The button with this name, once it takes input. */
  enabledButton(name: string): Locator {
    const buttons = this.panel.locator('button.push:visible:not([aria-disabled="true"])');
    return buttons.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
  }

  /** Picks from the list whose box says `hint`; long lists draw only what is in sight, so the box narrows it first. */
  async #pick(hint: string, text: string): Promise<void> {
    await this.#workbench().quickInput.getByPlaceholder(hint).fill(text);
    await this.#workbench().choose(text);
  }
}
