import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { SecretStore } from '#core/authorization/authorizationServices.ts';
import { grantKey } from '#core/authorization/grantStore.ts';
import { systemClock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { Scope } from '#core/model/definition.ts';
import { isFromWorkspace } from '#core/model/definition.ts';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { type ScopeSnapshot, type StoredSecret, StoredSecrets } from '#core/storedSecrets/storedSecrets.ts';
import { MementoMemory } from '#editor/common/mementoMemory.ts';
import { plainName } from '#editor/common/plainText.ts';
import { scopeKey } from '#editor/common/scopeKey.ts';
import type { InputValueStore } from '#editor/servers/inputValueStore.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { readSetting, type SettingReading } from './settingsFiles.ts';

/** The time between two checks of the stored secrets, in milliseconds. A change of the settings also causes a check. */
const checkIntervalMs = 60 * 60 * 1000;

/** A stored grant or input value that no entry of the settings uses, as far as the settings can be read. */
interface DeletableSecret {
  readonly name: string;
  readonly scope: Scope;
  /** False if a part of the settings that cannot be read may use it. */
  readonly isDefinitelyGone: boolean;
  /** Deletes the secret. Resolves with false if the authorization server did not revoke the grant. */
  delete(): Promise<boolean>;
}

/**
 * Deletes stored grants and input values whose entries were removed from the settings of this window. The index of secrets of the
 * user settings is in the global state, which is separate for each profile; the index of secrets of a workspace is in the workspace
 * state.
 */
export class StoredSecretsCleanup implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #secrets: SecretStore;
  readonly #configured: ConfiguredServers;
  readonly #inputValues: InputValueStore;
  readonly #subscriptions: vscode.Disposable[];
  #stores: { readonly user: StoredSecrets; readonly workspace: StoredSecrets } | undefined;
  #log: vscode.LogOutputChannel | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(
    context: vscode.ExtensionContext,
    secrets: SecretStore,
    configured: ConfiguredServers,
    inputValues: InputValueStore,
  ) {
    this.#context = context;
    this.#secrets = secrets;
    this.#configured = configured;
    this.#inputValues = inputValues;
    const timer = setInterval(() => this.#check(), checkIntervalMs).unref();
    this.#subscriptions = [configured.onDidChange(() => this.#check()), { dispose: () => clearInterval(timer) }];
    this.#check();
  }

  /** The stored secrets of this kind that no entry of the settings uses, as far as the settings can be read. */
  async unused(kind: StoredSecret['kind']): Promise<readonly DeletableSecret[]> {
    const unusedByScope = await Promise.all(
      this.#scopes().map(async ({ scope, stored, snapshot }) => {
        const unused = await stored.unused(snapshot);
        return unused
          .filter((secret) => secret.kind === kind)
          .map((secret) => ({
            name: secret.name,
            scope,
            isDefinitelyGone: secret.isDefinitelyGone,
            delete: () => stored.delete(secret),
          }));
      }),
    );
    return unusedByScope.flat();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#log?.dispose();
  }

  /** Compares the stored secrets with the settings. Never throws: the next check repeats a failed one. */
  #check(): void {
    this.#checking = this.#checking
      .then(async () => {
        for (const { stored, snapshot } of this.#scopes()) {
          await stored.update(snapshot);
        }
      })
      .catch(() => undefined);
  }

  #scopes(): { scope: Scope; stored: StoredSecrets; snapshot: ScopeSnapshot }[] {
    const { user, workspace } = this.#stored();
    return this.#configured.settings.scopes.map((scope) => ({
      scope,
      stored: isFromWorkspace(scope) ? workspace : user,
      snapshot: this.#snapshotOf(scope),
    }));
  }

  #snapshotOf(scope: Scope): ScopeSnapshot {
    const { settings } = this.#configured;
    const key = scopeKey(scope);
    const problems = settings.problems.filter((each) => scopeKey(each.scope) === key);
    const servers = settings.definitions.filter((each) => scopeKey(each.scope) === key && each.entry.type !== 'stdio');
    const files = new Map<StoredSecret['kind'], Promise<SettingReading>>();
    const filesFor = (kind: StoredSecret['kind']) => {
      const setting = kind === 'input' ? 'inputs' : 'servers';
      const value = settings.valueOf(scope, setting);
      const read = files.get(kind) ?? readSetting(scope, setting, value, this.#context.globalStorageUri);
      files.set(kind, read);
      return read;
    };
    const inputs = [...settings.inputsOf(scope).keys()];
    return {
      scope: key,
      present: [
        ...servers.map((server) => ({ key: grantKey(server), kind: 'signIn' as const, scope: key, name: server.name })),
        ...inputs.map((id) => ({
          key: this.#inputValues.keyOf({ scope, id }),
          kind: 'input' as const,
          scope: key,
          name: id,
        })),
      ],
      isFaulty: ({ kind, name }) =>
        kind === 'input'
          ? problems.some(({ setting }) => setting === 'inputs')
          : problems.some(({ setting, problem: { server } }) => setting === 'servers' && ['', name].includes(server)),
      isComplete: async (kind) => (await filesFor(kind)).isComplete,
      isInOtherFile: async ({ kind, name }) => (await filesFor(kind)).inOthers.has(name),
    };
  }

  #stored() {
    if (!this.#stores) {
      const { globalState, globalStorageUri, workspaceState } = this.#context;
      const notes = new FileMemory(vscode.Uri.joinPath(globalStorageUri, 'places').fsPath, 'places.json');
      const [global, workspace] = [new MementoMemory(globalState), new MementoMemory(workspaceState)];
      const services = {
        secrets: this.#secrets,
        clock: systemClock,
        notes,
        onDeleted: (stored: StoredSecret, revoked: boolean) => this.#logDeleted(stored, revoked),
      };
      this.#stores = {
        user: new StoredSecrets({ ...services, memory: global, settingsId: `${idIn(global)}.${idIn(notes)}` }),
        workspace: new StoredSecrets({ ...services, memory: workspace, settingsId: idIn(workspace) }),
      };
    }
    return this.#stores;
  }

  #logDeleted({ kind, name }: StoredSecret, revoked: boolean): void {
    this.#log ??= vscode.window.createOutputChannel('MCP Elicitation Host', { log: true });
    if (kind === 'input') {
      this.#log.info(
        vscode.l10n.t(
          'The value of the input {0} was deleted, because the settings no longer define it.',
          plainName(name),
        ),
      );
    } else if (revoked) {
      this.#log.info(
        vscode.l10n.t(
          'The sign-in to {0} was deleted, because its entry is no longer in the settings.',
          plainName(name),
        ),
      );
    } else {
      this.#log.warn(
        vscode.l10n.t(
          'The sign-in to {0} was deleted on this machine, because its entry is no longer in the settings. Its authorization server could not be reached, so its tokens stay valid until they expire.',
          plainName(name),
        ),
      );
    }
  }
}

/** The id of a store, which is created at the first call. */
function idIn(memory: StateStore): string {
  const stored = memory.get('place');
  if (typeof stored === 'string') {
    return stored;
  }
  const id = randomUUID();
  memory.set('place', id);
  return id;
}
