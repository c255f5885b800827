import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import { RefusingServer } from '#test/workbench/harness/refusingServer.ts';
import { recordedOutcomes } from '#test/workbench/harness/storage.ts';

const eras = ['legacy', 'modern'] as const;

describe('a window that is reloaded immediately', function () {
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
    it(`keeps the answer that was being sent, and does not send it again without the user (${era})`, async () => {
      const server = servers[index];
      assert.ok(server);
      const earlierOutcomes = (await recordedOutcomes(workbench())).length;
      await server.setTreatment('silent');
      await host.runTool(era, 'ask');
      await host.field('name').fill('Ann');
      await host.answer('Submit');
      await host.panel.getByText('Sending your answer…').waitFor();
      await eventually('the server has read the answer', async () => (await server.state()).answers.length === 1);
      await workbench().reload();
      await eventually(
        'the record has the outcome',
        async () => (await recordedOutcomes(workbench())).length > earlierOutcomes,
      );
      assert.deepEqual((await recordedOutcomes(workbench())).slice(earlierOutcomes), ['accept unknown']);
      await host.runTool(era, 'ask');
      await host.waitUntilReady();
      assert.equal(await host.field('name').inputValue(), 'Ann');
      const state = await server.state();
      assert.deepEqual([state.answers.length, state.used.length], [1, 0]);
      await host.answer('Submit');
      await host.panel.getByRole('heading', { name: `Result of ask on ${era}`, exact: true }).waitFor();
      assert.equal((await server.waitForUsedAnswer()).used.length, 1);
      await eventually(
        'the record has the second outcome',
        async () => (await recordedOutcomes(workbench())).length === earlierOutcomes + 2,
      );
    });
  }

  it('keeps an answer sent with "use these answers next time" if the server has received it before the reload', async () => {
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

  it('keeps the secret typed for an input if the server has started with it before the reload', async () => {
    const start = async () => {
      await host.showView();
      await workbench().runCommand('MCP Elicitation: Start Server');
      await workbench().choose('secretive');
    };
    await start();
    // Waits for the prompt: the list of servers before it has a text box, too.
    await workbench().quickInput.getByText('secretive: token').waitFor();
    await workbench().enter('open sesame');
    await host.serverItem(/^secretive, running/).waitFor();
    await workbench().reload();
    await start();
    await host.serverItem(/^secretive, running/).waitFor();
  });
});
