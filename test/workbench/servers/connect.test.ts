import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { useDemo } from '#test/workbench/harness/hooks.ts';

const legacyDemoName = 'Demo';
const modernDemoName = 'Demo (2026-07-28)';

describe('the story of connecting an account', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  /** Agrees to open the page of this service. @returns the snapshot of the panel with the request, and the opened page */
  async function openPage(server: string, service: string): Promise<{ requestSnapshot: string; page: Page }> {
    await host.panel.getByText(`a page of ${service}`).first().waitFor();
    await host.enabledButton('Open in Browser').waitFor();
    const requestSnapshot = await host.panelSnapshot(server);
    const opening = workbench().page.context().waitForEvent('page');
    // The editor opens URLs of this machine without a dialog.
    await host.answer('Open in Browser');
    const page = await opening;
    await page.getByText(service, { exact: true }).waitFor();
    return { requestSnapshot, page };
  }

  /** Presses a button of the page, and closes it. */
  async function press(page: Page, button: 'Allow' | 'Deny'): Promise<void> {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('heading', { name: button === 'Allow' ? 'Allowed' : 'Denied' }).waitFor();
    await page.close();
  }

  /** Waits for the result. @returns the snapshot of the panel */
  async function waitForResult(server: string): Promise<string> {
    await host.panel.getByRole('heading', { name: `on ${server}` }).waitFor();
    return host.panelSnapshot(server);
  }

  it('goes from the tool to the page and back, with the same screens in both eras', async () => {
    const screens: string[][] = [];
    for (const server of [legacyDemoName, modernDemoName]) {
      await host.runTool(server, 'connect_account');
      const { requestSnapshot, page } = await openPage(server, 'Example Accounts');
      assert.equal(await page.title(), 'Example Accounts: allow Elicitation demo to read your calendar?');
      await host.panel.getByText('Not done yet').waitFor();
      await press(page, 'Allow');
      await host.panel.getByText('Connected as ana@example.com').first().waitFor();
      screens.push([requestSnapshot, await waitForResult(server)]);
    }
    const [legacy, modern] = screens;
    assert.deepEqual(modern, legacy);
    assert.match(legacy?.[0] ?? '', /127\.0\.0\.1.*:PORT.*TOKEN/s);
  });

  it('opens the two pages that a call requires in turn, and continues the call when both are done', async () => {
    const screens: string[][] = [];
    for (const server of [legacyDemoName, modernDemoName]) {
      await host.runTool(server, 'copy_calendar');
      const from = await openPage(server, 'Example Accounts');
      const to = await openPage(server, 'Sample Calendars');
      await press(from.page, 'Allow');
      await press(to.page, 'Allow');
      await host.panel.getByText('12 events would now be copied').first().waitFor();
      screens.push([from.requestSnapshot, to.requestSnapshot, await waitForResult(server)]);
    }
    const [legacy, modern] = screens;
    // A legacy server's error names both pages, and each is requested in its turn. A modern round requests both at once.
    const queue = /^ *- group "Waiting for you":\n.*\n/m;
    assert.match(modern?.[0] ?? '', queue);
    assert.deepEqual(
      modern?.map((screen) => screen.replace(queue, '')),
      legacy,
    );
    assert.match(legacy?.[1] ?? '', /Step 2 of 2/);
  });

  for (const server of [legacyDemoName, modernDemoName]) {
    it(`distinguishes Deny on the page from Decline and Cancel in the panel (${server})`, async () => {
      await host.runTool(server, 'connect_account');
      const { page } = await openPage(server, 'Example Accounts');
      await press(page, 'Deny');
      await host.panel.getByText('you chose Deny').first().waitFor();
      for (const [button, resultText] of [
        ['Decline', 'Not connected. You declined'],
        ['Cancel', 'Not connected yet'],
      ] as const) {
        await host.runTool(server, 'connect_account');
        await host.answer(button);
        await host.panel.getByText(resultText).first().waitFor();
      }
    });
  }
});
