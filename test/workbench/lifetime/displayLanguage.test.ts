import assert from 'node:assert/strict';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('an editor whose display language is German', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers(() => ({ locale: 'de' }));

  it('has the command, the form and the status bar in German, and the answer is sent as it was given', async () => {
    await workbench().runCommand('MCP Elicitation: Tool ausführen...');
    await workbench().quickInput.getByRole('option', { name: 'asker, gestoppt' }).click();
    await workbench()
      .quickInput.getByRole('option', { name: /^ask(,|$)/ })
      .click();
    await host.field('password hint').waitFor();
    await host.panel.getByRole('button', { name: 'Absenden' }).waitFor();
    await host.panel.getByRole('button', { name: 'Ablehnen' }).waitFor();
    await workbench().statusBarItem('1 MCP-Frage').waitFor();
    await host.field('password hint').fill('die Katze');
    // At first, buttons ignore clicks.
    const ready = host.panel.locator('button.push:not([aria-disabled="true"], [data-replaced] *, [data-quiet] *)');
    await ready.filter({ hasText: 'Absenden' }).click();
    assert.deepEqual(await asker.receivedLines(1), ['ask accept {"answer":"die Katze"}']);
  });
});
