import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import { useDemo } from '#test/workbench/harness/hooks.ts';
import { untilDraftWritten } from '#test/workbench/harness/storage.ts';

describe('the keyboard alone', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  const press = (keys: string) => workbench().page.keyboard.press(keys);
  const type = (text: string) => workbench().page.keyboard.type(text);
  /** Waits until the keyboard is at this. */
  const at = (place: Locator) => place.and(host.panel.locator(':focus')).waitFor();
  const send = async () => {
    await host.ready();
    await press('ControlOrMeta+Enter');
  };
  /** Goes on by Tab until the keyboard is at this button. */
  async function tabTo(button: Locator): Promise<void> {
    for (let count = 0; count < 30; count += 1) {
      if ((await button.and(host.panel.locator(':focus')).count()) > 0) return;
      await press('Tab');
    }
    assert.fail('Tab does not lead there.');
  }

  async function runTheStory(): Promise<void> {
    await press('F1');
    await workbench().quickInput.locator('input[type="text"]').waitFor();
    await type('MCP Elicitation: Run Tool');
    await workbench().choice('MCP Elicitation: Run Tool').waitFor();
    await press('Enter');
    await workbench().quickInput.getByPlaceholder('Pick a server').waitFor();
    await type('Demo');
    await press('Enter');
    await workbench().quickInput.getByPlaceholder('Pick one').waitFor();
    await type('change_delivery_address');
    await workbench().choice('change_delivery_address').waitFor();
    await press('Enter');
    await at(host.field('Tracking number'));
  }

  it('leads through three questions, a mistake, a reload and a change of mind in the review', async () => {
    await runTheStory();
    await type('nonsense');
    await send();
    await at(host.panel.getByText('1 answer needs a change'));
    await press('Tab');
    await press('Enter');
    await at(host.field('Tracking number'));
    assert.equal(await host.field('Tracking number').inputValue(), 'nonsense', 'what was typed is still there');
    await press('ControlOrMeta+A');
    await type('RR123456789NL');
    await press('ControlOrMeta+Enter');

    await at(host.field('Street and number'));
    await type('Keizersgracht 1');
    await press('Tab');
    await press('Tab');
    await type('1015 CJ');
    await press('Tab');
    await type('Rotterdam');
    // The keyboard leaves the field, and what stands in it is kept.
    await press('Tab');
    await press('ArrowDown');
    await press('ArrowDown');
    assert.ok(await host.field('Netherlands').isChecked());

    await untilDraftWritten(workbench(), 'Rotterdam');
    await untilDraftWritten(workbench(), '"country"');
    await workbench().reload();
    // The palette does not show commands that arrive while it is open.
    await host.item(/^Demo/).first().waitFor();
    // The panel has come back. The editor gives it the keyboard when its page is loaded, also out of a list that was opened before.
    await press('ControlOrMeta+1');
    await eventually('the panel has the keyboard', () =>
      host.panel.locator('body').evaluate(() => document.hasFocus()),
    );
    await runTheStory();
    await type('RR123456789NL');
    await send();
    await host.panel.locator('.draft').getByText('Continue where you left off.').waitFor();
    await at(host.field('Street and number'));
    assert.equal(await host.field('City').inputValue(), 'Rotterdam');
    assert.ok(await host.field('Netherlands').isChecked());

    await send();
    await at(host.panel.getByRole('heading', { name: 'Review your answers to Demo' }));
    await tabTo(host.button('Edit City'));
    await press('Enter');
    await at(host.field('City'));
    await press('ControlOrMeta+A');
    await type('Amsterdam');
    await press('Enter');
    await at(host.button('Edit City'));
    await send();

    await host.panel.locator('.message').getByText('will be sent to:').waitFor();
    await at(host.field('A note for the driver'));
    await send();
    await host.panel
      .getByText('would now be on its way to Keizersgracht 1, 1015 CJ Amsterdam, Netherlands')
      .first()
      .waitFor();
  });

  it('declines and cancels', async () => {
    await runTheStory();
    await tabTo(host.button('Decline'));
    await host.ready();
    await press('Space');
    await host.panel.getByText('No parcel was looked up, because you declined').first().waitFor();
    await runTheStory();
    await host.ready();
    await press('Escape');
    await host.panel.getByText('there was nothing to change').first().waitFor();
  });
});
