import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import type { TrialResult } from '#core/agents/connect/serverTrial.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { ClientKeys } from '#core/agents/home/clientKeys.ts';
import type { ConnectContext } from '#editor/agents/connect/connectContext.ts';
import type { ConnectDialogs, ShownChange } from '#editor/agents/connect/connectDialogs.ts';
import { itemName } from '#editor/agents/connect/disconnectFlow.ts';

/** The answers of the user. Absent: everything that is offered is accepted, and nothing is undone. */
export interface Answers {
  readonly agent?: string;
  readonly way?: 'hook' | 'servers';
  readonly servers?: readonly string[];
  readonly raisesLimit?: boolean;
  readonly isRequired?: boolean;
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
  isEnabled = false;
  folders: readonly string[] = [];
  runtime: ProxyRuntime = { kind: 'posix' };
  trial: TrialResult = started;
  /** What happened, in order: the names of dialogs and effects. */
  readonly events: string[] = [];
  readonly shown: ShownChange[] = [];
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
      tryServer: async ({ command, args }) => {
        this.events.push(`tried ${[command, ...args].at(-1)}`);
        return this.trial;
      },
      trialFolder: this.userHome,
      disable: async () => {
        this.isEnabled = false;
      },
    };
  }

  #dialogs(answers: Answers): ConnectDialogs {
    const { agent = 'codex', way = 'servers', servers, dismissed = [], items } = answers;
    const { raisesLimit = true, isRequired = false, undoes = false } = answers;
    /** `undefined` if the user dismisses the dialog. */
    const answer = <T>(dialog: keyof ConnectDialogs, value: T): T | undefined => {
      this.events.push(dialog);
      return dismissed.includes(dialog) ? undefined : value;
    };
    const show = (change: ShownChange, reason = '') => {
      this.shown.push(change);
      this.texts.push(...(reason === '' ? [] : [reason]));
    };
    return {
      chooseAgent: async (agents) =>
        answer(
          'chooseAgent',
          agents.find(({ format }) => format.id === agent),
        ),
      chooseWay: async () => answer('chooseWay', way),
      chooseServers: async (_, rows) =>
        answer(
          'chooseServers',
          rows.filter(({ server }) => (servers ? servers.includes(server.name) : server.refusal === undefined)),
        ),
      chooseOptions: async () => answer('chooseOptions', { raisesLimit, isRequired }),
      confirmEnabling: async () => answer('confirmEnabling', true) === true,
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
      chooseConnected: async (agents) =>
        answer(
          'chooseConnected',
          agents.find(({ format }) => format.id === agent),
        ),
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
