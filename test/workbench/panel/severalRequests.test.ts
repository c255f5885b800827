import assert from 'node:assert/strict';
import { useDemo } from '#test/workbench/harness/hooks.ts';

describe('a call with several requests', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();

  const stepTitle = (text: string) => host.panel.getByRole('banner').getByText(text, { exact: true });
  const lastStep = () => host.panel.locator('.earlier-steps summary');

  /** Answers the first two requests of the story. The first field of the second one gets the focus without a click. */
  async function answerTwoRequests(server: string): Promise<void> {
    const { keyboard } = workbench().page;
    await host.runTool(server, 'change_delivery_address');
    await host.field('Tracking number').fill('RR123456785GB');
    await host.waitUntilReady();
    await keyboard.press('ControlOrMeta+Enter');
    await stepTitle('Step 2').waitFor();
    await lastStep().getByText('RR123456785GB').waitFor();
    await host.field('Street and number').and(host.panel.locator(':focus')).waitFor();
    await keyboard.type('Keizersgracht 1');
    await host.field('Postcode').fill('1015 CJ');
    await host.field('City').fill('Amsterdam');
    await host.field('Netherlands').check();
    await host.enabledButton('Review').waitFor();
    await keyboard.press('ControlOrMeta+Enter');
    await host.waitForReview();
    await host.answer('Submit');
  }

  for (const server of ['Demo', 'Demo (2026-07-28)']) {
    describe(`to ${server}`, () => {
      it('shows the first two answers with the third request', async () => {
        await answerTwoRequests(server);
        await stepTitle('Step 3').waitFor();
        await lastStep().getByText('Keizersgracht 1').waitFor();
        await lastStep().getByText('Netherlands').waitFor();
        await lastStep().getByText('2 earlier steps').click();
        await host.panel
          .getByRole('list', { name: 'Earlier steps' })
          .getByText('RR123456785GB', { exact: true })
          .waitFor();
      });

      it('withdraws its request when the user stops it', async () => {
        await host.button('Stop the Call').click();
        await host.panel.getByText('The call was cancelled. There is no result.').waitFor();
        await host.requestRegion(server).waitFor({ state: 'detached' });
        await host.panel.getByText('Steps of this call: 3').click();
        await host.panel.getByText('Step 3: withdrawn').waitFor();
      });
    });
  }
});

describe('the requests of two servers', function () {
  this.timeout(120_000);
  const { workbench, host } = useDemo();
  const legacy = 'Demo';
  const modern = 'Demo (2026-07-28)';

  const tabs = () => host.panel.getByRole('group', { name: 'Waiting for you' }).getByRole('button');
  const trackingNumber = () => host.field('Tracking number');

  beforeEach(async () => {
    await host.runTool(legacy, 'change_delivery_address');
    await trackingNumber().fill('RR1');
    await host.runTool(modern, 'change_delivery_address');
    await tabs().nth(1).waitFor();
    assert.equal(await trackingNumber().inputValue(), 'RR1', 'the second request waits behind the first one');
  });

  afterEach(async () => {
    await host.answer('Cancel');
    await host.requestRegion(legacy).waitFor({ state: 'detached' });
  });

  it('are answered in another order by mouse, and what was typed in the first one is kept', async () => {
    await tabs().nth(1).click();
    await host.requestRegion(modern).waitFor();
    await trackingNumber().fill('RR2');
    await tabs().first().click();
    await host.requestRegion(legacy).waitFor();
    assert.equal(await trackingNumber().inputValue(), 'RR1');
    await tabs().nth(1).click();
    await host.requestRegion(modern).waitFor();
    assert.equal(await trackingNumber().inputValue(), 'RR2');
    await host.answer('Cancel');
    await host.requestRegion(legacy).waitFor();
    assert.equal(await trackingNumber().inputValue(), 'RR1');
  });

  it('are answered in another order by keyboard, and the chosen one has the focus', async () => {
    const { keyboard } = workbench().page;
    await tabs().first().focus();
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    await host.requestRegion(modern).waitFor();
    await trackingNumber().and(host.panel.locator(':focus')).waitFor();
    await keyboard.type('RR2');
    await host.waitUntilReady();
    await keyboard.press('Escape');
    await host.requestRegion(legacy).waitFor();
    assert.equal(await trackingNumber().inputValue(), 'RR1');
  });
});
