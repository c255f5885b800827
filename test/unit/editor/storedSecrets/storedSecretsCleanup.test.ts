import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { grantKey } from '#core/authorization/grantStore.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { deletionDelayMs, trustedTimeKey } from '#core/storedSecrets/storedSecrets.ts';
import type { InputValueStore } from '#editor/servers/inputValueStore.ts';
import type { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { isRecord } from '#form/json.ts';
import { InMemorySecretStore } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';
import { unreachableGrant } from '#test/unit/core/storedSecrets/storedSecretsTestBed.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const scope = { kind: 'user' } as const;
const servers = { mine: { url: 'https://mine.example' }, other: { url: 'https://other.example' } };
const definitions = Object.entries(servers).map(
  ([name, { url }]) =>
    ({ id: `user:${name}`, name, scope, entry: { type: 'http', url } }) as unknown as ServerDefinition,
);
const [mine = '', other = ''] = definitions.map(grantKey);

function memento(): vscode.Memento {
  const values = new Map<string, unknown>();
  const update = async (key: string, value: unknown) => void values.set(key, value);
  return { get: (key: string) => values.get(key), update, keys: () => [...values.keys()] } as vscode.Memento;
}

const timeIn = (stored: unknown) => (isRecord(stored) && typeof stored['at'] === 'number' ? stored['at'] : 0);

describe('a stored secret of a removed entry', () => {
  let folder: string;
  const now = Date.now;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entries-'));
  });
  afterEach(async () => {
    Date.now = now;
    await rm(folder, { recursive: true, force: true });
  });

  async function settings(path: string, value: object): Promise<void> {
    await mkdir(join(folder, 'User', path), { recursive: true });
    await writeFile(join(folder, 'User', path, 'settings.json'), JSON.stringify({ 'mcpElicitation.servers': value }));
  }

  /** Removes the entries from the editor's settings, and waits until `other` is deleted a week later. Returns the log. */
  async function removeEntries(secrets: InMemorySecretStore): Promise<string[]> {
    const lines: string[] = [];
    await withVscodeStub(async () => {
      const stub = await import('#test/unit/editor/dialogs.ts');
      const log = (line: string) => lines.push(line);
      Object.assign(stub.window, { createOutputChannel: () => ({ info: log, warn: log, dispose: () => undefined }) });
      const { StoredSecretsCleanup } = await import('#editor/storedSecrets/storedSecretsCleanup.ts');
      const changed = new stub.EventEmitter<void>();
      const settings = {
        scopes: [scope],
        definitions,
        problems: [],
        inputsOf: () => new Map(),
        valueOf: (): unknown => servers,
      };
      const configured = { settings, onDidChange: changed.event };
      const globalState = memento();
      const context = {
        globalState,
        workspaceState: memento(),
        globalStorageUri: { scheme: 'file', fsPath: join(folder, 'User/globalStorage/ours') },
      };
      const entries = new StoredSecretsCleanup(
        context as unknown as vscode.ExtensionContext,
        secrets,
        configured as unknown as ConfiguredServers,
        {} as InputValueStore,
      );
      const index = () => JSON.stringify(globalState.keys().map((key) => globalState.get(key)));
      try {
        await until(() => index().includes('other'));
        configured.settings = { ...settings, definitions: [], valueOf: () => ({}) };
        changed.fire();
        await until(() => index().includes('goneSince'));
        // In steps: a clock that leaps is not trusted at once.
        for (const share of [0.25, 0.5, 0.75, 1]) {
          Date.now = () => now() + share * deletionDelayMs;
          const reached = Date.now();
          changed.fire();
          await until(() => timeIn(globalState.get(trustedTimeKey)) >= reached);
        }
        await until(() => {
          changed.fire();
          return !secrets.values.has(other);
        });
        await until(() => lines.some((line) => line.includes('other')));
      } finally {
        entries.dispose();
      }
    });
    return lines;
  }

  it('is kept if the settings of another profile, which shares the state, have the entry', async () => {
    const secrets = new InMemorySecretStore();
    await secrets.set(mine, '[]');
    await secrets.set(other, '[]');
    await settings('', { mine: servers.mine });
    await settings('profiles/b', {});
    const lines = await removeEntries(secrets);
    assert.deepEqual([...secrets.values.keys()], [mine]);
    assert.equal(lines.length, 1);
  });

  it('is logged as still valid if its authorization server was not reached', async () => {
    const secrets = new InMemorySecretStore();
    await secrets.set(other, JSON.stringify([unreachableGrant]));
    await settings('', {});
    const [line] = await removeEntries(secrets);
    assert.match(line ?? '', /other .*authorization server could not be reached.*valid until they expire/);
  });
});
