import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { freePort } from '#scripts/lib/webServer.ts';
import { benchExtension, ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import type { Workbench, WorkbenchOptions } from '#test/workbench/harness/workbench.ts';

interface Outcome {
  readonly text?: string;
  readonly error?: string;
}

/** An editor whose own agent uses the server `tickets` of this host, and another extension in it that calls the agent's tools. */
export class EditorWithLentServer {
  /** A value that only the server gets: from the editor's environment, so that it is in no file. */
  readonly secret = `s3cret-of-${process.pid}`;
  readonly driver: ExtensionHostDriver;
  readonly #home: string;
  readonly #vsix: string;

  private constructor(home: string, vsix: string, driver: ExtensionHostDriver) {
    this.#home = home;
    this.#vsix = vsix;
    this.driver = driver;
  }

  static async create(): Promise<EditorWithLentServer> {
    const port = await freePort();
    const home = await mkdtemp(join(tmpdir(), 'home-'));
    const { vsix } = await benchExtension(port);
    return new EditorWithLentServer(home, vsix, new ExtensionHostDriver(port));
  }

  options(): WorkbenchOptions {
    return {
      environment: { HOME: this.#home, TICKETS_TOKEN: this.secret },
      extensions: [this.#vsix],
      settings: {
        'chat.disableAIFeatures': false,
        'mcpElicitation.servers': { tickets: this.entry(), docs: entryOf('handmade.ts', {}) },
      },
    };
  }

  /** The entry of `tickets`, with more variables for the server. */
  entry(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, unknown>> {
    return entryOf('elicitingTools.ts', { HEARD_FILE: this.#replies, TOKEN: `\${env:TICKETS_TOKEN}`, ...more });
  }

  /** The replies that the server has received. */
  async replies(): Promise<string> {
    return readFile(this.#replies, 'utf8').catch(() => '');
  }

  /** Lets the editor's own agent use `tickets`, as a user does. */
  async connect(workbench: Workbench): Promise<void> {
    await workbench.runCommand('MCP Elicitation: Connect an Agent...');
    await workbench.choose(/^Agent Mode of /);
    await workbench.choice('tickets').locator('.monaco-checkbox').check();
    await workbench.quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench.choose('Let It Use These Servers');
    await workbench.notification(/Agent Mode of .* is connected: tickets\./).waitFor();
    await this.driver.ready();
    await this.driver.command('notifications.clearAll');
  }

  /** The names of the tools of MCP servers that the editor's own agent has. */
  async tools(): Promise<readonly string[]> {
    const names = await this.driver.act<readonly string[]>('toolNames');
    return names.filter((name) => name.startsWith('mcp_'));
  }

  /** Starts the servers of the editor's own MCP host, and waits for their tools. Fails if the editor asks the user something. */
  async start({ dialog }: Workbench): Promise<void> {
    await this.driver.ready();
    await eventually('the tools of the server', async () => {
      await this.driver.command('workbench.mcp.startServer', '*');
      if (await dialog.isVisible()) throw new Error(`The editor asks: ${await dialog.innerText()}`);
      return (await this.tools()).some((name) => name.endsWith('_ask'));
    });
  }

  /** Begins a call by the editor's own MCP host, which has the user confirm it first. @returns how it ends: a text */
  async call({ page }: Workbench, tool: string): Promise<() => Promise<string>> {
    const number = await this.driver.act<number>('beginCall', tool, {});
    await page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
    return async () => {
      const { text, error } = await eventually('the end of the call', () =>
        this.driver.act<Outcome | undefined>('outcome', number),
      );
      return text ?? `error: ${error}`;
    };
  }

  /** The keys of agents. */
  async keys(): Promise<readonly string[]> {
    const { keys } = homeFolder(this.#home);
    const names = await readdir(keys).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(keys, name), 'utf8')));
    return texts.map((text) => text.trim());
  }

  async remove(): Promise<void> {
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
    await rm(dirname(this.#vsix), { recursive: true, force: true });
  }

  get #replies(): string {
    return join(this.#home, 'replies');
  }
}

function entryOf(script: string, env: Readonly<Record<string, string>>) {
  return { command: process.execPath, args: [fromRoot(`test/servers/${script}`)], env };
}
