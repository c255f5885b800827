import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import { Grants } from '#core/agents/lending/grants.ts';
import { readImportFile } from '#core/configuration/importFile.ts';
import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { planImport } from '#editor/adding/importPlan.ts';
import type { EditorAgent } from '#editor/agents/agentMode/lendableServers.ts';
import type { ConnectContext } from '#editor/agents/connect/connectContext.ts';
import type { ConnectDialogs, OptionsOffer, ShownChange, ShownLending } from '#editor/agents/connect/connectDialogs.ts';
import { itemName } from '#editor/agents/connect/disconnectTexts.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import type { SettingsSnapshot, WritableScope } from '#editor/settings/serverSettings.ts';
import { UserServers } from '#editor/settings/userServers.ts';

/** The answers of the user. Absent: everything is accepted as it is offered, and nothing is undone. */
export interface Answers {
  /** An id; `editor`: the editor's own agent. */
  readonly agent?: string;
  readonly way?: 'hook' | 'servers' | 'lent';
  readonly servers?: readonly string[];
  readonly raisesLimit?: boolean;
  readonly isRequired?: boolean;
  readonly allFolders?: boolean;
  /** The names of the questions that the user dismisses. */
  readonly dismissed?: readonly (keyof ConnectDialogs)[];
  readonly undoes?: boolean;
  /** The names of the items to disconnect. */
  readonly items?: readonly string[];
}

const started: TrialResult = {
  kind: 'started',
  name: 'test',
  version: '1',
  protocolVersion: '2025-06-18',
  toolCount: 2,
};

/** A home folder of a user, and a user who answers the dialogs of Connect and Disconnect. */
export class ConnectTestBed {
  readonly userHome: string;
  readonly connections: ClientConnections;
  readonly keys: ClientKeys;
  readonly grants: Grants;
  lendable: readonly ServerDefinition[] = [];
  /** The entries and inputs of the user settings, and the secrets. */
  readonly settings = new Map<string, unknown>();
  readonly inputs = new Map<string, InputDefinition>();
  readonly secrets = new Map<string, string>();
  isEnabled = false;
  folders: readonly string[] = [];
  runtime: ProxyRuntime = { kind: 'posix' };
  trial: TrialResult = started;
  /** The servers of the editor; absent in one without an agent of its own. */
  definitions: readonly ServerDefinition[] | undefined;
  editorAgentIsOff = false;
  /** The agents that could be chosen, in their order. */
  readonly offeredAgents: string[] = [];
  /** What happened, in order: the names of dialogs and effects. */
  readonly events: string[] = [];
  readonly offers: OptionsOffer[] = [];
  readonly shown: ShownChange[] = [];
  readonly lendings: ShownLending[] = [];
  /** The texts that were copied. */
  readonly copied: string[] = [];
  /** The sentences that the user has read. */
  readonly texts: string[] = [];

  static async create(): Promise<ConnectTestBed> {
    return new ConnectTestBed(await mkdtemp(join(tmpdir(), 'connect-')));
  }

  private constructor(userHome: string) {
    this.userHome = userHome;
    this.connections = new ClientConnections(homeFolder(userHome));
    this.keys = new ClientKeys(homeFolder(userHome));
    this.grants = new Grants(homeFolder(userHome));
  }

  remove(): Promise<void> {
    return rm(this.userHome, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.userHome, name);
  }

  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), text);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  context(answers: Answers = {}): ConnectContext {
    const agents = {
      home: homeFolder(this.userHome),
      connections: this.connections,
      keys: this.keys,
      grants: this.grants,
      enable: async () => {
        this.isEnabled = true;
        this.events.push('enabled');
      },
      install: async () => void this.events.push('installed'),
      disconnect: (client: string) => void this.events.push(`disconnected ${client}`),
      connectionsChanged: () => undefined,
    };
    Object.defineProperty(agents, 'isEnabled', { get: () => this.isEnabled });
    return {
      agents: agents as typeof agents & { readonly isEnabled: boolean },
      dialogs: this.#dialogs(answers),
      environment: { userHome: this.userHome, platform: process.platform, variables: {}, folders: this.folders },
      runtime: this.runtime,
      lendable: this.lendable,
      userServers: this.#userServers(),
      importing: { readFile: readImportFile, readServers, plan: planImport },
      tryServer: async ({ command, args }) => {
        this.events.push(`tried ${[command, ...args].at(-1)}`);
        return this.trial;
      },
      trialFolder: this.userHome,
      editor: this.definitions && {
        client: 'vscode',
        name: 'VS Code',
        definitions: this.definitions,
        isOff: this.editorAgentIsOff,
      },
      disable: async () => {
        this.isEnabled = false;
      },
    };
  }

  #userServers(): UserServers {
    const settings = {
      entries: () => new Map(this.settings),
      add: async (_: WritableScope, entries: object, inputs: readonly unknown[] = []) => {
        this.events.push(`added ${Object.keys(entries).join()}`);
        Object.entries(entries).forEach(([name, entry]) => void this.settings.set(name, entry));
        inputs.forEach((input) => void this.inputs.set((input as InputDefinition).id, input as InputDefinition));
      },
      remove: async (name: string, ids: readonly string[]) => {
        this.settings.delete(name);
        ids.forEach((id) => void this.inputs.delete(id));
      },
    };
    const inputValues = {
      has: async ({ id }: { readonly id: string }) => this.secrets.has(id),
      get: async ({ id }: { readonly id: string }) => this.secrets.get(id),
      set: async ({ id }: { readonly id: string }, value: string) => void this.secrets.set(id, value),
      forget: async ({ id }: { readonly id: string }) => void this.secrets.delete(id),
    };
    const snapshot = { inputsOf: () => this.inputs } as unknown as SettingsSnapshot;
    return new UserServers({ settings, inputValues, configured: { settings: snapshot, refresh: () => undefined } });
  }

  #dialogs(answers: Answers): ConnectDialogs {
    const { agent = 'codex', way = 'servers', servers, dismissed = [], items } = answers;
    const { undoes = false } = answers;
    /** `undefined` if the user dismisses the dialog. */
    const answer = <T>(dialog: keyof ConnectDialogs, value: T): T | undefined => {
      this.events.push(dialog);
      return dismissed.includes(dialog) ? undefined : value;
    };
    const find = (agents: readonly FoundAgent[], editorAgent: EditorAgent | undefined) =>
      agent === 'editor' ? editorAgent : agents.find(({ format }) => format.id === agent);
    const show = (change: ShownChange, reason = '') => {
      this.shown.push(change);
      this.texts.push(...(reason === '' ? [] : [reason]));
    };
    return {
      chooseAgent: async (agents, editorAgent) => {
        this.offeredAgents.push(...agents.map(({ format }) => format.id), ...(editorAgent ? ['editor'] : []));
        return answer('chooseAgent', find(agents, editorAgent));
      },
      chooseWay: async () => answer('chooseWay', way),
      chooseLent: async (_, all) =>
        answer(
          'chooseLent',
          all.filter(({ definition }) => !servers || servers.includes(definition.name)),
        ),
      chooseServers: async (_, rows) =>
        answer(
          'chooseServers',
          rows.filter(({ server }) => (servers ? servers.includes(server.name) : server.refusal === undefined)),
        ),
      chooseOptions: async (_, offer) => {
        this.offers.push(offer);
        const { raisesLimit, isRequired, allFolders } = { ...offer.ticked, ...answers };
        const isRaised = offer.limitMs !== undefined && raisesLimit;
        return answer('chooseOptions', { raisesLimit: isRaised, isRequired, allFolders });
      },
      confirmChange: async (change) => {
        show(change);
        return answer('confirmChange', true) === true;
      },
      offerCopy: async (change, reason, lines) => {
        show(change, reason);
        const isCopied = answer('offerCopy', true) === true;
        this.copied.push(...(isCopied ? [lines] : []));
        return isCopied;
      },
      whileTrying: async (_, result) => answer('whileTrying', await result()),
      offerUndo: async (text, _isProblem, details) => {
        this.texts.push([text, details].filter(Boolean).join(' / '));
        return answer('offerUndo', undoes) === true;
      },
      chooseForEditor: async (own) =>
        answer(
          'chooseForEditor',
          own.servers.filter(({ definition }) => !servers || servers.includes(definition.name)),
        ),
      confirmLending: async (change) => {
        this.lendings.push(change);
        return answer('confirmLending', true) === true;
      },
      chooseGrants: async (_, grants) =>
        answer(
          'chooseGrants',
          grants.filter(({ server }) => !items || items.includes(server)),
        ),
      chooseConnected: async (agents, editorAgent) => answer('chooseConnected', find(agents, editorAgent)),
      chooseItems: async (_, all) =>
        answer(
          'chooseItems',
          all.filter((item) => !items || items.includes(itemName(item))),
        ),
      offerForgetting: async (change, reason) => {
        show(change, reason);
        return answer('offerForgetting', true) === true;
      },
      confirmDisabling: async (text) => {
        this.texts.push(text);
        return answer('confirmDisabling', true) === true;
      },
      showMessage: (text) => void this.texts.push(text),
      showProblem: (text) => void this.texts.push(text),
    };
  }
}
