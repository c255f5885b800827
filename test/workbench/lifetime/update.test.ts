import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedExtension } from '#scripts/lib/releasedVersion.ts';
import { vsixPath } from '#scripts/lib/vsix.ts';
import { fromRoot } from '#test/root.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { ResourceServer } from '#test/servers/authorization/resourceServer.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';
import { untilDraftWritten, untilStateWritten } from '#test/workbench/harness/storage.ts';

const pages = { open: ['http://sign-in.example/in'], openOther: ['http://shop.example/'] };

describe('an update from version 0.1.0', function () {
  this.timeout(240_000);
  let issuer: AuthorizationServer;
  let resource: ResourceServer;
  const { workbench, host, asker } = useRecordingServers(async (asker) => {
    issuer = await AuthorizationServer.start('[::1]');
    resource = await ResourceServer.start(issuer, 'legacy');
    const { env, ...entry } = asker.entry;
    return {
      vsix: await releasedExtension('0.1.0'),
      settings: {
        'mcpElicitation.servers': {
          asker: asker.entry,
          guarded: { url: resource.url },
          secretive: { ...entry, env: { ...(env as object), TOKEN: `\${input:token}` } },
          shop: asker.entryOf('pageTools.ts', { PAGES: JSON.stringify(pages) }),
        },
        'mcpElicitation.inputs': [{ type: 'promptString', id: 'token', description: 'Token', password: true }],
      },
      files: {
        '.vscode/settings.json': JSON.stringify({ 'mcpElicitation.servers': { 'of the folder': asker.entry } }),
      },
      // What the page shows is of no interest.
      browserArguments: [`--host-resolver-rules=MAP *.example ${new URL(issuer.url).host}`],
    };
  });
  const history = new HistoryPage(workbench);
  const typed = 'soup of the day';
  after(() => Promise.all([issuer?.stop(), resource?.stop()]));

  const hint = () => host.field('password hint');
  const start = async (name: string) => {
    await workbench().runCommand('MCP Elicitation: Start Server');
    await workbench().choose(name);
  };

  /** Requests to open a page, and waits until the panel has shown what it knows of the site. */
  const askToOpen = async (tool: string) => {
    await host.runTool('shop', tool);
    await host.panel.getByRole('region', { name: 'asks you to open a web page' }).waitFor();
    await host.enabledButton('Open in Browser').waitFor();
  };
  const demoStep = () => workbench().page.locator('.getting-started-step').filter({ hasText: 'See a question' });
  const tickedDemoStep = () => demoStep().getByRole('checkbox', { checked: true }).first();
  const firstVisit = (site: string) => host.panel.getByText(`This server has not sent you to ${site} before.`);

  /**
   * Creates with 0.1.0 what has to survive the update: answers, a draft, an opened site, the demo, a sign-in, a secret, an
   * agreement, a record. Two tabs stay open, one with a form.
   */
  before(async () => {
    await host.showView();
    await host.runTool('asker', 'ask');
    await hint().fill('my first cat');
    await host.panel.getByRole('checkbox', { name: 'Use these answers next time' }).check();
    await host.answer('Submit');
    await host.panel.getByText('ask accept {"answer":"my first cat"}').waitFor();
    await untilStateWritten(workbench(), 'my first cat');
    await host.runTool('asker', 'ask_twice');
    await host.field('first name').fill('half typed');
    await untilDraftWritten(workbench(), 'half typed');
    await host.answer('Cancel');
    await host.field('second name').waitFor();
    await host.answer('Decline');
    await host.panel.getByText('second decline').waitFor();

    await asker.createGoFile('.end');
    await askToOpen('open');
    await firstVisit('sign-in.example').waitFor();
    const opened = workbench().page.context().waitForEvent('page');
    await host.answer('Open in Browser');
    await workbench().dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await (await opened).close();
    await host.panel.getByText('open is done', { exact: true }).waitFor();
    await untilStateWritten(workbench(), 'sign-in.example');
    await workbench().runCommand('Welcome: Open Walkthrough...');
    await workbench().choose('Get Started with MCP Elicitation');
    await demoStep().getByRole('button', { name: 'Try the Demo' }).click();
    await workbench().choice('Change a delivery address').waitFor();
    await workbench().page.keyboard.press('Escape');
    await tickedDemoStep().waitFor();
    await untilStateWritten(workbench(), 'demo.tried');

    await start('guarded');
    await workbench().dialog.getByRole('button', { name: 'Open Browser' }).click();
    await host.serverItem(/^guarded, running/).waitFor();
    await start('secretive');
    // Waits for the prompt: the list of servers before it has a text box, too.
    await workbench().quickInput.getByText('secretive: token').waitFor();
    await workbench().enter('open sesame');
    await host.serverItem(/^secretive, running/).waitFor();
    await start('of the folder');
    await host.enabledButton('Allow and Start').click();
    await host.serverItem(/^of the folder, workspace, running/).waitFor();
    await workbench().closeAllEditors();

    await history.show();
    await host.runTool('asker', 'order');
    await history.document.getByLabel('dish', { exact: true }).fill(typed);
    await untilDraftWritten(workbench(), typed);
    await workbench().runCommand('Extensions: Install from VSIX...');
    await workbench().enterPath(vsixPath);
    const loaded = workbench().page.waitForEvent('load');
    await workbench().notifications.getByRole('button', { name: 'Reload Now' }).click();
    await loaded;
    await workbench().waitUntilReady();
    await host.showView();
  });

  it('installs the new version', async () => {
    const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8'));
    const list = join(workbench().editor.folder, '../extensions/extensions.json');
    const installed: readonly { readonly version: string }[] = JSON.parse(await readFile(list, 'utf8'));
    assert.deepEqual(
      installed.map((extension) => extension.version),
      [version],
    );
    assert.notEqual(version, '0.1.0');
  });

  it('leaves no tab of 0.1.0, which the editor does not restore', async () => {
    // The new version runs as soon as it lists the servers.
    await host.serverItem(/^asker, /).waitFor();
    assert.deepEqual(await workbench().tabs.allTextContents(), []);
  });

  it('keeps the record, which is in order', async () => {
    await history.show();
    await history.verify('Everything is in order: 5 entries in 1 file.');
    for (const decision of ['Accepted', 'Cancelled', 'Declined', 'Opened', 'Withdrawn']) {
      await history.entries.filter({ hasText: decision }).waitFor();
    }
    await workbench().closeAllEditors();
  });

  it('keeps what was typed in a tab that was open during the update', async () => {
    await host.runTool('asker', 'order');
    await host.field('dish').waitFor();
    assert.equal(await host.field('dish').inputValue(), typed);
    await host.answer('Cancel');
    await host.panel.getByText('order cancel').waitFor();
    await workbench().closeAllEditors();
  });

  it('keeps the demo in the view, and the tick of its step', async () => {
    await host.serverItem(/^Demo, /).waitFor();
    await host.serverItem(/^Demo \(2026-07-28\), /).waitFor();
    await workbench().runCommand('MCP Elicitation: Open Walkthrough');
    await tickedDemoStep().waitFor();
    await workbench().closeAllEditors();
  });

  it('keeps the sites that the user has opened for a server', async () => {
    await askToOpen('openOther');
    await firstVisit('shop.example').waitFor();
    await host.answer('Decline');
    await host.panel.getByText('openOther decline').waitFor();
    await askToOpen('open');
    assert.equal(await firstVisit('sign-in.example').count(), 0);
    await host.answer('Decline');
    await host.panel.getByText('open decline').waitFor();
    await workbench().closeAllEditors();
  });

  it('keeps sign-ins, secrets and agreements, so that the user is not asked again', async () => {
    for (const [name, itemText] of [
      ['guarded', /^guarded, running/],
      ['secretive', /^secretive, running/],
      ['of the folder', /^of the folder, workspace, running/],
    ] as const) {
      await start(name);
      await host.serverItem(itemText).waitFor();
    }
    assert.equal(issuer.count('authorize'), 1);
  });

  it('keeps drafts and remembered answers', async () => {
    await host.runTool('asker', 'ask_twice');
    await host.field('first name').waitFor();
    assert.equal(await host.field('first name').inputValue(), 'half typed');
    await host.answer('Submit');
    await host.field('second name').waitFor();
    await host.answer('Decline');
    await host.panel.getByText('first accept {"answer":"half typed"}').waitFor();
    await host.runTool('asker', 'ask');
    await hint().waitFor();
    assert.equal(await hint().inputValue(), 'my first cat');
    await host.answer('Submit');
    await host.panel.getByText('ask accept {"answer":"my first cat"}').waitFor();
    await workbench().closeAllEditors();
  });

  it('continues the record, which is in order as a whole', async () => {
    await history.show();
    await history.entries.filter({ hasText: 'Accepted' }).nth(2).waitFor();
    await history.verify(/^Everything is in order: \d+ entries in \d files\./);
    const names = await readdir(workbench().editor.recordFolder);
    assert.ok(names.length >= 2, 'each version wrote separate files');
  });
});
