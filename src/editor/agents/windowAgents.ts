import * as vscode from 'vscode';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { startScript } from '#agentProtocol/startScript.ts';
import { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { PresenceCheck } from '#core/agents/endpoint/presenceCheck.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { install } from '#core/agents/home/installation.ts';
import type { AgentServices } from '#core/agents/sessions/agentServices.ts';
import { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import { errorText } from '#core/common/errors.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import { contextKeys, settingIds } from '#editor/common/contributions.ts';
import { watchAgents } from '#editor/settings/userSettings.ts';
import type { AgentLog } from './agentLog.ts';
import { FollowedWindow } from './followedWindow.ts';
import { proxyRuntimes } from './proxyRuntimes.ts';

/** The services that the requests of agents share with those of the servers of this host. */
type SharedServices = Omit<AgentServices, 'connections' | 'presence' | 'warn'>;

interface Reports {
  readonly log: Pick<AgentLog, 'warn'>;
  /** Shows a sentence about what did not work in the background. */
  showProblem(text: string): void;
}

interface WindowAgentsContext extends Pick<vscode.ExtensionContext, 'extension' | 'extensionUri'> {
  readonly environmentVariableCollection: Pick<
    vscode.EnvironmentVariableCollection,
    'replace' | 'delete' | 'persistent' | 'description'
  >;
}

/** The variable that tells a program in a terminal of this window which window it is: an id, never a path. */
const windowVariable = 'MCP_ELICITATION_WINDOW';
/** The longest part of an error that is shown, in characters. */
const maxErrorLength = 300;

/**
 * Agents in this window: the endpoint, while the user has switched agents on, and what is connected to it. While they are off, nothing
 * listens, nothing is copied, and no file is read.
 */
export class WindowAgents implements vscode.Disposable {
  readonly home: HomeFolder = homeFolder();
  readonly connections = new ClientConnections(this.home);
  readonly keys = new ClientKeys(this.home);
  /** The connected clients, and the user's actions on their calls. */
  readonly sessions: AgentSessions;
  readonly #context: WindowAgentsContext;
  readonly #presence = new PresenceCheck(isWorkbenchThere);
  readonly #settings = watchAgents();
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #reports: Reports;
  #endpoint: Endpoint | undefined;
  #view: FollowedWindow | undefined;
  #isEnabling = false;
  #hasEnded = false;
  /** The last of the starts and stops, which run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  /** Fires when agents were switched on or off, and when clients, their calls or their connections have changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(context: WindowAgentsContext, services: SharedServices, reports: Reports) {
    this.#context = context;
    this.#reports = reports;
    this.sessions = new AgentSessions({
      ...services,
      connections: {
        list: (client) => this.connections.list(client),
        connect: (client, connection) =>
          this.connections.connect(client, connection).finally(() => this.connectionsChanged()),
      },
      presence: this.#presence,
      warn: (line) => reports.log.warn(line),
    });
    this.#subscriptions = [
      this.sessions.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        // Not for the one setting: see `WatchedSettings`.
        if (event.affectsConfiguration('mcpElicitation') && !this.#isEnabling) {
          this.#follow();
        }
      }),
    ];
    this.#follow();
  }

  /** The value of the setting. */
  get isEnabled(): boolean {
    return this.#settings.value.enabled;
  }

  /** True while the window can be reached by agents. */
  get isListening(): boolean {
    return this.#endpoint?.isListening === true;
  }

  /** Switches agents on for all windows of this user, and listens. @throws Error with a sentence for the user if that does not work */
  async enable(): Promise<void> {
    this.#isEnabling = true;
    try {
      await vscode.workspace
        .getConfiguration()
        .update(settingIds.agentsEnabled, true, vscode.ConfigurationTarget.Global);
    } finally {
      this.#isEnabling = false;
    }
    await this.#apply();
  }

  /** Copies the program that agents start, only while agents are on. @throws Error with a sentence for the user */
  async install(): Promise<void> {
    if (this.isEnabled) {
      const { extension, extensionUri } = this.#context;
      const { version } = extension.packageJSON as { version: string };
      const program = vscode.Uri.joinPath(extensionUri, 'dist', 'proxy.cjs').fsPath;
      await install(this.home, { program, version, script: startScript, runtimes: await proxyRuntimes() });
    }
  }

  /** Closes the connections of a client whose key was revoked. */
  disconnect(client: string): void {
    this.#endpoint?.disconnect(client);
  }

  /** Tells that servers were connected or disconnected. */
  connectionsChanged(): void {
    this.#changed.fire();
  }

  /** Closes the connections because the window closes, and notes when. Nothing listens from then on. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#apply().catch(() => undefined);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions, this.#settings).dispose();
    this.#view?.dispose();
  }

  #follow(): void {
    this.#apply().catch((error: unknown) => {
      const reason = errorText(error, maxErrorLength);
      this.#reports.showProblem(vscode.l10n.t('Agents cannot ask in this window: {0}', reason));
    });
  }

  #apply(): Promise<void> {
    const applied = this.#queue.then(() =>
      this.isEnabled && !this.#hasEnded ? this.#start() : this.#stop(this.#hasEnded ? 'window' : 'disabled'),
    );
    this.#queue = applied.catch(() => undefined);
    return applied;
  }

  async #start(): Promise<void> {
    if (this.#endpoint) {
      return;
    }
    const endpoint = new Endpoint({
      home: this.home,
      presence: this.#presence,
      keepMs: () => this.#settings.value.keepMs,
      accept: (hello, link) => this.sessions.accept(hello, link),
      warn: (line) => this.#reports.log.warn(line),
    });
    const view = new FollowedWindow((seen) => endpoint.update(seen));
    try {
      await endpoint.start();
    } catch (error) {
      view.dispose();
      throw error;
    }
    this.#endpoint = endpoint;
    this.#view = view;
    const { environmentVariableCollection: environment } = this.#context;
    // Each activation has another id.
    environment.persistent = false;
    environment.description = vscode.l10n.t('Lets agents in this terminal ask in this window');
    environment.replace(windowVariable, endpoint.id);
    this.#changed.fire();
    await this.install();
  }

  async #stop(reason: 'window' | 'disabled'): Promise<void> {
    const endpoint = this.#endpoint;
    if (!endpoint) {
      return;
    }
    this.#endpoint = undefined;
    this.#view?.dispose();
    this.#view = undefined;
    await endpoint.stop(reason);
    if (reason === 'disabled') {
      this.#context.environmentVariableCollection.delete(windowVariable);
    }
    this.#changed.fire();
  }
}

/** Resolves when the workbench has handled a command. Never resolves while its page is gone. */
async function isWorkbenchThere(): Promise<boolean> {
  await vscode.commands.executeCommand('setContext', contextKeys.agentsPresence, true);
  return true;
}
