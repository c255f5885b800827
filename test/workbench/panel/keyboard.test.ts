import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import { useDemo } from '#test/workbench/harness/hooks.ts';
import { untilDraftWritten } from '#test/workbench/harness/storage.ts';

describe('the demo by keyboard alone', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  const press = (keys: string) => workbench().page.keyboard.press(keys);
  const type = (text: string) => workbench().page.keyboard.type(text);
  /** Waits until this element has the focus. */
  const waitForFocus = (element: Locator) => element.and(host.panel.locator(':focus')).waitFor();
  const submit = async () => {
    await host.waitUntilReady();
    await press('ControlOrMeta+Enter');
  };
  /** Presses Tab until this button has the focus. */
  async function tabTo(button: Locator): Promise<void> {
    for (let count = 0; count < 30; count += 1) {
      if ((await button.and(host.panel.locator(':focus')).count()) > 0) return;
      await press('Tab');
    }
    assert.fail('Tab does not reach the button.');
  }

  async function startStory(): Promise<void> {
    // When the palette closes, the editor gives the focus back: to a list at once, to a page later, which can be after the box for the
    // server has it.
    await press('ControlOrMeta+0');
    await workbench().page.locator('.part.sidebar :focus, .part.sidebar:focus').first().waitFor({ state: 'attached' });
    await press('F1');
    await workbench().quickInput.locator('input[type="text"]').waitFor();
    await type('MCP Elicitation: Run Tool');
    await workbench().choice('MCP Elicitation: Run Tool').waitFor();
    await press('Enter');
    await workbench().quickInput.getByPlaceholder('Choose a server').waitFor();
    await type('Demo');
    await workbench().choice('Demo').waitFor();
    await press('Enter');
    await workbench().quickInput.getByPlaceholder('Choose a tool').waitFor();
    await type('change_delivery_address');
    await workbench().choice('change_delivery_address').waitFor();
    await press('Enter');
    await waitForFocus(host.field('Tracking number'));
  }

  it('can be finished: three requests, an invalid answer, a reload, and an answer edited in the review', async () => {
    await startStory();
    await type('nonsense');
    await submit();
    await waitForFocus(host.field('Tracking number').and(host.panel.locator('[aria-invalid=true]')));
    assert.equal(await host.field('Tracking number').inputValue(), 'nonsense', 'the invalid answer is kept');
    await press('ControlOrMeta+A');
    await type('RR123456789NL');
    await press('ControlOrMeta+Enter');

    await waitForFocus(host.field('Street and number'));
    await type('Keizersgracht 1');
    await press('Tab');
    await press('Tab');
    await type('1015 CJ');
    await press('Tab');
    await type('Rotterdam');
    // Tab leaves the field, whose text is kept.
    await press('Tab');
    await press('ArrowDown');
    await press('ArrowDown');
    assert.ok(await host.field('Netherlands').isChecked());

    await untilDraftWritten(workbench(), 'Rotterdam');
    await untilDraftWritten(workbench(), '"country"');
    await workbench().reload();
    // The palette does not show commands that are registered while it is open.
    await host.serverItem(/^Demo/).first().waitFor();
    // The editor focuses the restored panel when its page is loaded, which would close a list that was opened before that.
    await press('ControlOrMeta+1');
    await eventually('the panel has the focus', () => host.panel.locator('body').evaluate(() => document.hasFocus()));
    await startStory();
    await type('RR123456789NL');
    await submit();
    await host.panel.locator('.draft').getByText('Your earlier answers are filled in').waitFor();
    await waitForFocus(host.field('Street and number'));
    assert.equal(await host.field('City').inputValue(), 'Rotterdam');
    assert.ok(await host.field('Netherlands').isChecked());

    await submit();
    await waitForFocus(host.panel.getByRole('heading', { name: 'Review your answers to Demo' }));
    await tabTo(host.button('Edit City'));
    await press('Enter');
    await waitForFocus(host.field('City'));
    await press('ControlOrMeta+A');
    await type('Amsterdam');
    await press('Enter');
    await waitForFocus(host.button('Edit City'));
    await submit();

    await host.panel.locator('.message').getByText('will be sent to').waitFor();
    await waitForFocus(host.field('A note for the driver'));
    await submit();
    await host.panel
      .getByText('would now be on its way to Keizersgracht 1, 1015 CJ Amsterdam, Netherlands')
      .first()
      .waitFor();
  });

  it('can be declined and cancelled', async () => {
    await startStory();
    await tabTo(host.button('Decline'));
    await host.waitUntilReady();
    await press('Space');
    await host.panel.getByText('No parcel was looked up, because you declined').first().waitFor();
    await startStory();
    await host.waitUntilReady();
    await press('Escape');
    await host.panel.getByText('there was nothing to change').first().waitFor();
  });
});
