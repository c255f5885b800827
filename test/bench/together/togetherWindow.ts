import { setTimeout as delay } from 'node:timers/promises';
import type { BenchAgent } from '#test/bench/agents/benchAgent.ts';
import { openDrivenEditor } from '#test/bench/lib/drivenEditor.ts';
import type { ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { hostView, ScaleEditor } from '#test/bench/scale/scaleEditor.ts';
import { FormEditor, msUntil } from '#test/bench/usableForm/formEditor.ts';
import { eventually } from '#test/eventually.ts';
import { findDescendants } from '#test/workbench/harness/childProcesses.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';
import { AgentsHome, serverScript } from './agentsHome.ts';

interface WindowOptions {
  readonly servers: number;
  readonly tools: number;
  readonly agents: number;
  /** Fills the folder of the record. */
  readonly fillRecord?: (recordFolder: string) => Promise<void>;
  /** Opens it in the browser of another window, which must be closed last. */
  readonly beside?: TogetherWindow;
}

const formMs = 60_000;

/** A window with servers as child processes, agents as processes that are connected to it, and a record. Its view of servers is open. */
export class TogetherWindow {
  readonly workbench: Workbench;
  readonly driver: ExtensionHostDriver;
  readonly home: AgentsHome;
  agents: readonly BenchAgent[] = [];
  readonly #scale: ScaleEditor;
  readonly #forms: FormEditor;
  #serverNames: readonly string[];
  #asked = 0;

  private constructor(scale: ScaleEditor, home: AgentsHome, serverNames: readonly string[]) {
    this.#scale = scale;
    this.#forms = new FormEditor(scale);
    this.workbench = scale.workbench;
    this.driver = scale.driver;
    this.home = home;
    this.#serverNames = serverNames;
  }

  /** Opens an editor. The servers begin to start with the window. */
  static async open({ servers, tools, agents, fillRecord, beside }: WindowOptions): Promise<TogetherWindow> {
    const home = await AgentsHome.create(agents);
    const entries = serverEntries(servers, tools);
    try {
      const editor = await openDrivenEditor({
        environment: { HOME: home.path },
        settings: {
          'mcpElicitation.servers': entries,
          'mcpElicitation.autoStart': 'onStartup',
          'mcpElicitation.agents.enabled': true,
          // One server asks more often here than a user could answer.
          'mcpElicitation.rateLimit.requestsPerMinute': 10_000,
        },
        ...(fillRecord && { fillRecord }),
        ...(beside && { beside: beside.workbench }),
      });
      return new TogetherWindow(new ScaleEditor(editor), home, Object.keys(entries));
    } catch (error) {
      await home.remove();
      throw error;
    }
  }

  get recordFolder(): string {
    return this.workbench.editor.recordFolder;
  }

  /** The process id of the extension host. */
  async extensionHost(): Promise<number> {
    const [host] = await this.workbench.editor.extensionHosts();
    if (host === undefined) throw new Error('There is no extension host.');
    return host;
  }

  /** The milliseconds from the start of the extension host until all servers run, which start with the window. */
  async msUntilServersRun(): Promise<number> {
    const ended = await this.#startServers();
    return ended - (await this.driver.act<number>('startedAt'));
  }

  /** Ends the agents, restarts the editor, and opens the window again. `meanwhile` runs while the editor is stopped. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.endAgents();
    await this.workbench.restart(meanwhile);
    await this.driver.ready();
  }

  async showView(): Promise<void> {
    await this.driver.command(hostView);
  }

  /** Replaces the servers in the settings. None of them runs then. */
  async configure(servers: number, tools: number): Promise<void> {
    const entries = serverEntries(servers, tools);
    this.#serverNames = Object.keys(entries);
    await this.driver.configure(entries);
    const last = this.#serverNames.at(-1);
    if (last !== undefined) {
      await eventually('the window has read the settings', () =>
        this.driver.command('mcpElicitation.stopServer', last).then(Boolean, () => false),
      );
    }
    await this.#untilServersEnded();
  }

  /** The milliseconds until all servers run that were started at the same time. */
  async timeStartOfServers(): Promise<number> {
    const began = Date.now();
    return (await this.#startServers()) - began;
  }

  /** Ends all agents, and starts others. @returns the milliseconds until the servers of all of them may ask in the window */
  async restartAgents(count: number): Promise<number> {
    await this.endAgents();
    await this.home.isReady(await this.extensionHost());
    const began = performance.now();
    const starting = Array.from({ length: count }, (_, index) =>
      this.home.startAgent(index, this.workbench.editor.folder),
    );
    this.agents = await Promise.all(starting);
    return performance.now() - began;
  }

  async endAgents(): Promise<void> {
    await Promise.all(this.agents.map((agent) => agent.end()));
    this.agents = [];
  }

  /**
   * Calls a tool that asks at once, of another server each time. `panel`: whether the panel is open before.
   * @returns the milliseconds from the call until its field is painted and usable
   */
  timeOwnForm(panel: 'open' | 'closed' = 'open'): Promise<number> {
    const server = this.#next(this.#serverNames);
    return this.#timeForm(panel, () =>
      this.driver.command('mcpElicitation.callTool', { server, tool: 'ask', arguments: {} }),
    );
  }

  /** The same for a call of an agent, of another one each time. */
  timeAgentForm(): Promise<number> {
    const agent = this.#next(this.agents);
    return this.#timeForm('open', async () => {
      const began = Date.now();
      await agent.call('ask', {});
      return began;
    });
  }

  /** The milliseconds from the command until the newest entries of the record are painted. */
  async timeHistory(): Promise<number> {
    await this.#forms.clear();
    const ms = await this.#scale.timeUntilPainted('.entry', () => this.driver.command('mcpElicitation.showHistory'));
    await this.#forms.clear();
    return ms;
  }

  /** The memory of heap and buffers of the extension host, in kB. */
  async heldKb(): Promise<number> {
    return (await this.driver.act<number>('held')) / 1000;
  }

  async dispose(): Promise<void> {
    for (const { child } of this.agents) child.kill('SIGKILL');
    await this.workbench.dispose();
    await this.home.remove();
  }

  #next<T>(all: readonly T[]): T {
    this.#asked += 1;
    const one = all[this.#asked % all.length];
    if (one === undefined) throw new Error('There is nobody who could ask.');
    return one;
  }

  /** @returns when the last one ran, in milliseconds since the epoch */
  #startServers(): Promise<number> {
    return this.driver.act<number>('commands', 'mcpElicitation.startServer', this.#serverNames);
  }

  async #untilServersEnded(): Promise<void> {
    const host = await this.extensionHost();
    await eventually('the earlier servers have ended', async () => {
      return (await findDescendants(host, serverScript)).length === 0;
    });
  }

  /** @param call resolves, when the call has ended, with the time at which it began */
  async #timeForm(panel: 'open' | 'closed', call: () => Promise<number>): Promise<number> {
    const { host } = this.#scale;
    // A browser draws the pages behind another one less often.
    await this.workbench.page.bringToFront();
    await (panel === 'open' ? this.#forms.openPanel() : this.#forms.clear());
    await this.#forms.idle();
    const { painted } = await this.#forms.watch('webview');
    const ended = call();
    const field = await Promise.race([
      painted,
      ended.then(() => {
        throw new Error('The call has ended without a form.');
      }),
      delay(formMs, undefined, { ref: false }).then(() => {
        throw new Error('There was no form within a minute.');
      }),
    ]);
    await host.enabledButton('Cancel').waitFor();
    // A notification could cover the button.
    await this.driver.command('notifications.clearAll');
    await host.answer('Cancel');
    return msUntil(await ended, field);
  }
}

/** Entries of servers that have `tools` tools together. The names differ from those of any other numbers. */
function serverEntries(servers: number, tools: number): Record<string, unknown> {
  const each = tools / servers;
  const entry = { command: process.execPath, args: [serverScript, String(each)] };
  return Object.fromEntries(
    Array.from({ length: servers }, (_, index) => [`${servers} servers of ${each} tools, ${index}`, entry]),
  );
}
