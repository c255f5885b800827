import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { RefusingServer } from '#test/workbench/harness/refusingServer.ts';
import { recordedOutcomes } from '#test/workbench/harness/storage.ts';

const eras = ['legacy', 'modern'] as const;

describe('an answer that the server accepts only after a sign-in', function () {
  this.timeout(120_000);
  let issuer: AuthorizationServer;
  let servers: readonly RefusingServer[] = [];
  const workbench = useWorkbench(async () => {
    issuer = await AuthorizationServer.start('[::1]');
    servers = await Promise.all(eras.map((era) => RefusingServer.start(era, issuer.url)));
    const entries = Object.fromEntries(eras.map((era, index) => [era, servers[index]?.entry]));
    return { settings: { 'mcpElicitation.servers': entries } };
  });
  const host = new ExtensionUi(workbench);
  after(() => {
    for (const server of servers) {
      server.stop();
    }
    return issuer?.stop();
  });

  for (const [index, era] of eras.entries()) {
    it(`is delivered once the user has signed in, and the panel shows that it waits for that (${era})`, async () => {
      const server = servers[index];
      assert.ok(server);
      const earlierOutcomes = (await recordedOutcomes(workbench())).length;
      await server.setTreatment('signIn');
      await host.runTool(era, 'ask');
      await host.field('name').fill('Ann');
      await host.answer('Submit');
      const { dialog } = workbench();
      await dialog.getByText(`${era} asks you to sign in at ${new URL(issuer.url).host}.`).waitFor();
      await host.panel.getByText('The server requires you to sign in before it accepts your answer.').waitFor();
      assert.deepEqual((await server.state()).used, []);
      await dialog.getByRole('button', { name: 'Open Browser' }).click();
      await host.panel.getByRole('heading', { name: `Result of ask on ${era}`, exact: true }).waitFor();
      const answer = { action: 'accept', content: { name: 'Ann' } };
      const expected = era === 'legacy' ? answer : { name: answer };
      const { answers, used, to } = await server.waitForUsedAnswer();
      assert.deepEqual([answers, used], [[expected, expected], [expected]]);
      assert.equal(new Set(to).size, 1);
      await eventually(
        'the record has the outcome',
        async () => (await recordedOutcomes(workbench())).length > earlierOutcomes,
      );
      assert.deepEqual((await recordedOutcomes(workbench())).slice(earlierOutcomes), ['accept']);
    });
  }
});
