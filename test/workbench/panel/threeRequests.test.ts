import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useDemo } from '#test/workbench/harness/hooks.ts';
import { untilDraftWritten } from '#test/workbench/harness/storage.ts';

const legacy = 'Demo';
const modern = 'Demo (2026-07-28)';

/** How the user presses every button of the panel. */
const ways: Readonly<Record<string, (button: Locator) => Promise<void>>> = {
  'by mouse': (button) => button.click(),
  'by keyboard': (button) => button.press('Enter'),
};

describe('three waiting requests of two servers', function () {
  this.timeout(240_000);
  const { workbench, host } = useDemo();

  const queue = () => host.panel.getByRole('group', { name: 'Waiting for you' });
  const trackingNumber = () => host.field('Tracking number');

  for (const [way, press] of Object.entries(ways)) {
    it(`are answered ${way} in another order than they came, and nothing is lost by a reload`, async () => {
      await host.runTool(legacy, 'change_delivery_address');
      await trackingNumber().fill(`RR1 ${way}`);
      await host.runTool(modern, 'change_delivery_address');
      await queue().getByRole('button', { name: modern }).waitFor();
      await host.runTool(legacy, 'book_table');
      const ofLegacy = queue().getByRole('button', { name: '2 waiting' });
      await ofLegacy.waitFor();
      assert.equal(await trackingNumber().inputValue(), `RR1 ${way}`, 'the later requests wait behind the first one');

      await press(ofLegacy);
      await press(host.panel.getByRole('menuitemradio', { name: /A table at Casa Limón/ }));
      await host.field('How many people').waitFor();
      await press(host.enabledButton('Decline'));
      await trackingNumber().waitFor();
      await host.requestRegion(legacy).waitFor();
      assert.equal(await trackingNumber().inputValue(), `RR1 ${way}`);

      await press(queue().getByRole('button', { name: modern }));
      await host.requestRegion(modern).waitFor();
      await trackingNumber().fill('RR123456785GB');
      await press(host.enabledButton('Submit'));
      // The next question of this call waits behind the one that came before it.
      await host.requestRegion(legacy).waitFor();
      await press(queue().getByRole('button', { name: modern }));
      await host.field('Street and number').waitFor();
      await press(host.enabledButton('Cancel'));
      await host.requestRegion(legacy).waitFor();
      assert.equal(await trackingNumber().inputValue(), `RR1 ${way}`);

      await untilDraftWritten(workbench(), `RR1 ${way}`);
      await workbench().reloadByCommand();
      await host.runTool(legacy, 'change_delivery_address');
      await host.panel.locator('.draft').waitFor();
      assert.equal(await trackingNumber().inputValue(), `RR1 ${way}`, 'the draft is filled in again');

      await workbench().runCommand('MCP Elicitation: Show Results');
      await host.enabledButton('Close').waitFor();
      await host.panel.getByRole('button', { name: 'Open the result: Book a table on Demo' }).first().press('Enter');
      await host.panel.getByText('You declined when asked').first().waitFor();
      await press(host.button('Back'));
      await press(host.enabledButton('Close'));
      assert.equal(await trackingNumber().inputValue(), `RR1 ${way}`, 'the request waits');
      await press(host.enabledButton('Cancel'));
      await host.requestRegion(legacy).waitFor({ state: 'detached' });
    });
  }
});
