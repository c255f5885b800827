import assert from 'node:assert/strict';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import type { PreparedCall } from '#editor/commands/runCall.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const request = { kind: 'tool', name: 'forecast', arguments: {} } as const;

/** Runs a call for a program, and returns what happened in the panel. `has`: the server is still configured. */
async function run(prepare: () => PreparedCall, has = true): Promise<string[]> {
  const happened: string[] = [];
  const server = {
    definition: weatherServer,
    offerings: { tools: [] },
    calls: [{ id: 'c1', request }],
    call: async () => {
      happened.push('sent');
      await new Promise(setImmediate);
      return { content: [] };
    },
  };
  const context = {
    servers: { get: () => (has ? server : undefined) },
    panel: { addResult: ({ outcome }: { outcome: { kind: string } }) => happened.push(outcome.kind) },
    controller: { hostScreens: { endBeginning: () => happened.push('not beginning') } },
  };
  await withVscodeStub(async () => {
    const { runCallCommand } = await import('#editor/commands/runCall.ts');
    await runCallCommand(context as unknown as CommandContext, 'program', async () => ({
      ...prepare(),
      server: server as unknown as PreparedCall['server'],
    })).catch(() => happened.push('failed'));
  });
  return happened;
}

describe('a call whose arguments the user has sent', () => {
  const prepared = () =>
    ({ target: { kind: 'tool', name: 'forecast' }, request, secrets: { masked: [] } }) as unknown as PreparedCall;

  it('does not count as beginning any more once it runs', async () => {
    assert.deepEqual(await run(prepared), ['sent', 'not beginning', 'result']);
  });

  it('does not count as beginning any more if it cannot be prepared', async () => {
    const fail = () => {
      throw new Error('The template cannot be read.');
    };
    assert.deepEqual(await run(fail), ['not beginning', 'failed']);
  });

  it('does not count as beginning any more if its server is gone', async () => {
    assert.deepEqual(await run(prepared, false), ['not beginning', 'failed']);
  });
});
