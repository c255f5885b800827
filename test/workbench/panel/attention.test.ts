import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('a request that arrives while the user works in an editor', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    settings: { 'mcpElicitation.servers': { asker: asker.entry }, 'mcpElicitation.attention': 'badge' },
    files: { 'notes.txt': '' },
  }));

  beforeEach(() => rm(asker.goFile, { force: true }));

  const focusedEditor = () => workbench().page.locator('.editor-instance .monaco-editor.focused');

  /** Runs a tool, opens a file in an editor as soon as the panel shows `panelText`, and then lets the server send its request. */
  async function requestWhileEditing(tool = 'ask_later', panelText = 'Running for'): Promise<void> {
    await host.runTool('asker', tool);
    await host.panel.getByText(panelText).first().waitFor();
    await workbench().page.locator('.explorer-viewlet').getByRole('treeitem', { name: 'notes.txt' }).dblclick();
    await focusedEditor().waitFor();
    await asker.createGoFile();
  }

  /** Opens the request from the status bar, answers it, and checks that the server receives one reply. */
  async function answerByStatusBar(tool = 'ask_later'): Promise<void> {
    const count = workbench().statusBarItem('1 MCP question');
    await count.click();
    await host.field('late answer').and(host.panel.locator(':focus')).waitFor();
    await host.field('late answer').fill('here');
    await host.answer('Submit');
    await count.waitFor({ state: 'detached' });
    assert.deepEqual(await asker.receivedLines(1), [`${tool} accept {"answer":"here"}`]);
  }

  it('is announced only on the badge and in the status bar if the setting is "badge"', async () => {
    await requestWhileEditing();
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

  it('gets no reply when its tab is closed without having been visible', async () => {
    await requestWhileEditing();
    const count = workbench().statusBarItem('1 MCP question');
    await count.waitFor();
    await host.field('late answer').waitFor({ state: 'attached' });
    const tab = workbench().tabs.filter({ hasText: 'asker' });
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
    await answerByStatusBar();
  });

  it('ignores input on its buttons at first when its hidden tab becomes visible', async () => {
    await requestWhileEditing();
    const submit = host.panel.getByRole('button', { name: 'Submit', includeHidden: true });
    await submit.and(host.panel.locator(':not([aria-disabled])')).waitFor({ state: 'attached' });
    const firstChange = await submit.evaluateHandle((button) => ({
      value: new Promise<string | null>((resolve) => {
        const read = () => resolve(button.getAttribute('aria-disabled'));
        new MutationObserver(read).observe(button, { attributeFilter: ['aria-disabled'] });
      }),
    }));
    await workbench().tabs.filter({ hasText: 'asker' }).click();
    assert.equal(await firstChange.evaluate(({ value }) => value), 'true');
    await host.field('late answer').fill('here');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask_later accept {"answer":"here"}']);
  });

  it('leaves the focus in the panel after its answer, if the user made the call, because the panel shows the result', async () => {
    await requestWhileEditing();
    await answerByStatusBar();
    await host.panel.getByRole('heading', { name: /ask_later on asker/ }).waitFor();
    assert.equal(await focusedEditor().count(), 0);
    await host.panel.locator('h1:focus').waitFor();
  });

  it('returns the focus to the editor after its answer, if it was sent after the result of the call', async () => {
    await requestWhileEditing('ask_afterwards', 'asked later');
    await answerByStatusBar('ask_afterwards');
    await focusedEditor().waitFor();
    await workbench().page.keyboard.type('here again');
    await workbench()
      .page.locator('.view-line', { hasText: /here.again/ })
      .waitFor();
  });

  /** Sets that a notification announces requests. `attentionContent`: it contains the server's words. */
  const useNotifications = (attentionContent: boolean) =>
    workbench().writeSettings({
      'mcpElicitation.servers': { asker: asker.entry },
      'mcpElicitation.attention': 'notification',
      'mcpElicitation.attentionContent': attentionContent,
    });

  async function openFromNotification(text: string): Promise<void> {
    const notification = workbench().notification(text);
    await notification
      .getByRole('link', { name: 'Answer' })
      .or(notification.getByRole('button', { name: 'Answer' }))
      .click();
    await host.field('late answer').and(host.panel.locator(':focus')).waitFor();
    await notification.waitFor({ state: 'detached' });
  }

  it('is announced by a notification without content, without the panel, if the settings say so', async () => {
    await useNotifications(false);
    await requestWhileEditing();
    await workbench().notification('asker is asking you something.').waitFor();
    assert.equal(await host.field('late answer').isVisible(), false);
    await answerByStatusBar();
    await workbench().notification('asker is asking you something').waitFor({ state: 'detached' });
    await workbench().runCommand('Notifications: Show Notifications');
    const empty = workbench().page.locator('.notifications-center').getByText('No new notifications');
    await empty.waitFor();
    await workbench().page.keyboard.press('Escape');
    await empty.waitFor({ state: 'hidden' });
  });

  it('is opened from its notification, which names the tool and quotes the message, and then closes', async () => {
    await useNotifications(true);
    await requestWhileEditing();
    await openFromNotification('“ask_later” of asker asks: “What is the late answer?”');
    await host.answer('Cancel');
    assert.deepEqual(await asker.receivedLines(1), ['ask_later cancel']);
  });

  it('is opened from its notification also if an older request waits', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').waitFor();
    await requestWhileEditing('ask_later', 'ask_later');
    await openFromNotification('asker asks: “What is the late answer?”');
    await host.field('late answer').fill('here');
    await host.answer('Submit');
    await host.field('password hint').waitFor();
    await host.answer('Cancel');
    assert.deepEqual(await asker.receivedLines(2), ['ask_later accept {"answer":"here"}', 'ask cancel']);
  });

  it('is announced when the panel is hidden, if it arrived while an older request was in sight', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').waitFor();
    await host.runTool('asker', 'ask_later');
    await host.panel.getByText('ask_later').first().waitFor();
    await asker.createGoFile();
    await host.panel.getByText('2 waiting').waitFor();
    assert.equal(await workbench().notification('asker asks').count(), 0);
    await workbench().page.locator('.explorer-viewlet').getByRole('treeitem', { name: 'notes.txt' }).dblclick();
    await openFromNotification('asker asks: “What is the late answer?”');
    await host.answer('Cancel');
    await host.field('password hint').waitFor();
    await host.answer('Cancel');
    assert.deepEqual(await asker.receivedLines(2), ['ask_later cancel', 'ask cancel']);
  });
});
