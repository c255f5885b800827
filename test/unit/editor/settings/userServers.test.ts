import assert from 'node:assert/strict';
import { readImportFile } from '#core/configuration/importFile.ts';
import type { InputDefinition } from '#core/configuration/inputDefinitions.ts';
import { planImport } from '#editor/adding/importPlan.ts';
import { InputValueStore } from '#editor/servers/inputValueStore.ts';
import { UserServers } from '#editor/settings/userServers.ts';
import { StubStore, stubStores } from '#test/unit/editor/servers/stubStores.ts';

const user = { kind: 'user' } as const;
const passwordOf = (id: string) => ({ scope: user, id, password: true }) as const;
const github = { github: { command: 'npx', env: { GITHUB_TOKEN: 'ghp_abcd1234efgh' } } };

/** The settings of one profile, which shares SecretStorage with other profiles. */
class Profile {
  readonly values: InputValueStore;
  readonly inputs = new Map<string, InputDefinition>();
  readonly entries = new Map<string, unknown>();
  /** The error with which the settings refuse to be written. */
  refusal: Error | undefined;
  readonly servers: UserServers;

  constructor(secrets: StubStore) {
    this.values = new InputValueStore(stubStores(secrets), 'here');
    const configured = { settings: { inputsOf: () => this.inputs }, refresh: () => undefined } as never;
    this.servers = new UserServers({ settings: this.#settings(), configured, inputValues: this.values });
  }

  async import(servers: object): Promise<void> {
    const { candidates } = readImportFile('cursor', JSON.stringify({ mcpServers: servers }));
    await this.servers.add(await planImport(candidates, this.entries, this.servers));
  }

  #settings() {
    return {
      entries: () => this.entries,
      add: async (_: unknown, entries: object, inputs: readonly unknown[] = []) => {
        if (this.refusal) {
          throw this.refusal;
        }
        Object.entries(entries).forEach(([name, entry]) => void this.entries.set(name, entry));
        (inputs as InputDefinition[]).forEach((input) => void this.inputs.set(input.id, input));
      },
      remove: async (name: string, ids: readonly string[]) => {
        this.entries.delete(name);
        ids.forEach((id) => void this.inputs.delete(id));
      },
    };
  }
}

describe('the servers of the user settings', () => {
  let secrets: StubStore;
  let profile: Profile;
  beforeEach(() => {
    secrets = new StubStore();
    profile = new Profile(secrets);
  });

  it('know of values that other settings have stored', async () => {
    assert.equal(await profile.servers.hasValue('token'), false);
    await new Profile(secrets).values.set(passwordOf('token'), 'typed');
    assert.deepEqual([await profile.servers.hasValue('token'), profile.servers.inputIds], [true, []]);
  });

  it('leave a stored value as it was if they cannot be added', async () => {
    profile.refusal = new Error('The settings are read-only.');
    await profile.values.set(passwordOf('github-GITHUB_TOKEN'), 'first');
    const added = ['github-GITHUB_TOKEN', 'other'].map((inputId) => ({ inputId, value: 'second' }));
    await assert.rejects(profile.servers.add({ entries: {}, inputs: [], secrets: added }), profile.refusal);
    assert.equal(await profile.values.get(passwordOf('github-GITHUB_TOKEN')), 'first');
    assert.equal(await profile.values.get(passwordOf('other')), undefined);
  });

  it('have a secret of their own if another profile has imported a server of that name', async () => {
    const other = new Profile(secrets);
    await other.import(github);
    await profile.import({ github: { ...github.github, env: { GITHUB_TOKEN: 'ghp_5678ijklmnop' } } });
    const valuesOf = ({ inputs, values }: Profile) =>
      Promise.all([...inputs.keys()].map((id) => values.get(passwordOf(id))));
    assert.deepEqual([await valuesOf(other), await valuesOf(profile)], [['ghp_abcd1234efgh'], ['ghp_5678ijklmnop']]);

    await profile.servers.remove('github', [...profile.inputs.keys()]);
    assert.deepEqual([await valuesOf(other), profile.entries.size, secrets.kept.size], [['ghp_abcd1234efgh'], 0, 1]);
  });

  it('are not added again by a second import', async () => {
    await new Profile(secrets).import(github);
    await profile.import(github);
    await profile.import(github);
    assert.deepEqual([[...profile.entries.keys()], profile.inputs.size], [['github'], 1]);
  });
});
