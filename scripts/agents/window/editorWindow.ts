import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { agentFiles } from '#core/agents/connect/agentFiles.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';
import { unwrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '#test/workbench/harness/workbench.ts';
import type { AskedWindow, ConnectedCommand, ServerToConnect, ShownRequest, WindowKind } from './askedWindow.ts';

/** Windows of the embedded editor with the packaged extension, in a browser. */
export const editorWindows: WindowKind = {
  title: 'the editor in a browser',
  open: (home, folder) => openEditorWindow(home, folder),
};

/** The variables that name other places of agents' files. The editor must not inherit them. */
const placeVariables = [
  'CLAUDE_CONFIG_DIR',
  'CLINE_DATA_DIR',
  'CLINE_DIR',
  'CLINE_MCP_SETTINGS_PATH',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'XDG_CONFIG_HOME',
];

/** Opens an editor for a user whose home directory is `home`. */
export async function openEditorWindow(
  home: string,
  folder: string,
  options: WorkbenchOptions = {},
): Promise<EditorWindow> {
  const places = Object.fromEntries(placeVariables.map((name) => [name, '']));
  const environment = { ...places, ...options.environment, HOME: home };
  const workbench = await openWorkbench({ ...options, environment, otherFolder: folder });
  // The page that a server wants to open does not exist.
  await workbench.page.context().route('**/page?place=*', (route) => route.fulfill({ body: 'A page' }));
  return new EditorWindow(home, workbench);
}

class EditorWindow implements AskedWindow {
  readonly workbench: Workbench;
  readonly #home: string;
  readonly #ui: ExtensionUi;
  /** What was connected, by its agent, its limit and its server. */
  readonly #connected = new Map<string, ConnectedCommand>();

  constructor(home: string, workbench: Workbench) {
    this.#home = home;
    this.workbench = workbench;
    this.#ui = new ExtensionUi(() => workbench);
  }

  /** Connects as a user does. A server that was connected with the same limit stays connected. */
  async connect(server: ServerToConnect): Promise<ConnectedCommand> {
    const key = JSON.stringify([server.agent.id, server.limitMs, server.keepsLimit, server.command]);
    const known = this.#connected.get(key);
    if (known) return known;
    await this.#connectByCommand(server);
    const connected = await this.#readConnected(server);
    this.#connected.set(key, connected);
    return connected;
  }

  async connectHook(agent: AgentAdapter): Promise<Readonly<Record<string, string>>> {
    await this.#chooseAgent(agent);
    await this.workbench.choose('All servers, by its hook');
    await this.#confirmChange(/Claude Code is connected/);
    const place = this.#placesOf(agent).find(({ holds }) => holds === 'hooks');
    const path = place?.path.slice(this.#home.length + 1) ?? '';
    return { [path]: await readFile(join(this.#home, path), 'utf8') };
  }

  async waitForRequest(request: ShownRequest): Promise<void> {
    await this.#message(request).or(this.#tab(request)).first().waitFor();
  }

  async answer(request: ShownRequest, value: string): Promise<void> {
    await this.#show(request);
    await this.#ui.field('Answer').fill(value);
    await this.#ui.answer('Submit');
  }

  async decline(request: ShownRequest): Promise<void> {
    await this.#show(request);
    await this.#ui.answer('Decline');
  }

  async consent(request: ShownRequest): Promise<void> {
    await this.#show(request);
    const opening = this.workbench.page.context().waitForEvent('page');
    await this.#ui.answer('Open in Browser');
    const page = await opening;
    await page.waitForLoadState();
    await page.close();
  }

  async waitForWithdrawal(request: ShownRequest): Promise<void> {
    await this.#message(request).waitFor({ state: 'detached' });
    await this.#tab(request).waitFor({ state: 'detached' });
  }

  async reload(): Promise<void> {
    await this.workbench.reloadByCommand();
  }

  async close(): Promise<void> {
    await this.workbench.dispose();
  }

  async explain(name: string): Promise<string> {
    return `The window: ${await this.workbench.screenshot(`failed-agent-${name}`)}`;
  }

  /** The request's text where it is asked: not in what is said about its call. */
  #message({ message }: ShownRequest): Locator {
    return this.#ui.panel.getByRole('heading', { name: message });
  }

  /** What shows the request while it waits behind another one. */
  #tab({ asker }: ShownRequest): Locator {
    return this.#ui.panel
      .getByRole('group', { name: 'Waiting for you' })
      .getByRole('button')
      .filter({ hasText: asker });
  }

  async #show(request: ShownRequest): Promise<void> {
    await this.waitForRequest(request);
    if (!(await this.#message(request).isVisible())) await this.#tab(request).click();
    await this.#message(request).waitFor();
  }

  async #connectByCommand({ agent, server, keepsLimit }: ServerToConnect): Promise<void> {
    const { quickInput } = this.workbench;
    const { limit } = agentFormats[agent.id];
    await this.#chooseAgent(agent);
    if (agent.hasHook) await this.workbench.choose('Chosen servers, by the proxy');
    await quickInput.getByPlaceholder('Choose the servers').waitFor();
    await this.workbench.choice(server).locator('.monaco-checkbox').check();
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await quickInput.getByPlaceholder('What else').waitFor();
    if (!limit?.progressExtends) {
      await this.workbench.choice('Wait up to').locator('.monaco-checkbox').setChecked(!keepsLimit);
    }
    await quickInput.getByRole('button', { name: 'OK' }).click();
    await this.#confirmChange(new RegExp(`is connected: ${server}\\. ${server} was tried: it offers \\d+ tool`));
  }

  async #chooseAgent({ id }: AgentAdapter): Promise<void> {
    await this.workbench.runCommand('MCP Elicitation: Connect an Agent...');
    await this.workbench.quickInput.getByPlaceholder('Whose questions').waitFor();
    await this.workbench.choose(new RegExp(`^${agentFormats[id].label}`));
  }

  /** Makes the change that is shown. `text`: what is said when it is made. */
  async #confirmChange(text: RegExp): Promise<void> {
    const question = this.workbench.notification('as shown?');
    await question.getByRole('link', { name: 'Change the File' }).click();
    await this.workbench.notification(text).waitFor();
    await this.workbench.runCommand('Notifications: Clear All Notifications');
    await this.workbench.notifications.first().waitFor({ state: 'detached' });
  }

  /** What the agent's file says now. */
  async #readConnected({ agent, server, keepsLimit }: ServerToConnect): Promise<ConnectedCommand> {
    for (const { path } of this.#placesOf(agent).filter(({ holds }) => holds === 'servers')) {
      const text = await readFile(path, 'utf8').catch(() => undefined);
      const launch = text && readServerLaunch(agentFormats[agent.id], text, { name: server }, {});
      const limitMs = launch ? unwrapCommand(launch)?.limitMs : undefined;
      if (!launch || limitMs === undefined) continue;
      // An agent whose limit is always extended shows only so what the proxy does at a limit.
      const args = launch.args.filter((argument) => !keepsLimit || argument !== '--progress-extends');
      return { command: [launch.command, ...args], limitMs };
    }
    throw new Error(`The configuration of ${agent.title} has no connected server ${server}.`);
  }

  #placesOf({ id }: AgentAdapter) {
    const { platform } = process;
    return agentFiles({ userHome: this.#home, platform, variables: {}, folders: [] }).filter(
      ({ agent }) => agent === id,
    );
  }
}
