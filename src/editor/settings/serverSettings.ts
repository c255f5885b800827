import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { type InputDefinition, readInputs } from '#core/configuration/inputDefinitions.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import type { Scope, ServerDefinition } from '#core/model/definition.ts';
import { type AutoStart, settingIds } from '#editor/common/contributions.ts';
import { folderPath, scopeKey } from '#editor/common/scopeKey.ts';
import type { ScopedProblem } from './faultyEntries.ts';
import { workspaceName } from './scopeLabels.ts';
import { userSetting } from './userSettings.ts';

/** The settings at one moment. */
export interface SettingsSnapshot {
  /** The scopes that were read. */
  readonly scopes: readonly Scope[];
  readonly definitions: readonly ServerDefinition[];
  readonly problems: readonly ScopedProblem[];
  /** The definitions of the inputs of this scope by id. `${input:id}` in an entry refers to the definition in the scope of the entry. */
  inputsOf(scope: Scope): ReadonlyMap<string, InputDefinition>;
  /** The value of a setting in this scope, as the editor returns it. */
  valueOf(scope: Scope, setting: 'servers' | 'inputs'): unknown;
}

/** A scope to which a new entry can be added. */
export type WritableScope = 'user' | 'workspace';

const section = 'mcpElicitation';
/** With auto-save, each pause in typing changes the settings. Changes within this time are one event. In milliseconds. */
const settleTimeMs = 1000;

/**
 * Reads the settings of this extension scope by scope, never merged, so that a workspace cannot change an entry of the user. The
 * settings of a workspace are not read before it is trusted.
 */
export class ServerSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;

  /** Fires if `read` may return another snapshot. Changes in quick succession are one event. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const onChange = () => this.#schedule();
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingIds.servers) || event.affectsConfiguration(settingIds.inputs)) {
          onChange();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(onChange),
      vscode.workspace.onDidChangeWorkspaceFolders(onChange),
    ];
  }

  /** The value of the setting `autoStart` in the user settings. Other scopes are ignored: an opened folder must not start a server. */
  get autoStart(): AutoStart {
    return userSetting(settingIds.autoStart) === 'onStartup' ? 'onStartup' : 'onDemand';
  }

  read(): SettingsSnapshot {
    const definitions: ServerDefinition[] = [];
    const problems: ScopedProblem[] = [];
    const inputs = new Map<string, ReadonlyMap<string, InputDefinition>>();
    const raw = rawSettings();
    for (const { scope, servers, inputs: rawInputs } of raw) {
      const serversReading = readServers(servers, scope);
      const inputsReading = readInputs(rawInputs);
      definitions.push(...serversReading.definitions);
      problems.push(...serversReading.problems.map((problem) => ({ scope, setting: 'servers' as const, problem })));
      problems.push(...inputsReading.problems.map((problem) => ({ scope, setting: 'inputs' as const, problem })));
      inputs.set(scopeKey(scope), inputsReading.inputs);
    }
    return {
      scopes: raw.map(({ scope }) => scope),
      definitions,
      problems,
      inputsOf: (scope) => inputs.get(scopeKey(scope)) ?? new Map(),
      valueOf: (scope, setting) => raw.find((each) => scopeKey(each.scope) === scopeKey(scope))?.[setting],
    };
  }

  /** The entries of a scope as written, also invalid ones. */
  entries(scope: WritableScope): ReadonlyMap<string, unknown> {
    const servers = this.#raw(scope, 'servers');
    return new Map(isObject(servers) ? Object.entries(servers) : []);
  }

  /**
   * Adds entries, and definitions of the inputs that they use. Does not change other entries. Throws `EntryInvalid` if the value of
   * a setting has the wrong type, before anything is written. Rejects as the editor does if it cannot write; nothing was added then.
   */
  async add(
    scope: WritableScope,
    entries: Readonly<Record<string, unknown>>,
    inputs: readonly unknown[] = [],
  ): Promise<void> {
    const target = scope === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
    const configuration = vscode.workspace.getConfiguration(section);
    const currentServers = this.#raw(scope, 'servers') ?? {};
    const earlierInputs = this.#raw(scope, 'inputs');
    const currentInputs = earlierInputs ?? [];
    if (!isObject(currentServers)) {
      throw invalidSetting(
        settingIds.servers,
        vscode.l10n.t('Make it an object with one entry for each server, {0}.', '{ }'),
      );
    }
    if (inputs.length > 0) {
      if (!Array.isArray(currentInputs)) {
        throw invalidSetting(settingIds.inputs, vscode.l10n.t('Make it a list of inputs, {0}.', '[ ]'));
      }
      await configuration.update('inputs', [...currentInputs, ...inputs], target);
    }
    try {
      await configuration.update('servers', { ...currentServers, ...entries }, target);
    } catch (error) {
      if (inputs.length > 0) {
        // Inputs without their entry would take the ids from the next attempt. If this fails as well, the first error says why.
        await Promise.allSettled([configuration.update('inputs', earlierInputs, target)]);
      }
      throw error;
    }
  }

  /** Removes an entry of the user settings, and definitions of inputs. What is not there is left out. */
  async remove(name: string, inputIds: readonly string[]): Promise<void> {
    const configuration = vscode.workspace.getConfiguration(section);
    const target = vscode.ConfigurationTarget.Global;
    const servers = this.entries('user');
    if (servers.has(name)) {
      const others = [...servers].filter(([other]) => other !== name);
      await configuration.update('servers', others.length > 0 ? Object.fromEntries(others) : undefined, target);
    }
    const inputs = this.#raw('user', 'inputs');
    if (inputIds.length > 0 && Array.isArray(inputs)) {
      const others = inputs.filter(
        (input: unknown) => !inputIds.includes(String(isObject(input) && Reflect.get(input, 'id'))),
      );
      await configuration.update('inputs', others.length > 0 ? others : undefined, target);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#changed.dispose();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#changed.fire(), settleTimeMs);
  }

  #raw(scope: WritableScope, key: 'servers' | 'inputs'): unknown {
    const values = vscode.workspace.getConfiguration(section).inspect(key);
    return scope === 'user' ? values?.globalValue : values?.workspaceValue;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalidSetting(setting: string, remedy: string): HostError {
  return new HostError({
    name: 'EntryInvalid',
    summary: vscode.l10n.t('Nothing was added: the value of the setting {0} has another type.', setting),
    remedy,
  });
}

function rawSettings(): { scope: Scope; servers: unknown; inputs: unknown }[] {
  const configuration = vscode.workspace.getConfiguration(section);
  const servers = configuration.inspect('servers');
  const inputs = configuration.inspect('inputs');
  const raw: { scope: Scope; servers: unknown; inputs: unknown }[] = [
    { scope: { kind: 'user' }, servers: servers?.globalValue, inputs: inputs?.globalValue },
  ];
  if (!vscode.workspace.isTrusted) {
    return raw;
  }
  raw.push({
    scope: { kind: 'workspace', uri: workspaceName() },
    servers: servers?.workspaceValue,
    inputs: inputs?.workspaceValue,
  });
  // Without a workspace file, the settings of the only folder are those of the workspace, and would be read twice.
  for (const folder of vscode.workspace.workspaceFile ? (vscode.workspace.workspaceFolders ?? []) : []) {
    const folderConfiguration = vscode.workspace.getConfiguration(section, folder.uri);
    raw.push({
      scope: { kind: 'folder', name: folder.name, path: folderPath(folder.uri) },
      servers: folderConfiguration.inspect('servers')?.workspaceFolderValue,
      inputs: folderConfiguration.inspect('inputs')?.workspaceFolderValue,
    });
  }
  return raw;
}

/** Opens the settings file of a scope at a setting. */
export async function openSettings(scope: Scope, settingId: string): Promise<void> {
  const options = { revealSetting: { key: settingId } };
  switch (scope.kind) {
    case 'folder': {
      // The editor's command for folder settings would ask the user for the folder.
      const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => folderPath(uri) === scope.path);
      if (folder) {
        await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json'));
      }
      return;
    }
    case 'workspace':
      await vscode.commands.executeCommand('workbench.action.openWorkspaceSettingsFile', options);
      return;
    default:
      // In a remote window, machine settings are on the remote machine.
      await vscode.commands.executeCommand(
        vscode.env.remoteName ? 'workbench.action.openRemoteSettingsFile' : 'workbench.action.openSettingsJson',
        options,
      );
  }
}
