import * as vscode from 'vscode';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { windowVariable } from '#agentProtocol/ownVariables.ts';
import type { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { PresenceCheck } from '#core/agents/endpoint/presenceCheck.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { Grants } from '#core/agents/lending/grants.ts';
import { Lending } from '#core/agents/lending/lending.ts';
import type { LendingServices } from '#core/agents/lending/lendingServices.ts';
import type { AgentServices } from '#core/agents/sessions/agentServices.ts';
import { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import { errorText } from '#core/common/errors.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { contextKeys, settingIds } from '#editor/common/contributions.ts';
import { watchAgents } from '#editor/settings/userSettings.ts';
import { untrustedFolders } from '#editor/trust/workspaceTrust.ts';
import type { AgentLog } from './agentLog.ts';
import type { LentServer } from './agentMode/lentServers.ts';
import { FollowedWindow } from './followedWindow.ts';
import { ProgramCopy } from './programCopy.ts';

/** The services that the requests of agents share with those of the servers of this host. */
type SharedServices = Omit<AgentServices, 'connections' | 'presence' | 'isLent' | 'warn'>;

/** What connections to servers that are lent share with the servers of this host. */
type LentServices = Omit<LendingServices, 'grants'>;

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
  /** The servers of this host that the user has lent to agents. */
  readonly grants = new Grants(this.home);
  /** The connected clients, and the user's actions on their calls. */
  readonly sessions: AgentSessions;
  /** The servers of this host that agents use now. */
  readonly lending: Lending;
  readonly #context: WindowAgentsContext;
  readonly #presence = new PresenceCheck(isWorkbenchThere);
  readonly #settings = watchAgents();
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  readonly #reports: Reports;
  readonly #program = new ProgramCopy(
    () => this.#install(),
    (error) =>
      this.#showProblem(error, (reason) =>
        vscode.l10n.t('Could not copy the program by which agents ask; this is tried again later: {0}', reason),
      ),
  );
  #endpoint: Endpoint | undefined;
  #view: FollowedWindow | undefined;
  #isEnabling = false;
  #hasEnded = false;
  /** Ends waiting for other windows that copy the program. */
  #waiting = new AbortController();
  /** The last of the starts and stops, which run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  /** Fires when agents were switched on or off, and when clients, their calls or their connections have changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(context: WindowAgentsContext, services: SharedServices, lent: LentServices, reports: Reports) {
    this.#context = context;
    this.#reports = reports;
    this.lending = new Lending({ ...lent, grants: this.grants });
    this.sessions = new AgentSessions({
      ...services,
      connections: {
        listing: (client) => this.connections.listing(client),
        connect: (client, connection) =>
          this.connections.connect(client, connection).finally(() => this.connectionsChanged()),
      },
      presence: this.#presence,
      isLent: (client, server) => this.lending.isLent(client, server),
      warn: (line) => reports.log.warn(line),
    });
    this.#subscriptions = [
      this.sessions.onDidChange(() => this.#changed.fire()),
      this.lending.onDidChange(() => this.#changed.fire()),
      this.grants.onDidChange(() => {
        this.lending.check();
        this.#changed.fire();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        // Not for the one setting: see `WatchedSettings`.
        if (event.affectsConfiguration('mcpElicitation') && !this.#isEnabling) {
          this.#follow();
        }
      }),
    ];
    this.#follow();
  }

  /** The path of the bundled proxy. */
  get program(): string {
    return vscode.Uri.joinPath(this.#context.extensionUri, 'dist', 'proxy.cjs').fsPath;
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
    await this.#program.now();
  }

  /** Switches agents off for all windows of this user. What is connected stays so. */
  async disable(): Promise<void> {
    const settings = vscode.workspace.getConfiguration();
    await settings.update(settingIds.agentsEnabled, false, vscode.ConfigurationTarget.Global);
  }

  /** Copies the program that agents start, only while agents are on. @throws Error with a sentence for the user */
  install(): Promise<void> {
    return this.#program.now();
  }

  /** The id of this window for the programs that ask in it; `undefined` while agents are off. */
  async windowId(): Promise<string | undefined> {
    if (!this.#endpoint) {
      await this.#queue;
    }
    return this.#endpoint?.id;
  }

  /** The servers of these that are lent to a client; none while agents are off. */
  async lentServers(client: string, definitions: readonly ServerDefinition[]): Promise<readonly LentServer[]> {
    return this.isEnabled ? (await loadListening()).lentServers(this.grants, client, definitions) : [];
  }

  /** Closes the connections of a client whose key was revoked. */
  disconnect(client: string): void {
    this.#endpoint?.disconnect(client);
  }

  /** Tells that servers were connected or disconnected. Connections of servers that were disconnected while they run are closed. */
  connectionsChanged(): void {
    this.sessions.check().catch(() => undefined);
    this.#changed.fire();
  }

  /** Closes the connections because the window closes, and notes when. Nothing listens from then on. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.#apply().catch(() => undefined);
    await this.#program.settled();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions, this.#settings).dispose();
    this.#view?.dispose();
    this.#program.dispose();
  }

  #follow(): void {
    this.#apply().then(
      (hasBegun) => {
        if (hasBegun) {
          void this.#program.inBackground();
        }
      },
      (error: unknown) =>
        this.#showProblem(error, (reason) => vscode.l10n.t('Agents cannot ask in this window: {0}', reason)),
    );
  }

  #showProblem(error: unknown, sentence: (reason: string) => string): void {
    this.#reports.showProblem(sentence(errorText(error, maxErrorLength)));
  }

  /** True if the window has begun to listen. The program is not copied here: a stop must not wait for other windows that copy it. */
  #apply(): Promise<boolean> {
    const applied = this.#queue.then(() =>
      this.isEnabled && !this.#hasEnded ? this.#start() : this.#stop(this.#hasEnded ? 'window' : 'disabled'),
    );
    this.#queue = applied.catch(() => undefined);
    return applied;
  }

  async #install(): Promise<void> {
    const { signal } = this.#waiting;
    if (this.isEnabled && !this.#hasEnded) {
      const { install, scriptRuntimes, startScript } = await loadListening();
      const { extension } = this.#context;
      const { version } = extension.packageJSON as { version: string };
      const runtimes = await scriptRuntimes(untrustedFolders());
      const installed = { program: this.program, version, script: startScript, runtimes };
      await install(this.home, installed, signal).catch((error: unknown) => {
        if (!signal.aborted) {
          throw error;
        }
      });
    }
  }

  async #start(): Promise<boolean> {
    if (this.#endpoint) {
      return false;
    }
    const { Endpoint } = await loadListening();
    const endpoint = new Endpoint({
      home: this.home,
      presence: this.#presence,
      keepMs: () => this.#settings.value.keepMs,
      accept: (hello, link) => this.sessions.accept(hello, link),
      acceptUpstream: (hello, link) => this.lending.accept(hello, link),
      hasServer: (hello) => this.lending.hasServer(hello),
      recheck: () => this.sessions.check(),
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
    return true;
  }

  async #stop(reason: 'window' | 'disabled'): Promise<false> {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const endpoint = this.#endpoint;
    if (!endpoint) {
      return false;
    }
    this.#endpoint = undefined;
    this.#view?.dispose();
    this.#view = undefined;
    await endpoint.stop(reason);
    if (reason === 'disabled') {
      this.#context.environmentVariableCollection.delete(windowVariable);
    }
    this.#changed.fire();
    return false;
  }
}

/** Loads a file that has a language of its own, because it is bundled apart. */
async function loadListening() {
  const listening = await import('./listening.ts');
  listening.setLanguage(vscode.env.language, vscode.l10n.bundle);
  return listening;
}

/** Resolves when the workbench has handled a command. Never resolves while its page is gone. */
async function isWorkbenchThere(): Promise<boolean> {
  await vscode.commands.executeCommand('setContext', contextKeys.agentsPresence, true);
  return true;
}
