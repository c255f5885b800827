import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useDemo } from '#test/workbench/harness/hooks.ts';

const legacyDemoName = 'Demo';
const modernDemoName = 'Demo (2026-07-28)';

describe('connecting an account', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  /** Agrees to open the page of this third party. @returns what the question looked like, and the page in the browser */
  async function open(server: string, service: string): Promise<{ asked: string; page: Page }> {
    await host.panel.getByText(`a page of ${service}`).first().waitFor();
    await host.enabledButton('Open in Browser').waitFor();
    const asked = await host.panelSnapshot(server);
    const opening = workbench().page.context().waitForEvent('page');
    // The editor has no dialog of its own here: it trusts this computer's pages.
    await host.answer('Open in Browser');
    const page = await opening;
    await page.getByText(service, { exact: true }).waitFor();
    return { asked, page };
  }

  /** Presses a button of the page, and closes it. */
  async function press(page: Page, button: 'Allow' | 'Deny'): Promise<void> {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('heading', { name: button === 'Allow' ? 'Allowed' : 'Denied' }).waitFor();
    await page.close();
  }

  async function result(server: string): Promise<string> {
    await host.panel.getByRole('heading', { name: `on ${server}` }).waitFor();
    return host.panelSnapshot(server);
  }

  it('goes from the tool to the page and back, and looks the same in both eras', async () => {
    const screens: string[][] = [];
    for (const server of [legacyDemoName, modernDemoName]) {
      await host.runTool(server, 'connect_account');
      const { asked, page } = await open(server, 'Example Accounts');
      assert.equal(await page.title(), 'Example Accounts: allow Elicitation demo to read your calendar?');
      await host.panel.getByText('Not done yet').waitFor();
      await press(page, 'Allow');
      await host.panel.getByText('Connected as ana@example.com').first().waitFor();
      screens.push([asked, await result(server)]);
    }
    const [legacy, modern] = screens;
    assert.deepEqual(modern, legacy);
    assert.match(legacy?.[0] ?? '', /127\.0\.0\.1.*:PORT.*TOKEN/s);
  });

  it('opens two pages in turn before a call can begin, and goes on by itself', async () => {
    const screens: string[][] = [];
    for (const server of [legacyDemoName, modernDemoName]) {
      await host.runTool(server, 'copy_calendar');
      const from = await open(server, 'Example Accounts');
      const to = await open(server, 'Sample Calendars');
      await press(from.page, 'Allow');
      await press(to.page, 'Allow');
      await host.panel.getByText('12 events would now be copied').first().waitFor();
      screens.push([from.asked, to.asked, await result(server)]);
    }
    const [legacy, modern] = screens;
    assert.deepEqual(modern, legacy);
    assert.match(legacy?.[1] ?? '', /Step 2 of 2/);
  });

  for (const server of [legacyDemoName, modernDemoName]) {
    it(`tells apart what was denied there, declined here, and closed (${server})`, async () => {
      await host.runTool(server, 'connect_account');
      const { page } = await open(server, 'Example Accounts');
      await press(page, 'Deny');
      await host.panel.getByText('you chose Deny').first().waitFor();
      for (const [button, words] of [
        ['Decline', 'Not connected. You declined'],
        ['Cancel', 'Not connected yet'],
      ] as const) {
        await host.runTool(server, 'connect_account');
        await host.answer(button);
        await host.panel.getByText(words).first().waitFor();
      }
    });
  }
});
