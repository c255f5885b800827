import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { SecretStore } from '#core/authorization/authorizationServices.ts';
import { grantKey } from '#core/authorization/grantStore.ts';
import { systemClock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { Scope } from '#core/model/definition.ts';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { type ScopeSnapshot, type StoredSecret, StoredSecrets } from '#core/storedSecrets/storedSecrets.ts';
import { MementoMemory } from '#editor/common/mementoMemory.ts';
import { plainName } from '#editor/common/plainText.ts';
import { scopeKey } from '#editor/common/scopeKey.ts';
import type { InputValueStore } from '#editor/servers/inputValueStore.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { isFromWorkspace } from '#editor/settings/scopes.ts';
import { readSetting, type SettingInFiles } from './settingsFiles.ts';

/** Milliseconds between two looks at what is stored, beside those when settings change. */
const pause = 60 * 60 * 1000;

/** Something that is stored, and that the settings have no use for. */
export interface UnusedSecret {
  readonly name: string;
  readonly scope: Scope;
  /** False when the settings may have it in a part that cannot be read. */
  readonly isGone: boolean;
  /** Deletes it now. False when an authorization server did not take back what it had granted. */
  delete(): Promise<boolean>;
}

/**
 * Keeps what is stored for entries in step with the settings of this window. What belongs to the user's entries is indexed in
 * the global state, which each profile has for itself; what belongs to a workspace's, in the workspace's state.
 */
export class StoredSecretsCleanup implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #secrets: SecretStore;
  readonly #configured: ConfiguredServers;
  readonly #inputValues: InputValueStore;
  readonly #subscriptions: vscode.Disposable[];
  #opened: { readonly user: StoredSecrets; readonly workspace: StoredSecrets } | undefined;
  #log: vscode.LogOutputChannel | undefined;
  #looking: Promise<void> = Promise.resolve();

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
    const timer = setInterval(() => this.#look(), pause).unref();
    this.#subscriptions = [configured.onDidChange(() => this.#look()), { dispose: () => clearInterval(timer) }];
    this.#look();
  }

  async unused(kind: StoredSecret['kind']): Promise<readonly UnusedSecret[]> {
    const found = await Promise.all(
      this.#scopes().map(async ({ scope, stored, reading }) => {
        const unused = await stored.unused(reading);
        return unused
          .filter((one) => one.kind === kind)
          .map((one) => ({ name: one.name, scope, isGone: one.isGone, delete: () => stored.delete(one) }));
      }),
    );
    return found.flat();
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#log?.dispose();
  }

  /** Never throws: what could not be looked at is looked at the next time. */
  #look(): void {
    this.#looking = this.#looking
      .then(async () => {
        for (const { stored, reading } of this.#scopes()) {
          await stored.update(reading);
        }
      })
      .catch(() => undefined);
  }

  #scopes(): { scope: Scope; stored: StoredSecrets; reading: ScopeSnapshot }[] {
    const { user, workspace } = this.#stored();
    return this.#configured.settings.scopes.map((scope) => ({
      scope,
      stored: isFromWorkspace(scope) ? workspace : user,
      reading: this.#readingOf(scope),
    }));
  }

  #readingOf(scope: Scope): ScopeSnapshot {
    const { settings } = this.#configured;
    const key = scopeKey(scope);
    const problems = settings.problems.filter((one) => scopeKey(one.scope) === key);
    const servers = settings.definitions.filter((one) => scopeKey(one.scope) === key && one.entry.type !== 'stdio');
    const files = new Map<StoredSecret['kind'], Promise<SettingInFiles>>();
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
      isWhole: async (kind) => (await filesFor(kind)).isWhole,
      isInOtherFile: async ({ kind, name }) => (await filesFor(kind)).inOthers.has(name),
    };
  }

  #stored() {
    if (!this.#opened) {
      const { globalState, globalStorageUri, workspaceState } = this.#context;
      const machine = new FileMemory(vscode.Uri.joinPath(globalStorageUri, 'places').fsPath, 'places.json');
      const [global, workspace] = [new MementoMemory(globalState), new MementoMemory(workspaceState)];
      const services = {
        secrets: this.#secrets,
        clock: systemClock,
        notes: machine,
        onDeleted: (stored: StoredSecret, revoked: boolean) => this.#say(stored, revoked),
      };
      this.#opened = {
        user: new StoredSecrets({ ...services, memory: global, settingsId: `${idIn(global)}.${idIn(machine)}` }),
        workspace: new StoredSecrets({ ...services, memory: workspace, settingsId: idIn(workspace) }),
      };
    }
    return this.#opened;
  }

  #say({ kind, name }: StoredSecret, revoked: boolean): void {
    this.#log ??= vscode.window.createOutputChannel('MCP Elicitation Host', { log: true });
    if (kind === 'input') {
      this.#log.info(
        vscode.l10n.t(
          'The value of the input {0} was deleted: the settings do not define it any more.',
          plainName(name),
        ),
      );
    } else if (revoked) {
      this.#log.info(
        vscode.l10n.t('The sign-in to {0} was deleted: the settings do not have this entry any more.', plainName(name)),
      );
    } else {
      this.#log.warn(
        vscode.l10n.t(
          'The sign-in to {0} was deleted here: the settings do not have this entry any more. Its authorization server could not be told, so its tokens are valid until they expire.',
          plainName(name),
        ),
      );
    }
  }
}

/** Names a memory among all. */
function idIn(memory: StateStore): string {
  const known = memory.get('place');
  if (typeof known === 'string') {
    return known;
  }
  const id = randomUUID();
  memory.set('place', id);
  return id;
}
