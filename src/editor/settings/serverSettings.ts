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
  /** The definitions for `${input:id}` that entries of this scope see: those written in the same file. */
  inputsOf(scope: Scope): ReadonlyMap<string, InputDefinition>;
  /** The value of one of our settings in this scope, as the editor has it. */
  valueOf(scope: Scope, setting: 'servers' | 'inputs'): unknown;
}

/** A scope to which a new entry can be added. */
export type WritableScope = 'user' | 'workspace';

const section = 'mcpElicitation';
/** With auto-save, each pause in typing changes the settings. Changes within this time are one event. In milliseconds. */
const settleTimeMs = 1000;

/**
 * Reads our settings scope by scope, never merged: a workspace cannot change an entry of the user. The settings of a
 * workspace are not read before it is trusted.
 */
export class ServerSettings implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;

  /** The snapshot that `read` returns has changed. Changes in quick succession are one event. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const changed = () => this.#schedule();
    this.#subscriptions = [
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingIds.servers) || event.affectsConfiguration(settingIds.inputs)) {
          changed();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
      vscode.workspace.onDidChangeWorkspaceFolders(changed),
    ];
  }

  /** Only the user's own value counts: an opened folder must not start anything. */
  get autoStart(): AutoStart {
    return userSetting(settingIds.autoStart) === 'onStartup' ? 'onStartup' : 'onDemand';
  }

  read(): SettingsSnapshot {
    const definitions: ServerDefinition[] = [];
    const problems: ScopedProblem[] = [];
    const inputs = new Map<string, ReadonlyMap<string, InputDefinition>>();
    const raw = rawSettings();
    for (const { scope, servers, inputs: rawInputs } of raw) {
      const read = readServers(servers, scope);
      const readInput = readInputs(rawInputs);
      definitions.push(...read.definitions);
      problems.push(...read.problems.map((problem) => ({ scope, setting: 'servers' as const, problem })));
      problems.push(...readInput.problems.map((problem) => ({ scope, setting: 'inputs' as const, problem })));
      inputs.set(scopeKey(scope), readInput.inputs);
    }
    return {
      scopes: raw.map(({ scope }) => scope),
      definitions,
      problems,
      inputsOf: (scope) => inputs.get(scopeKey(scope)) ?? new Map(),
      valueOf: (scope, setting) => raw.find((one) => scopeKey(one.scope) === scopeKey(scope))?.[setting],
    };
  }

  /** The entries of a scope as written, also invalid ones. */
  entries(where: WritableScope): ReadonlyMap<string, unknown> {
    const servers = this.#raw(where, 'servers');
    return new Map(isObject(servers) ? Object.entries(servers) : []);
  }

  /**
   * Adds entries, and definitions of the inputs that they use. Does not change any other. Throws `EntryInvalid`, and writes
   * nothing, if the value of a setting does not have the right type to add to.
   */
  async add(
    where: WritableScope,
    entries: Readonly<Record<string, unknown>>,
    inputs: readonly unknown[] = [],
  ): Promise<void> {
    const target = where === 'user' ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
    const configuration = vscode.workspace.getConfiguration(section);
    const ownServers = this.#raw(where, 'servers') ?? {};
    const ownInputs = this.#raw(where, 'inputs') ?? [];
    if (!isObject(ownServers)) {
      throw unfit(settingIds.servers, vscode.l10n.t('Make it an object with one entry for each server, {0}.', '{ }'));
    }
    if (inputs.length > 0) {
      if (!Array.isArray(ownInputs)) {
        throw unfit(settingIds.inputs, vscode.l10n.t('Make it a list of inputs, {0}.', '[ ]'));
      }
      await configuration.update('inputs', [...ownInputs, ...inputs], target);
    }
    await configuration.update('servers', { ...ownServers, ...entries }, target);
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

  #raw(where: WritableScope, key: 'servers' | 'inputs'): unknown {
    const values = vscode.workspace.getConfiguration(section).inspect(key);
    return where === 'user' ? values?.globalValue : values?.workspaceValue;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unfit(setting: string, remedy: string): HostError {
  return new HostError({
    name: 'EntryInvalid',
    summary: vscode.l10n.t('Nothing was added: the setting {0} holds something else.', setting),
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
    const ofFolder = vscode.workspace.getConfiguration(section, folder.uri);
    raw.push({
      scope: { kind: 'folder', name: folder.name, path: folderPath(folder.uri) },
      servers: ofFolder.inspect('servers')?.workspaceFolderValue,
      inputs: ofFolder.inspect('inputs')?.workspaceFolderValue,
    });
  }
  return raw;
}

/** Opens the settings file of a scope at one of our settings. */
export async function openSettings(scope: Scope, settingId: string): Promise<void> {
  const at = { revealSetting: { key: settingId } };
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
      await vscode.commands.executeCommand('workbench.action.openWorkspaceSettingsFile', at);
      return;
    default:
      // In a remote window, machine settings are on the remote machine.
      await vscode.commands.executeCommand(
        vscode.env.remoteName ? 'workbench.action.openRemoteSettingsFile' : 'workbench.action.openSettingsJson',
        at,
      );
  }
}
