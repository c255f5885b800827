import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useDemo } from '#test/workbench/harness/hooks.ts';

describe('the review before a form is sent', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  const heading = () => host.panel.getByRole('heading', { name: 'Review your answers to Demo', exact: true });
  const row = (label: string) => host.panel.getByRole('listitem').filter({ hasText: label });
  /** The locator's element, if it has the focus. */
  const focused = (locator: Locator) => locator.and(host.panel.locator(':focus'));
  const json = async () => JSON.parse((await host.panel.locator('.review-json pre').textContent()) ?? '');

  /** Starts the story, answers its first form, and fills in the second one, which has several fields. */
  async function openAndFillAddressForm(): Promise<void> {
    await host.runTool('Demo', 'change_delivery_address');
    await host.field('Tracking number').fill('RR123456785GB');
    // By default a form with one field is sent without a review.
    await host.enabledButton('Submit').click();
    await host.field('Street and number').fill('Keizersgracht 1');
    await host.field('Postcode').fill('1015 CJ');
    await host.field('City').fill('Rotterdam');
    await host.field('Netherlands').check();
  }

  it('shows every answer, every omitted field and the JSON, and an answer edited in it is sent as edited', async () => {
    await openAndFillAddressForm();
    const frame = workbench().page.locator('iframe.webview.ready:visible');
    const frameBox = await frame.boundingBox();
    await host.openReview();
    assert.deepEqual(await frame.boundingBox(), frameBox, 'the webview has kept its position and size');
    assert.match(await row('Street and number').innerText(), /Keizersgracht 1/);
    await host.panel.locator('.review summary', { hasText: 'Left out: ' }).click();
    assert.match(await row('Flat, floor or company').innerText(), /Left out/);
    assert.match(await row('Country').innerText(), /Netherlands/);
    await host.panel.getByText('Exact JSON').click();
    const address = { street: 'Keizersgracht 1', postcode: '1015 CJ', country: 'NL' };
    assert.deepEqual(await json(), { ...address, city: 'Rotterdam' });

    const { keyboard } = workbench().page;
    await host.button('Edit City').click();
    await focused(host.field('City')).waitFor();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('Amsterdam');
    await keyboard.press('Enter');
    await focused(host.button('Edit City')).waitFor();
    assert.match(await row('City').innerText(), /Amsterdam/);
    assert.deepEqual(await json(), { ...address, city: 'Amsterdam' });

    await host.answer('Submit');
    await host.panel.locator('.message', { hasText: '1015 CJ Amsterdam' }).waitFor();
    await host.enabledButton('Submit').click();
    await host.panel.getByText('would now be on its way to Keizersgracht 1, 1015 CJ Amsterdam').waitFor();
  });

  it('is replaced by the form with all typed values after the webview was reloaded', async () => {
    await openAndFillAddressForm();
    await host.openReview();
    await workbench().runCommand('Developer: Reload Webviews');
    await host.enabledButton('Review').waitFor();
    assert.equal(await heading().count(), 0);
    assert.equal(await host.field('City').inputValue(), 'Rotterdam');
    await host.openReview();
    await host.answer('Cancel');
    await host.panel.getByText('You closed the form at the new address').waitFor();
  });

  it('is skipped if the setting is "never"', async () => {
    await workbench().writeSettings({ 'mcpElicitation.review': 'never' });
    await openAndFillAddressForm();
    await host.enabledButton('Submit').click();
    await host.panel.locator('.message', { hasText: '1015 CJ Rotterdam' }).waitFor();
    await host.answer('Cancel');
  });

  it('is shown for a single field if the setting is "always", and has a button back to the form', async () => {
    await workbench().writeSettings({ 'mcpElicitation.review': 'always' });
    await host.runTool('Demo', 'change_delivery_address');
    await host.field('Tracking number').fill('RR123456785GB');
    await host.waitUntilReady();
    await host.field('Tracking number').press('ControlOrMeta+Enter');
    await focused(heading()).waitFor();
    await host.enabledButton('Back to the Form').click();
    await focused(host.field('Tracking number')).waitFor();
    await host.answer('Decline');
    await host.panel.getByText('No parcel was looked up').waitFor();
  });
});
