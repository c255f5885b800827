import assert from 'node:assert/strict';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

/** An invented token in the shape of a GitHub token. */
const token = `ghp_${'a1B2'.repeat(9)}`;

describe('a secret in a form', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    settings: { 'mcpElicitation.servers': { asker: asker.entryOf('secretForms.ts') } },
  }));

  const confirmation = () => host.panel.getByRole('checkbox', { name: /^Send .* to asker anyway/ });
  const focused = (name: string) => host.field(name).and(host.panel.locator(':focus'));
  const typeOf = (name: string) => host.field(name).evaluate((element) => element.getAttribute('type'));

  it('is masked and explained, and sent only after a confirmation, by keyboard alone', async () => {
    const { page } = workbench();
    await host.runTool('asker', 'connect');
    await focused('Account').waitFor();
    await page.keyboard.type('ada');
    await page.keyboard.press('Tab');
    await focused('API key').waitFor();
    assert.equal(await typeOf('API key'), 'password');
    assert.match(
      await host.field('API key').evaluate((element) => {
        const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      }),
      /asks for an API key or another secret key\. The server can read and keep it/,
    );
    await page.keyboard.type('open sesame');

    await page.keyboard.press('Tab');
    await host.button('Show password: API key').and(host.panel.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await typeOf('API key'), 'text');
    await page.keyboard.press('Space');
    assert.equal(await typeOf('API key'), 'password');
    assert.equal(await host.field('API key').inputValue(), 'open sesame');

    await host.waitUntilReady();
    await page.keyboard.press('ControlOrMeta+Enter');
    await host.enabledButton('Submit').waitFor();
    assert.doesNotMatch(await host.panel.locator('body').innerText(), /sesame/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await confirmation().and(host.panel.locator(':focus')).waitFor();
    await host.panel.getByText('Send my API key to asker anyway').waitFor();
    await host.waitUntilReady();
    // Submitting once more without the checkbox is not enough.
    await page.keyboard.press('ControlOrMeta+Enter');
    assert.deepEqual(await asker.receivedLines(0), []);
    await page.keyboard.press('Space');
    await host.waitUntilReady();
    await page.keyboard.press('ControlOrMeta+Enter');
    assert.deepEqual(await asker.receivedLines(1), ['connect accept {"account":"ada","api_key":"open sesame"}']);

    await workbench().runCommand('MCP Elicitation: Show Wire...');
    await workbench().choose('accept');
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await page.keyboard.press('ControlOrMeta+End');
    await page
      .locator('.monaco-editor .view-line')
      .filter({ hasText: /"api_key":.*"\(withheld\)"/ })
      .waitFor();
    assert.equal(await page.locator('.monaco-editor .view-line').filter({ hasText: 'sesame' }).count(), 0);
    await workbench().closeAllEditors();
  });

  it('is detected if it was pasted into an ordinary field, and only confirmed secrets are sent', async () => {
    const { page } = workbench();
    await host.runTool('asker', 'feedback');
    await focused('Note').waitFor();
    await page.keyboard.insertText(`it is ${token}`);
    await host.panel.getByText('The text in this field looks like an access token of GitHub.').waitFor();
    assert.equal(await typeOf('Note'), 'password');
    await focused('Note').waitFor();
    await page.keyboard.type('!');
    assert.equal(await host.field('Note').inputValue(), `it is ${token}!`);

    await host.answer('Submit');
    await host.panel.getByText('Send my Note (an access token of GitHub) to asker anyway').waitFor();
    await confirmation().check();
    // A second secret, typed after the first was confirmed, is not confirmed with it.
    await host.panel.locator('.review summary', { hasText: 'Left out: ' }).click();
    await host.button('Edit More').click();
    await host.field('More').focus();
    await page.keyboard.insertText('4242 4242 4242 4242');
    await page.keyboard.press('ControlOrMeta+Enter');
    await host.panel.getByText('More (the number of a payment card) to asker anyway').waitFor();
    assert.equal(await confirmation().isChecked(), false);
    assert.equal(
      await host
        .field('More')
        .evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-text-security')),
      'disc',
    );
    assert.deepEqual(await asker.receivedLines(0), []);

    // Removed secrets need no confirmation.
    await host.enabledButton('Back to the Form').click();
    await host.field('More').fill('');
    await host.field('Note').fill('fine');
    await confirmation().waitFor({ state: 'hidden' });
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['feedback accept {"note":"fine"}']);
  });

  it('is shown with its confirmation in every theme', async () => {
    await host.runTool('asker', 'connect');
    await focused('Account').waitFor();
    await host.field('API key').fill('open sesame');
    await host.answer('Submit');
    await confirmation().waitFor();
    await workbench().screenshots('secrets');
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(1), ['connect decline']);
  });

  it('is not requested from the user if the settings refuse such forms', async () => {
    const servers = { asker: asker.entryOf('secretForms.ts') };
    await workbench().writeSettings({ 'mcpElicitation.servers': servers, 'mcpElicitation.sensitiveFields': 'refuse' });
    await host.runTool('asker', 'connect');
    const [line] = await asker.receivedLines(1);
    assert.match(
      line ?? '',
      /^connect -32602 .*Property "api_key": .* asks for an API key.*; use URL mode for that\.$/,
    );
    await host.panel.getByText('Done.').waitFor();
    assert.equal(await host.requestRegion('asker').count(), 0);
  });
});
