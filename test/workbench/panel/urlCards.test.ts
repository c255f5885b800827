import assert from 'node:assert/strict';
import { useUrlPages } from './urlPages.ts';

describe('a page that a server wants opened, once the user has agreed', function () {
  this.timeout(120_000);
  const { host, asker, asks, done, end, complete, stay, card, letOpen, agree, ready, visitedPaths } = useUrlPages();

  it('has a card that goes when the server reports it complete, or when the call ends', async () => {
    for (const finish of [() => complete('open 1'), end]) {
      await asker.clear();
      await host.runTool('shop', 'open');
      await ready();
      await agree();
      assert.deepEqual((await asker.receivedLines(2)).slice(-1), ['open accept']);
      await host.enabledButton("I'm done: continue").waitFor();
      await finish();
      await card().waitFor({ state: 'hidden' });
      await end();
      await done('open').waitFor();
      await stay();
    }
  });

  it('can be opened again and copied from its card without a second reply', async () => {
    await host.runTool('shop', 'open');
    await ready();
    await agree();
    await card().getByRole('button', { name: 'Copy URL: sign-in.example' }).click();
    await card().getByRole('button', { name: 'Reopen: sign-in.example' }).click();
    await letOpen();
    assert.equal(visitedPaths().length, 2);
    assert.equal(visitedPaths()[1], visitedPaths()[0]);
    await host.enabledButton('Stop the Call').click();
    await host.panel.getByText('The call was cancelled').waitFor();
    assert.deepEqual(await asker.receivedLines(2), ['open', 'open accept']);
  });

  it('is one of three that a call requires: requested in order, then reported complete one by one', async () => {
    await host.runTool('shop', 'needThree');
    for (const [index, name] of ['pay', 'sign', 'send'].entries()) {
      await host.panel
        .locator('.steps')
        .getByText(`Step ${index + 1} of 3`, { exact: true })
        .waitFor();
      await host.panel
        .locator('.url-box')
        .filter({ hasText: `Leads to ${name}.example` })
        .waitFor();
      await agree();
    }
    assert.deepEqual(visitedPaths(), ['/pay', '/sign', '/send']);
    await end();
    await complete('needThree 2', 'needThree 2', 'needThree 3', 'of nobody');
    await card().getByText('Done', { exact: true }).nth(1).waitFor();
    assert.equal(await card().getByText('Not done yet', { exact: true }).count(), 1);
    assert.deepEqual(await asker.receivedLines(1), ['needThree']);
    await complete('needThree 1');
    await done('needThree').waitFor();
    assert.deepEqual(await asker.receivedLines(2), ['needThree', 'needThree']);
  });

  it('is still requested when its server reported it complete before', async () => {
    await host.runTool('shop', 'openLying');
    await ready();
    assert.deepEqual(await asker.receivedLines(1), ['openLying']);
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(2), ['openLying', 'openLying decline']);
  });

  it('does not repeat a call without end when its server reports it complete each time', async () => {
    await host.runTool('shop', 'needLying');
    await ready();
    await agree();
    await host.enabledButton("I'm done: continue").waitFor();
    await host.panel.getByText(/^Asked (once|\d times); not done yet$/).waitFor();
    const calls = (await asker.receivedLines(1)).length;
    assert.ok(calls <= 4, `called ${calls} times`);
    await end();
    await host.answer("I'm done: continue");
    await done('needLying').waitFor();
    assert.equal((await asker.receivedLines(1)).length, calls + 1);
  });

  it('of a modern server goes on by itself once the page is done, however often the server requests the same one', async () => {
    await host.runTool('modern', 'open');
    await ready();
    await agree();
    await asker.receivedLines(2);
    await card().waitFor();
    assert.equal(await asks().count(), 0);
    await end();
    await done('open').waitFor();
    assert.deepEqual(visitedPaths(), ['/modern']);
  });
});
