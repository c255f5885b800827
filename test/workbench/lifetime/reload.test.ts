import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import { RefusingServer } from '#test/workbench/harness/refusingServer.ts';
import { recordedOutcomes } from '#test/workbench/harness/storage.ts';

const eras = ['legacy', 'modern'] as const;

describe('a window that is loaded anew at once', function () {
  this.timeout(120_000);
  const servers: RefusingServer[] = [];
  const { workbench, host, asker } = useRecordingServers(async (asker) => {
    servers.push(...(await Promise.all(eras.map((era) => RefusingServer.start(era)))));
    const { env, ...entry } = asker.entry;
    return {
      settings: {
        'mcpElicitation.servers': {
          ...Object.fromEntries(eras.map((era, index) => [era, servers[index]?.entry])),
          asker: asker.entry,
          secretive: { ...entry, env: { ...(env as object), TOKEN: `\${input:token}` } },
        },
        'mcpElicitation.inputs': [{ type: 'promptString', id: 'token', description: 'Token', password: true }],
      },
    };
  });
  after(() => {
    for (const server of servers) {
      server.stop();
    }
  });

  for (const [index, era] of eras.entries()) {
    it(`has kept the answer that was being sent, which is not sent again by itself (${era})`, async () => {
      const server = servers[index];
      assert.ok(server);
      const before = (await recordedOutcomes(workbench())).length;
      await server.setTreatment('silent');
      await host.runTool(era, 'ask');
      await host.field('name').fill('Ann');
      await host.answer('Submit');
      await host.panel.getByText('Sending your answer…').waitFor();
      await eventually('the server has read the answer', async () => (await server.state()).answers.length === 1);
      await workbench().reload();
      await eventually('the record has it', async () => (await recordedOutcomes(workbench())).length > before);
      assert.deepEqual((await recordedOutcomes(workbench())).slice(before), ['accept unknown']);
      await host.runTool(era, 'ask');
      await host.waitUntilReady();
      assert.equal(await host.field('name').inputValue(), 'Ann');
      const seen = await server.state();
      assert.deepEqual([seen.answers.length, seen.used.length], [1, 0]);
      await host.answer('Submit');
      await host.panel.getByRole('heading', { name: `ask on ${era}`, exact: true }).waitFor();
      assert.equal((await server.waitForUsedAnswer()).used.length, 1);
      await eventually(
        'the record has that too',
        async () => (await recordedOutcomes(workbench())).length === before + 2,
      );
    });
  }

  it('has kept what was answered with "use these answers next time", as soon as the server has it', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('my first cat');
    await host.panel.getByRole('checkbox', { name: 'Use these answers next time' }).check();
    await host.answer('Submit');
    await asker.receivedLines(1);
    await workbench().reload();
    await host.runTool('asker', 'ask');
    await host.waitUntilReady();
    assert.equal(await host.field('password hint').inputValue(), 'my first cat');
    await host.answer('Cancel');
  });

  it('has kept the secret that was typed for an input, as soon as the server runs with it', async () => {
    const start = async () => {
      await host.showView();
      await workbench().runCommand('MCP Elicitation: Start Server');
      await workbench().choose('secretive');
    };
    await start();
    // The list of servers takes text as well.
    await workbench().quickInput.getByText('secretive: token').waitFor();
    await workbench().enter('open sesame');
    await host.serverItem(/^secretive, running/).waitFor();
    await workbench().reload();
    await start();
    await host.serverItem(/^secretive, running/).waitFor();
  });
});
