import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('a request while the user works elsewhere', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    settings: { 'mcpElicitation.servers': { asker: asker.entry }, 'mcpElicitation.attention': 'badge' },
    files: { 'notes.txt': '' },
  }));

  beforeEach(() => rm(asker.goFile, { force: true }));

  const notes = () => workbench().page.locator('.editor-instance .monaco-editor.focused');

  /** Runs a tool, turns to an editor once the panel says this, and has the server ask then. */
  async function askedMeanwhile(tool = 'ask_later', said = 'running tool'): Promise<void> {
    await host.runTool('asker', tool);
    await host.panel.getByText(said).first().waitFor();
    await workbench().page.locator('.explorer-viewlet').getByRole('treeitem', { name: 'notes.txt' }).dblclick();
    await notes().waitFor();
    await asker.go();
  }

  /** Leads to the question by the status bar, which tells of it whatever else does, and answers it: once, and that is all. */
  async function answerByStatusBar(tool = 'ask_later'): Promise<void> {
    const count = workbench().statusBarItem('1 MCP question');
    await count.click();
    await host.field('late answer').and(host.panel.locator(':focus')).waitFor();
    await host.field('late answer').fill('here');
    await host.answer('Submit');
    await count.waitFor({ state: 'detached' });
    assert.deepEqual(await asker.receivedLines(1), [`${tool} accept {"answer":"here"}`]);
  }

  it('shows only on the badge and in the status bar where the settings say so', async () => {
    await askedMeanwhile();
    await workbench().statusBarItem('1 MCP question').waitFor();
    const badge = workbench()
      .page.locator('.activitybar')
      .getByRole('tab', { name: /MCP Elicitation.*1 MCP question/ });
    await badge.waitFor();
    assert.equal(await workbench().notifications.count(), 0);
    assert.equal(await host.field('late answer').isVisible(), false);
    await answerByStatusBar();
    await badge.waitFor({ state: 'detached' });
  });

  it('answers nothing when its tab is closed, out of sight all the while', async () => {
    await askedMeanwhile();
    const count = workbench().statusBarItem('1 MCP question');
    await count.waitFor();
    await host.field('late answer').waitFor({ state: 'attached' });
    const tab = workbench().tabs.filter({ hasText: 'asker' });
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
    await answerByStatusBar();
  });

  it('has its buttons ignore input when its tab comes into sight, though they were drawn long before', async () => {
    await askedMeanwhile();
    const submit = host.panel.getByRole('button', { name: 'Submit', includeHidden: true });
    await submit.and(host.panel.locator(':not([aria-disabled])')).waitFor({ state: 'attached' });
    const changed = await submit.evaluateHandle((button) => ({
      first: new Promise<string | null>((resolve) => {
        const read = () => resolve(button.getAttribute('aria-disabled'));
        new MutationObserver(read).observe(button, { attributeFilter: ['aria-disabled'] });
      }),
    }));
    await workbench().tabs.filter({ hasText: 'asker' }).click();
    assert.equal(await changed.evaluate(({ first }) => first), 'true');
    await host.field('late answer').fill('here');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask_later accept {"answer":"here"}']);
  });

  it('leaves the focus in the panel after the answer to a call of the user, whose result follows there', async () => {
    await askedMeanwhile();
    await answerByStatusBar();
    await host.panel.getByRole('heading', { name: /ask_later on asker/ }).waitFor();
    assert.equal(await notes().count(), 0);
    await host.panel.locator('h1:focus').waitFor();
  });

  it('returns the focus after the answer to the editor that had it before', async () => {
    await askedMeanwhile('ask_afterwards', 'asked later');
    await answerByStatusBar('ask_afterwards');
    await notes().waitFor();
    await workbench().page.keyboard.type('here again');
    await workbench()
      .page.locator('.view-line', { hasText: /here.again/ })
      .waitFor();
  });

  it('shows a notification and no panel where the settings say so', async () => {
    const servers = { asker: asker.entry };
    await workbench().writeSettings({ 'mcpElicitation.servers': servers, 'mcpElicitation.attention': 'notification' });
    await askedMeanwhile();
    await workbench().notification('asker is asking you something').waitFor();
    assert.equal(await host.field('late answer').isVisible(), false);
    await answerByStatusBar();
    await workbench().notification('asker is asking you something').waitFor({ state: 'detached' });
    await workbench().runCommand('Notifications: Show Notifications');
    await workbench().page.locator('.notifications-center').getByText('No new notifications').waitFor();
    await workbench().page.keyboard.press('Escape');
  });

  it('opens from its notification, which then closes', async () => {
    await askedMeanwhile();
    const told = workbench().notification('asker is asking you something');
    await told
      .getByRole('link', { name: 'Answer' })
      .or(told.getByRole('button', { name: 'Answer' }))
      .click();
    await host.field('late answer').and(host.panel.locator(':focus')).waitFor();
    await told.waitFor({ state: 'detached' });
    await host.answer('Cancel');
  });
});
