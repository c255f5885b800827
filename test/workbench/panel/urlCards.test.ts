import assert from 'node:assert/strict';
import { useUrlPages } from './urlPages.ts';

describe('a page that the user has agreed to open', function () {
  this.timeout(120_000);
  const {
    host,
    asker,
    requestRegion,
    doneText,
    endCall,
    reportComplete,
    removeGoFiles,
    card,
    confirmOpening,
    openInBrowser,
    waitForRequest,
    visitedPaths,
  } = useUrlPages();

  it('has a card that closes when the server reports the page complete, or when the call ends', async () => {
    for (const finish of [() => reportComplete('open 1'), endCall]) {
      await asker.clear();
      await host.runTool('shop', 'open');
      await waitForRequest();
      await openInBrowser();
      assert.deepEqual((await asker.receivedLines(2)).slice(-1), ['open accept']);
      await host.enabledButton('Continue').waitFor();
      await finish();
      await card().waitFor({ state: 'hidden' });
      await endCall();
      await doneText('open').waitFor();
      await removeGoFiles();
    }
  });

  it('can be reopened from its card, and its URL copied, without a second reply', async () => {
    await host.runTool('shop', 'open');
    await waitForRequest();
    await openInBrowser();
    await host.button('Copy URL: sign-in.example').click();
    await host.button('Reopen: sign-in.example').click();
    await confirmOpening();
    assert.equal(visitedPaths().length, 2);
    assert.equal(visitedPaths()[1], visitedPaths()[0]);
    await host.enabledButton('Stop the Call').click();
    await host.panel.getByText('The call was cancelled').waitFor();
    assert.deepEqual(await asker.receivedLines(2), ['open', 'open accept']);
  });

  it('may be one of three that a call requires: they are requested in order, and reported complete one by one', async () => {
    await host.runTool('shop', 'needThree');
    for (const [index, name] of ['pay', 'sign', 'send'].entries()) {
      await host.panel
        .locator('.header-step')
        .getByText(`Step ${index + 1} of 3`, { exact: true })
        .waitFor();
      await host.panel
        .locator('.url-box')
        .filter({ hasText: `Leads to ${name}.example` })
        .waitFor();
      await openInBrowser();
    }
    assert.deepEqual(visitedPaths(), ['/pay', '/sign', '/send']);
    await endCall();
    await reportComplete('needThree 2', 'needThree 2', 'needThree 3', 'of nobody');
    await card().getByText('Done', { exact: true }).nth(1).waitFor();
    assert.equal(await card().getByText('Not done yet', { exact: true }).count(), 1);
    assert.deepEqual(await asker.receivedLines(1), ['needThree']);
    await reportComplete('needThree 1');
    await doneText('needThree').waitFor();
    assert.deepEqual(await asker.receivedLines(2), ['needThree', 'needThree']);
  });

  it('is requested even if the server has already reported it complete', async () => {
    await host.runTool('shop', 'openLying');
    await waitForRequest();
    assert.deepEqual(await asker.receivedLines(1), ['openLying']);
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(2), ['openLying', 'openLying decline']);
  });

  it('does not make the host repeat a call endlessly if the server reports it complete each time', async () => {
    await host.runTool('shop', 'needLying');
    await waitForRequest();
    await openInBrowser();
    await host.enabledButton('Continue').waitFor();
    await host.panel.getByText(/^Asked (once|\d times); not done yet$/).waitFor();
    const calls = (await asker.receivedLines(1)).length;
    assert.ok(calls <= 4, `called ${calls} times`);
    await endCall();
    await host.answer('Continue');
    await doneText('needLying').waitFor();
    assert.equal((await asker.receivedLines(1)).length, calls + 1);
  });

  it('of a modern server needs no other answer until the call ends, however often the server requests the same URL', async () => {
    await host.runTool('modern', 'open');
    await waitForRequest();
    await openInBrowser();
    await asker.receivedLines(2);
    await card().waitFor();
    assert.equal(await requestRegion().count(), 0);
    await endCall();
    await doneText('open').waitFor();
    assert.deepEqual(visitedPaths(), ['/modern']);
  });
});
