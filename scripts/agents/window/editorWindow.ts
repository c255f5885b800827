import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { waitUntil } from '#scripts/agents/run/waitUntil.ts';
import { writeFiles } from '#scripts/agents/run/writeFiles.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { openWorkbench, type Workbench } from '#test/workbench/harness/workbench.ts';
import { type AskedWindow, type ConnectedEntry, proxyRunArguments, type WindowKind } from './askedWindow.ts';

/** Windows of the embedded editor with the packaged extension, in a browser. */
export const editorWindows: WindowKind = {
  title: 'the editor in a browser',
  open: (home, folder) => EditorWindow.open(home, folder),
  hook: (client, home) => [join(homeFolder(home).bin, 'proxy'), 'hook', '--client', client],
};

class EditorWindow implements AskedWindow {
  readonly #home: string;
  readonly #workbench: Workbench;
  readonly #ui: ExtensionUi;
  /** The texts of configurations that were connected. */
  readonly #connected = new Set<string>();

  private constructor(home: string, workbench: Workbench) {
    this.#home = home;
    this.#workbench = workbench;
    this.#ui = new ExtensionUi(() => workbench);
  }

  static async open(home: string, folder: string): Promise<EditorWindow> {
    const { HOME: ownHome } = process.env;
    // The extension host and the agents share the home directory.
    process.env['HOME'] = home;
    try {
      const settings = { 'mcpElicitation.agents.enabled': true };
      return new EditorWindow(home, await openWorkbench({ settings, virtualFolder: folder }));
    } finally {
      process.env['HOME'] = ownHome;
    }
  }

  /** Connects as a user does, which writes the agent's key. A server that was connected with the same limit stays connected. */
  async connect(entry: ConnectedEntry): Promise<readonly string[]> {
    const key = JSON.stringify([entry.agent.id, entry.files]);
    if (!this.#connected.has(key)) {
      await writeFiles(this.#home, entry.files);
      await this.#connectByCommand(entry);
      this.#connected.add(key);
    }
    return [join(homeFolder(this.#home).bin, 'proxy'), ...proxyRunArguments(entry)];
  }

  async waitForRequest(text: string): Promise<void> {
    const message = this.#ui.panel.getByText(text).first();
    await message.waitFor();
  }

  async answer(text: string, value: string): Promise<void> {
    await this.#select(text);
    await this.#ui.field('Answer').fill(value);
    await this.#ui.answer('Submit');
  }

  async decline(text: string): Promise<void> {
    await this.#select(text);
    await this.#ui.answer('Decline');
  }

  async consent(text: string): Promise<void> {
    await this.#select(text);
    await this.#ui.answer('Open in Browser');
  }

  async waitForWithdrawal(text: string): Promise<void> {
    await this.#ui.enabledButton('Submit').or(this.#ui.enabledButton('Review')).waitFor({ state: 'hidden' });
    await this.#ui.panel.getByRole('textbox', { name: text }).waitFor({ state: 'hidden' });
  }

  async reload(): Promise<void> {
    await this.#workbench.reloadByCommand();
  }

  async close(): Promise<void> {
    await this.#workbench.dispose();
  }

  /** Shows a request that waits behind another one. */
  async #select(text: string): Promise<void> {
    const shown = this.#ui.panel.getByRole('region').filter({ hasText: text });
    if (!(await shown.isVisible())) await this.#ui.panel.getByRole('button').filter({ hasText: text }).first().click();
    await shown.waitFor();
  }

  async #connectByCommand({ agent, server, files }: ConnectedEntry): Promise<void> {
    const workbench = this.#workbench;
    await workbench.runCommand('MCP Elicitation: Connect an Agent...');
    await workbench.choose(agent.title);
    await workbench.choose(server);
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.page.getByRole('button', { name: 'Connect', exact: true }).click();
    await waitUntil(`the proxy stands in the configuration of ${agent.title}`, async () => {
      const texts = await Promise.all(Object.keys(files).map((path) => readFile(join(this.#home, path), 'utf8')));
      return texts.some((text) => text.includes('.mcp-elicitation')) && readClientKey(homeFolder(this.#home), agent.id);
    });
  }
}
