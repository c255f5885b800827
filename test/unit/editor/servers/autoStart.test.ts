import assert from 'node:assert/strict';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { Server } from '#core/servers/server.ts';
import type { AutoStart } from '#editor/common/contributions.ts';
import { startOnStartup } from '#editor/servers/autoStart.ts';

interface Options {
  readonly autoStart?: AutoStart;
  readonly kind?: 'user' | 'builtIn';
  readonly enabled?: boolean;
  readonly wouldAsk?: (definition: ServerDefinition) => Promise<boolean>;
  readonly start?: (name: string) => Promise<void>;
}

/** Opens a window with the servers `one` and `two`. @returns the names of the started servers */
async function namesOfStarted(options: Options): Promise<string[]> {
  const { autoStart = 'onStartup', kind = 'user', enabled = true, wouldAsk = async () => false } = options;
  const names: string[] = [];
  const server = (name: string) => ({
    definition: { name, scope: { kind }, entry: { enabled } },
    start: async () => {
      names.push(name);
      await options.start?.(name);
    },
  });
  const all = [server('one'), server('two')] as unknown as Server[];
  await startOnStartup({ autoStart }, { all }, { wouldAsk });
  return names;
}

describe('when the window opens', () => {
  it('no server starts without the user setting', async () =>
    assert.deepEqual(await namesOfStarted({ autoStart: 'onDemand' }), []));

  it('all servers start with the user setting', async () => assert.deepEqual(await namesOfStarted({}), ['one', 'two']));

  it('a server whose start would ask the user stays stopped', async () =>
    assert.deepEqual(await namesOfStarted({ wouldAsk: async ({ name }) => name === 'one' }), ['two']));

  it('a server with an invalid entry is started, so that its failure is shown', async () =>
    assert.deepEqual(await namesOfStarted({ wouldAsk: () => Promise.reject(new Error('no such envFile')) }), [
      'one',
      'two',
    ]));

  it('a server that fails does not keep the others from starting', async () => {
    const start = (name: string) => (name === 'one' ? Promise.reject(new Error('broken')) : Promise.resolve());
    assert.deepEqual(await namesOfStarted({ start }), ['one', 'two']);
  });

  it('disabled servers and the demo stay stopped', async () => {
    assert.deepEqual(await namesOfStarted({ enabled: false }), []);
    assert.deepEqual(await namesOfStarted({ kind: 'builtIn' }), []);
  });
});
