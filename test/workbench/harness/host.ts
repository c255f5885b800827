import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** What a person sees and does in the extension itself: its view and its panel. */
export class Host {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  get panel(): FrameLocator {
    return this.#workbench.panel();
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

  /** Clicks one of a question's buttons as soon as it takes input: a question that just appeared ignores it at first. */
  async answer(
    name: 'Submit' | 'Decline' | 'Cancel' | 'Open in Browser' | 'Copy URL' | 'I opened it' | "I'm done: continue",
  ): Promise<void> {
    await this.listening(name).click();
  }

  /** Waits until the question that is shown takes input. */
  async ready(): Promise<void> {
    await this.listening('Submit').waitFor();
  }

  /** Runs a tool through the command palette. */
  async runTool(server: string, tool: string): Promise<void> {
    await this.pickAndRun('Run Tool...', server, tool);
  }

  /** Runs one of the commands for a tool, a prompt or a resource through the command palette. */
  async pickAndRun(command: string, server: string, target: string): Promise<void> {
    await this.#workbench.runCommand(`MCP Elicitation: ${command}`);
    await this.#pick('Pick a server', server);
    await this.#pick('Pick one', target);
  }

  /** A line of the servers' view. */
  item(text: string | RegExp): Locator {
    return this.#workbench.page.locator('.sidebar').getByRole('treeitem', { name: text });
  }

  /** Chooses from the menu of a line of the servers' view. */
  async chooseFromMenu(line: RegExp, entry: string): Promise<void> {
    await this.item(line).click({ button: 'right' });
    const choice = this.#workbench.page.getByRole('menuitem', { name: entry });
    await this.#workbench.clickUntilGone(choice);
  }

  /** Brings the servers' view into sight. */
  async showView(): Promise<void> {
    const tab = this.#workbench.page.locator('.activitybar').getByRole('tab', { name: /^MCP Elicitation/ });
    // A click on the open view's tab would close it.
    if ((await tab.getAttribute('aria-expanded')) !== 'true') {
      await tab.click();
    }
  }

  /** The button with this name, once it takes input. */
  listening(name: string): Locator {
    const buttons = this.panel.locator('vscode-button:not([aria-disabled="true"])');
    return buttons.filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) });
  }

  /** Picks from the list whose box says `hint`; long lists draw only what is in sight, so the box narrows it first. */
  async #pick(hint: string, text: string): Promise<void> {
    await this.#workbench.quickInput.getByPlaceholder(hint).fill(text);
    await this.#workbench.choose(text);
  }
}
