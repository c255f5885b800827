import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

/** How long the user holds the button of the mouse at each of several clicks. In milliseconds. */
const heldMs = 40;

/** The ways in which a user clicks faster than the panel answers. All later clicks are where the first one was. */
const ways = { 'a double click': 2, 'a triple click': 3 } as const;

describe('fast clicks', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers(() => ({
    settings: { 'mcpElicitation.rateLimit.requestsPerMinute': 1000 },
  }));

  /** Clicks `times` times where the button stands now, whatever is there then. */
  async function clickFast(button: Locator, times = 3): Promise<void> {
    await button.waitFor();
    const box = await button.boundingBox();
    assert.ok(box, 'the button is not in sight');
    const { mouse } = workbench().page;
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let clickCount = 1; clickCount <= times; clickCount += 1) {
      await mouse.down({ clickCount });
      await new Promise((resolve) => setTimeout(resolve, heldMs));
      await mouse.up({ clickCount });
    }
  }

  for (const [way, times] of Object.entries(ways)) {
    for (const [button, reply] of [
      ['Submit', 'first accept {"answer":"Marie"}'],
      ['Decline', 'first decline'],
      ['Cancel', 'first cancel'],
    ] as const) {
      it(`answer one of two waiting questions with ${way} on ${button}`, async () => {
        await host.runTool('asker', 'ask_twice');
        await host.field('first name').fill('Marie');
        await clickFast(host.enabledButton(button), times);
        await host.field('second name').fill('Curie');
        await host.enabledButton('Submit').waitFor();
        assert.deepEqual(await asker.receivedLines(1), [reply]);
        await host.answer('Submit');
        assert.deepEqual(await asker.receivedLines(2), [reply, 'second accept {"answer":"Curie"}']);
      });
    }
  }

  it('answer a question once with Yes or No, and press no button of the result', async () => {
    const replies: string[] = [];
    for (const [button, value] of [
      ['Yes', true],
      ['No', false],
    ] as const) {
      await host.runTool('asker', 'confirm');
      await clickFast(host.enabledButton(button));
      replies.push(`confirm accept {"sure":${value}}`);
      await host.panel.getByText(`${replies.at(-1)}`).waitFor();
      await host.enabledButton('Run Again').waitFor();
      assert.deepEqual(await asker.receivedLines(0), replies);
    }
  });

  it('send the text and the option that was clicked right after it, after a review that is not skipped', async () => {
    await host.runTool('asker', 'order');
    await host.waitUntilReady();
    const large = host.panel.getByRole('radio', { name: 'large' });
    const place = await large.boundingBox();
    assert.ok(place);
    const { keyboard, mouse } = workbench().page;
    await host.field('dish').focus();
    await keyboard.type('pi');
    await mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    assert.equal(await large.isChecked(), true);
    await host.field('dish').focus();
    await keyboard.press('End');
    await keyboard.type('e');
    await clickFast(host.enabledButton('Review'));
    await host.waitForReview();
    await clickFast(host.button('Edit size'));
    await host.button('Done').waitFor();
    assert.equal(await large.isChecked(), true);
    await clickFast(host.button('Done'));
    await clickFast(host.enabledButton('Back to the Form'));
    await host.enabledButton('Review').waitFor();
    assert.deepEqual(await asker.receivedLines(0), []);
    await host.openReview();
    await clickFast(host.enabledButton('Submit'));
    await host.enabledButton('Run Again').waitFor();
    assert.deepEqual(await asker.receivedLines(1), ['order accept {"dish":"pie","size":"large"}']);
  });

  it('answer the request of a web page once', async () => {
    await host.runTool('asker', 'open_page');
    await clickFast(host.enabledButton('Open in Browser'));
    await workbench().dialog.getByRole('button', { name: 'Cancel' }).click();
    await host.panel.getByText('The page was not opened').waitFor();
    assert.equal(await workbench().dialog.count(), 0);
    const replies: string[] = [];
    for (const [button, reply] of [
      ['Decline', 'open_page decline'],
      ['Cancel', 'open_page cancel'],
    ] as const) {
      await clickFast(host.enabledButton(button));
      replies.push(reply);
      await host.enabledButton('Run Again').waitFor();
      assert.deepEqual(await asker.receivedLines(replies.length), replies);
      await host.runTool('asker', 'open_page');
    }
    await clickFast(host.enabledButton('Stop'));
    await host.panel.getByText('The call was cancelled. There is no result.').waitFor();
    await host.enabledButton('Run Again').waitFor();
  });

  it('run a tool once from its arguments and from its result, and begin nothing else', async () => {
    const noted = host.panel.getByText('noted tea');
    await host.runTool('asker', 'note');
    await host.field('words').fill('tea');
    await clickFast(host.enabledButton('Run'));
    await noted.waitFor();
    await clickFast(host.enabledButton('Change Arguments'));
    await host.enabledButton('Run').waitFor();
    await clickFast(host.enabledButton('Cancel'));
    await host.enabledButton('Run Again').waitFor();
    assert.deepEqual(await asker.receivedLines(1), ['note tea']);

    await clickFast(host.enabledButton('Run Again'));
    await asker.receivedLines(2);
    const change = await host.enabledButton('Change Arguments').boundingBox();
    assert.ok(change);
    const { mouse } = workbench().page;
    const runAgain = await host.enabledButton('Run Again').boundingBox();
    assert.ok(runAgain);
    await mouse.click(runAgain.x + runAgain.width / 2, runAgain.y + runAgain.height / 2);
    await mouse.click(change.x + change.width / 2, change.y + change.height / 2);
    await asker.receivedLines(3);
    await host.enabledButton('Run Again').waitFor();
    assert.equal(await host.field('words').count(), 0, 'the arguments are not opened beside the call');
    assert.deepEqual(await asker.receivedLines(3), ['note tea', 'note tea', 'note tea']);
  });

  it('open a result of the list, and go back, without running anything', async () => {
    await workbench().runCommand('MCP Elicitation: Show Results');
    await host.enabledButton('Close').waitFor();
    const open = host.button('Open the result: note on asker');
    // The third call may just have ended: its row appears above the others.
    await open.nth(2).waitFor();
    await clickFast(open.first());
    await host.panel.getByText('noted tea').waitFor();
    await clickFast(host.button('Back'));
    await host.panel.getByRole('heading', { name: 'Results', exact: true }).waitFor();
    await clickFast(host.button('Remove the result: note on asker').first());
    await host.panel.getByRole('button', { name: 'Undo removing the result: note on asker' }).waitFor();
    assert.equal(await host.panel.getByRole('button', { name: /^Undo removing/ }).count(), 1);
    await host.enabledButton('Close').click();
    assert.deepEqual(await asker.receivedLines(0), []);
  });

  it('choose a waiting question from its menu, and start a draft over, without an answer', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('dog');
    await host.runTool('asker', 'order');
    const queue = host.panel.getByRole('group', { name: 'Waiting for you' });
    await clickFast(queue.getByRole('button', { name: '2 waiting' }), 1);
    await clickFast(host.panel.getByRole('menuitemradio', { name: /order/ }));
    await host.field('dish').waitFor();
    await host.waitUntilReady();
    assert.deepEqual(await asker.receivedLines(0), []);
    await host.answer('Cancel');
    await host.field('password hint').waitFor();
    await host.answer('Cancel');
    assert.deepEqual(await asker.receivedLines(2), ['order cancel', 'ask cancel']);

    await host.runTool('asker', 'ask');
    await clickFast(host.button('Start Over'));
    await host.button('Undo').waitFor();
    assert.equal(await host.field('password hint').inputValue(), '');
    await host.button('Undo').click();
    await host.button('Start Over').waitFor();
    assert.equal(await host.field('password hint').inputValue(), 'dog');
    await host.answer('Cancel');
    assert.equal((await asker.receivedLines(3)).length, 3);
  });
});
