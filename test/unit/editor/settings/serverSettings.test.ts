import assert from 'node:assert/strict';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const input = { type: 'promptString', id: 'token', description: 'token', password: true };

/**
 * Adds a server with an input to the user settings.
 * @param inputs The value of `inputs` before.
 * @param refuses True for a write that the editor refuses; `count`: the number of writes before it.
 * @returns The value of `inputs` after, and the error.
 */
async function addTo(inputs: unknown, refuses: (setting: string, count: number) => boolean) {
  const stub = await import('#test/unit/editor/dialogs.ts');
  const { getConfiguration } = stub.workspace;
  const values: Record<string, unknown> = { inputs };
  let count = 0;
  const configuration = {
    inspect: (key: string) => ({ globalValue: values[key] }),
    update: async (key: string, value: unknown) => {
      if (refuses(key, count)) {
        throw new Error(`${key} cannot be written.`);
      }
      count += 1;
      values[key] = value;
    },
  };
  Object.assign(stub.workspace, { getConfiguration: () => configuration });
  const { ServerSettings } = await import('#editor/settings/serverSettings.ts');
  const settings = new ServerSettings();
  try {
    const error: unknown = await settings.add('user', { mine: { command: 'run' } }, [input]).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, inputs: values['inputs'], servers: values['servers'] };
  } finally {
    settings.dispose();
    Object.assign(stub.workspace, { getConfiguration });
  }
}

describe('the settings to which a server is added', () => {
  for (const before of [undefined, [], [{ ...input, id: 'other' }]]) {
    it(`have the inputs ${JSON.stringify(before)} again if the server cannot be written`, () =>
      withVscodeStub(async () => {
        const { error, inputs } = await addTo(before, (setting) => setting === 'servers');
        assert.equal(String(error), 'Error: servers cannot be written.');
        assert.deepEqual(inputs, before);
      }));
  }

  it('fail with the first error if nothing more can be written', () =>
    withVscodeStub(async () => {
      const { error, inputs } = await addTo(undefined, (_, count) => count > 0);
      assert.deepEqual([String(error), inputs], ['Error: servers cannot be written.', [input]]);
    }));

  it('have the server and its input', () =>
    withVscodeStub(async () => {
      const added = await addTo(undefined, () => false);
      assert.deepEqual(added, { error: undefined, inputs: [input], servers: { mine: { command: 'run' } } });
    }));
});
