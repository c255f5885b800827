import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { ResourceServer } from '#test/servers/authorization/resourceServer.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('a server that requires a sign-in', function () {
  this.timeout(120_000);
  let issuer: AuthorizationServer;
  let resource: ResourceServer;
  const workbench = useWorkbench(async () => {
    issuer = await AuthorizationServer.start('[::1]');
    resource = await ResourceServer.start(issuer, 'legacy');
    return { settings: { 'mcpElicitation.servers': { guarded: { url: resource.url } } } };
  });
  const host = new ExtensionUi(workbench);

  beforeEach(() => host.showView());
  after(() => Promise.all([issuer?.stop(), resource?.stop()]));

  const start = () => workbench().runCommand('MCP Elicitation: Start Server');

  it('opens no page before the user agrees to its host name', async () => {
    await start();
    await workbench().choose('guarded');
    const { dialog } = workbench();
    await dialog.getByText(`guarded asks you to sign in at ${new URL(issuer.url).host}.`).waitFor();
    assert.match((await dialog.textContent()) ?? '', /read, offline_access/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await host.serverItem(/^guarded, failed/).waitFor();
    assert.equal(issuer.count('authorize'), 0);
  });

  it('runs once the user has signed in in the browser', async () => {
    await start();
    await workbench().choose('guarded');
    await workbench().dialog.getByRole('button', { name: 'Open Browser' }).click();
    await host.serverItem(/^guarded, running/).waitFor();
    assert.deepEqual(issuer.events.slice(-2), ['authorize read offline_access', 'code']);
  });

  it('can be signed out of in its menu, and then stops', async () => {
    await host.chooseFromMenu(/^guarded, running/, 'Sign Out');
    await workbench()
      .notification(/signed out of guarded/)
      .waitFor();
    await host.serverItem(/^guarded, stopped/).waitFor();
    assert.equal(issuer.accessTokens.size, 0);
  });

  it('can be signed out of after its entry was removed', async () => {
    await start();
    await workbench().choose('guarded');
    await workbench().dialog.getByRole('button', { name: 'Open Browser' }).click();
    await host.serverItem(/^guarded, running/).waitFor();
    const settings = join(workbench().editor.folder, '../user-data/Machine/settings.json');
    await writeFile(settings, '{ "mcpElicitation.servers": {} }');
    await host.serverItem(/^guarded/).waitFor({ state: 'detached' });
    assert.equal(issuer.accessTokens.size, 1);

    await workbench().runCommand('MCP Elicitation: Sign Out');
    await workbench().choose(/guarded.*no longer configured/);
    await eventually('the tokens are revoked', async () => issuer.accessTokens.size === 0);
    await workbench().runCommand('MCP Elicitation: Sign Out');
    await workbench().notification('There is no server for this.').waitFor();
  });
});
