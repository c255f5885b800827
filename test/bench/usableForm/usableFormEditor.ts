import type { Locator } from 'playwright-core';
import { freePort } from '#scripts/lib/webServer.ts';
import { type DrivenEditor, openDrivenEditor } from '#test/bench/lib/drivenEditor.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import { FormEditor, msUntil } from './formEditor.ts';
import type { FieldSource } from './nextField.ts';

/** The name of the server in the extension's settings. */
const serverName = 'usable-form';

/** The HTTP ports of the server in the extension's host (`ours`) and in the editor's own MCP host (`builtIn`). */
interface Ports {
  readonly ours: number;
  readonly builtIn: number;
}

/** A real editor with the packaged extension, the floor beside it, and a driver in its extension host. */
export class UsableFormEditor extends FormEditor {
  readonly #ports: Ports;

  private constructor(editor: DrivenEditor, ports: Ports) {
    super(editor);
    this.#ports = ports;
  }

  static async open(): Promise<UsableFormEditor> {
    const ports = { ours: await freePort(), builtIn: await freePort() };
    const entry = (port: number) => ({
      command: process.execPath,
      args: [fromRoot('test/bench/usableForm/formServer.ts'), String(port)],
    });
    const opened = await openDrivenEditor({
      settings: {
        'chat.disableAIFeatures': false,
        'mcpElicitation.servers': { [serverName]: entry(ports.ours) },
        'mcpElicitation.rateLimit.requestsPerMinute': 10_000,
        'mcpElicitation.rateLimit.maxPending': 50,
      },
      files: {
        '.vscode/mcp.json': JSON.stringify({ servers: { builtIn: { type: 'stdio', ...entry(ports.builtIn) } } }),
      },
    });
    return new UsableFormEditor(opened, ports);
  }

  /** Starts the server in both hosts. */
  async startServers(): Promise<void> {
    await this.driver.command('mcpElicitation.startServer', serverName);
    await this.driver.command('workbench.mcp.startServer', '*', { autoTrustChanges: true });
    for (const port of [this.#ports.ours, this.#ports.builtIn]) {
      await eventually('the servers are connected', () =>
        fetch(`http://127.0.0.1:${port}/0`).then(Boolean, () => false),
      );
    }
  }

  /**
   * Lets a server send a request outside of a call.
   * @returns the milliseconds from sending the request until the first field was painted and usable
   */
  async timeRequest(by: 'ours' | 'builtIn', fields = 1): Promise<number> {
    await this.idle();
    const { painted } = await this.watch(by === 'ours' ? 'webview' : 'quickInput');
    const response = await fetch(`http://127.0.0.1:${this.#ports[by]}/${fields}`);
    const startedAt = Number(await response.text());
    return msUntil(startedAt, await painted);
  }

  /**
   * Runs the tool without arguments as a user does, from the list of tools, while no panel is open.
   * @returns the milliseconds from the key press that runs the tool until the first field was painted and usable
   */
  async timeRunFromList(): Promise<number> {
    await this.workbench.runCommand('MCP Elicitation: Run Tool...');
    await this.workbench.choose(serverName);
    const { quickInput } = this.workbench;
    await quickInput.locator('.monaco-list-row', { hasText: 'ask' }).first().waitFor();
    await quickInput.locator('input').first().fill('ask');
    await this.idle();
    return this.#timeFrom('webview', this.workbench.page.locator('body'), 'keydown', () =>
      this.workbench.page.keyboard.press('Enter'),
    );
  }

  /**
   * Runs the tool with an argument in the panel, where it is filled in.
   * @returns the milliseconds from the click on Run until the first field was painted and usable
   */
  async timeRunInPanel(): Promise<number> {
    const { host } = this;
    await host.runTool(serverName, 'ask_for');
    await host.field('reason').fill('measured');
    await host.enabledButton('Run').waitFor();
    await this.idle();
    return this.#timeFrom('webview', host.panel.locator('body'), 'click', () => host.button('Run').click());
  }

  /** The same call by the editor's own MCP host, from the click that confirms it. */
  async timeBuiltInCall(): Promise<number> {
    // The editor lists the tools of a server some time after it has started the server.
    await eventually('the editor calls the tool', () =>
      this.driver.act('invokeTool', 'ask_for', { reason: 'measured' }).then(
        () => true,
        () => false,
      ),
    );
    const { page } = this.workbench;
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true });
    await confirm.waitFor();
    await this.idle();
    return this.#timeFrom('quickInput', page.locator('body'), 'click', () => confirm.click());
  }

  /** The milliseconds from the event that `act` causes in the document of `body` until a new field was painted and usable. */
  async #timeFrom(
    place: FieldSource,
    body: Locator,
    event: 'click' | 'keydown',
    act: () => Promise<void>,
  ): Promise<number> {
    const { painted } = await this.watch(place);
    const happened = await body.evaluateHandle(
      ({ ownerDocument }, type) => ({
        at: new Promise<number>((resolve) => {
          ownerDocument.addEventListener(type, () => resolve(Date.now()), { capture: true, once: true });
        }),
      }),
      event,
    );
    await act();
    return msUntil(await happened.evaluate(({ at }) => at), await painted);
  }

  /** The floor: the milliseconds from opening its panel until its field was painted. */
  timeReference(): Promise<number> {
    return this.#timeReferenceAct('referenceOpen');
  }

  /** The floor for an open panel: the milliseconds from the message to show its field until the field was painted. */
  async timeOpenReference(): Promise<number> {
    await this.driver.act('referenceOpenEmpty');
    return this.#timeReferenceAct('referenceShow');
  }

  async #timeReferenceAct(act: 'referenceOpen' | 'referenceShow'): Promise<number> {
    await this.idle();
    const { painted } = await this.watch('webview');
    const startedAt = await this.driver.act<number>(act);
    return msUntil(startedAt, await painted);
  }
}
