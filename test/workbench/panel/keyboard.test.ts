import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { useDemo } from '#test/workbench/harness/hooks.ts';
import { PanelKeyboard } from '#test/workbench/harness/panelKeyboard.ts';
import { untilDraftWritten } from '#test/workbench/harness/storage.ts';

describe('the demo by keyboard alone', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  const keys = new PanelKeyboard(workbench, host);
  const submit = async () => {
    await host.waitUntilReady();
    await keys.press('ControlOrMeta+Enter');
  };

  async function startStory(): Promise<void> {
    // When the palette closes, the editor gives the focus back: to a list at once, to a page later, which can be after the box for the
    // server has it.
    await keys.press('ControlOrMeta+0');
    await workbench().page.locator('.part.sidebar :focus, .part.sidebar:focus').first().waitFor({ state: 'attached' });
    await keys.press('F1');
    await workbench().quickInput.locator('input[type="text"]').waitFor();
    await keys.type('MCP Elicitation: Run Tool');
    await workbench().choice('MCP Elicitation: Run Tool').waitFor();
    await keys.press('Enter');
    await workbench().quickInput.getByPlaceholder('Choose a server').waitFor();
    await keys.type('Demo');
    await workbench().choice('Demo').waitFor();
    await keys.press('Enter');
    await workbench().quickInput.getByPlaceholder('Choose a tool').waitFor();
    await keys.type('change_delivery_address');
    await workbench().choice('change_delivery_address').waitFor();
    await keys.press('Enter');
    await keys.waitForFocus(host.field('Tracking number'));
  }

  it('can be finished: three requests, an invalid answer, a reload, and an answer edited in the review', async () => {
    await startStory();
    await keys.type('nonsense');
    await submit();
    await keys.waitForFocus(host.field('Tracking number').and(host.panel.locator('[aria-invalid=true]')));
    assert.equal(await host.field('Tracking number').inputValue(), 'nonsense', 'the invalid answer is kept');
    await keys.press('ControlOrMeta+A');
    await keys.type('RR123456789NL');
    await keys.press('ControlOrMeta+Enter');

    await keys.waitForFocus(host.field('Street and number'));
    await keys.type('Keizersgracht 1');
    await keys.press('Tab');
    await keys.press('Tab');
    await keys.type('1015 CJ');
    await keys.press('Tab');
    await keys.type('Rotterdam');
    // Tab leaves the field, whose text is kept.
    await keys.press('Tab');
    await keys.press('ArrowDown');
    await keys.press('ArrowDown');
    assert.ok(await host.field('Netherlands').isChecked());

    await untilDraftWritten(workbench(), 'Rotterdam');
    await untilDraftWritten(workbench(), '"country"');
    await workbench().reload();
    // The palette does not show commands that are registered while it is open.
    await host.serverItem(/^Demo/).first().waitFor();
    // The editor focuses the restored panel when its page is loaded, which would close a list that was opened before that.
    await keys.press('ControlOrMeta+1');
    await eventually('the panel has the focus', () => host.panel.locator('body').evaluate(() => document.hasFocus()));
    await startStory();
    await keys.type('RR123456789NL');
    await submit();
    await host.panel.locator('.draft').getByText('Your earlier answers are filled in').waitFor();
    await keys.waitForFocus(host.field('Street and number'));
    assert.equal(await host.field('City').inputValue(), 'Rotterdam');
    assert.ok(await host.field('Netherlands').isChecked());

    await submit();
    await keys.waitForFocus(host.panel.getByRole('heading', { name: 'Review your answers to Demo' }));
    await keys.tabTo(host.button('Edit City'));
    await keys.press('Enter');
    await keys.waitForFocus(host.field('City'));
    await keys.press('ControlOrMeta+A');
    await keys.type('Amsterdam');
    await keys.press('Enter');
    await keys.waitForFocus(host.button('Edit City'));
    await submit();

    await host.panel.locator('.message').getByText('will be sent to').waitFor();
    await keys.waitForFocus(host.field('A note for the driver'));
    await submit();
    await host.panel
      .getByText('would now be on its way to Keizersgracht 1, 1015 CJ Amsterdam, Netherlands')
      .first()
      .waitFor();
  });

  it('can be declined and cancelled', async () => {
    await startStory();
    await keys.tabTo(host.button('Decline'));
    await host.waitUntilReady();
    await keys.press('Space');
    await host.panel.getByText('No parcel was looked up, because you declined').first().waitFor();
    await startStory();
    await host.waitUntilReady();
    await keys.press('Escape');
    await host.panel.getByText('there was nothing to change').first().waitFor();
  });
});
