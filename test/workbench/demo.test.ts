import assert from 'node:assert/strict';
import { useWorkbench } from './harness/hooks.ts';
import { Host } from './harness/host.ts';

describe('the demo', function () {
  this.timeout(120_000);
  const workbench = useWorkbench();

  it('shows a form three clicks after the window opened', async () => {
    const host = new Host(workbench());
    await host.showView();
    await workbench().page.getByRole('button', { name: 'Try the Demo' }).click();
    await workbench().choose('Change a delivery address');
    await host.asks('Demo').waitFor();
    assert.ok(await host.field('Tracking number').isVisible());
    await host.answer('Cancel');
    await host.panel.getByText('there was nothing to change').waitFor();
  });

  it('is answered by keyboard alone, through three questions and a mistake', async () => {
    const host = new Host(workbench());
    const { keyboard } = workbench().page;
    await workbench().runCommand('MCP Elicitation: Run Tool...');
    await workbench().quickInput.getByPlaceholder('Pick a server').waitFor();
    await keyboard.press('Enter');
    await workbench().quickInput.getByPlaceholder('Pick one').fill('change_delivery_address');
    await workbench().choice('change_delivery_address').waitFor();
    await keyboard.press('Enter');

    const tracking = host.field('Tracking number');
    await tracking.and(host.panel.locator(':focus')).waitFor();
    await keyboard.type('nonsense');
    await host.ready();
    await keyboard.press('ControlOrMeta+Enter');
    await host.panel.getByText('1 answer needs a change').waitFor();
    assert.equal(await tracking.inputValue(), 'nonsense', 'what was typed is still there');
    await tracking.focus();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('RR123456789NL');
    await keyboard.press('ControlOrMeta+Enter');

    const street = host.field('Street and number');
    await street.and(host.panel.locator(':focus')).waitFor();
    await keyboard.type('Keizersgracht 1');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.type('1015 CJ');
    await keyboard.press('Tab');
    await keyboard.type('Amsterdam');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    assert.ok(await host.field('Netherlands').isChecked());
    await host.ready();
    await keyboard.press('ControlOrMeta+Enter');

    await host.panel.getByText('Amsterdam').first().waitFor();
    await host.ready();
    await keyboard.press('ControlOrMeta+Enter');
    await host.panel.getByRole('heading', { name: /on Demo/ }).waitFor();
    await host.panel
      .getByText(/Keizersgracht 1/)
      .first()
      .waitFor();
  });
});
