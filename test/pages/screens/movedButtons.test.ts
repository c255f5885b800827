import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { View } from '#bridge/messages.ts';
import { postedActions } from '#test/pages/harness/fastPresses.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { callInProgress, suspendedCall } from '#test/pages/states/aboveScreenStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

/** A click that was aimed at what stood at its place a moment before. */
describe('a click on what has just moved or appeared under the pointer', () => {
  const panel = usePanel();
  const notice = { id: 'withdrawn', severity: 'warning', text: untranslated('The server withdrew it.') } as const;
  const runAgain = { ...notice, runAgain: true } as const;
  const schema = objectSchema({ near: { type: 'boolean' }, size: { type: 'string', enum: ['small', 'large'] } });

  const begin = async (screen: View['screen'], more: Partial<View> = {}) => {
    await panel().send(showScreen(screen, more));
    await panel().stopClock();
    await panel().advanceTime();
  };
  const middleOf = async (control: Locator) => {
    const box = await control.boundingBox();
    assert.ok(box, 'the control is not in sight');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const clickAt = ({ x, y }: { x: number; y: number }) => panel().page.mouse.click(x, y);
  const stops = () => panel().page.getByRole('listitem').getByRole('button', { name: 'Stop the Call' });
  const running: View['screen'] = { kind: 'running', id: 'running', answered: [] };

  it('stops no other call if the call that it was aimed at has ended', async () => {
    await begin(running, { calls: [callInProgress('a'), callInProgress('b')] });
    const place = await middleOf(stops().first());
    await panel().send(showScreen(running, { calls: [callInProgress('b'), callInProgress('c')] }));
    assert.deepEqual(await middleOf(stops().first()), place);
    await clickAt(place);
    assert.deepEqual(await panel().postedOf('stopCall'), []);
    await panel().advanceTime();
    await clickAt(place);
    assert.deepEqual(
      (await panel().postedOf('stopCall')).map((message) => message.call),
      ['b'],
    );
  });

  it('works although a server moves the button ten times a second, because it takes clicks in between', async () => {
    await begin(running, { calls: [callInProgress('a')] });
    const stopOfA = stops().last();
    const move = async (times: number) => {
      for (let moves = 0; moves < times; moves += 1) {
        const before = moves % 2 === 0 ? [callInProgress('b')] : [];
        await panel().send(showScreen(running, { calls: [...before, callInProgress('a')] }));
        await panel().advanceTime(100);
      }
    };
    await move(4);
    await clickAt(await middleOf(stopOfA));
    assert.deepEqual(await panel().postedOf('stopCall'), []);
    await move(8);
    await clickAt(await middleOf(stopOfA));
    assert.deepEqual(
      (await panel().postedOf('stopCall')).map((message) => message.call),
      ['a'],
    );
  });

  it('does not continue another suspended call, and the keyboard continues it at once', async () => {
    const [a, b] = ['a', 'b'].map((id) => suspendedCall({ id, answersRequest: true }));
    assert.ok(a && b);
    await begin(running, { suspendedCalls: [a, b] });
    const place = await middleOf(panel().button('Continue').first());
    await panel().send(showScreen(running, { suspendedCalls: [b] }));
    assert.deepEqual(await middleOf(panel().button('Continue')), place);
    await clickAt(place);
    assert.deepEqual(await panel().postedOf('resumeSuspendedCall'), []);
    await panel().button('Continue').press('Enter');
    assert.equal((await panel().postedOf('resumeSuspendedCall')).length, 1);
  });

  it('runs no call again from a notice that has just appeared', async () => {
    await begin(formScreen({ schema }));
    await panel().send(showScreen({ kind: 'drawn', id: 'form' }, { notices: [runAgain] }));
    const button = panel().button('Run Again With These Answers');
    const place = await middleOf(button);
    await clickAt(place);
    assert.deepEqual(await panel().postedOf('runNoticedCall'), []);
    await panel().advanceTime();
    await clickAt(place);
    assert.equal((await panel().postedOf('runNoticedCall')).length, 1);
  });

  it('runs no call again from a button that has just appeared in a notice', async () => {
    await begin(running, { notices: [notice] });
    await panel().send(showScreen(running, { notices: [runAgain] }));
    await clickAt(await middleOf(panel().button('Run Again With These Answers')));
    assert.deepEqual(await panel().postedOf('runNoticedCall'), []);
  });

  it('has no effect either if its press lasts longer than the pause', async () => {
    await begin(formScreen({ schema }));
    await panel().send(showScreen({ kind: 'drawn', id: 'form' }, { notices: [runAgain] }));
    const { x, y } = await middleOf(panel().button('Run Again With These Answers'));
    await panel().page.mouse.move(x, y);
    await panel().page.mouse.down();
    await panel().advanceTime(1000);
    await panel().page.mouse.up();
    assert.deepEqual(await postedActions(panel()), []);
  });

  describe('in a form', () => {
    const radio = (name: string) => panel().page.getByRole('radio', { name, exact: true });

    it('chooses no option that a notice has moved', async () => {
      await begin(formScreen({ schema }));
      const before = await middleOf(radio('small'));
      await panel().send(showScreen({ kind: 'drawn', id: 'form' }, { notices: [notice] }));
      assert.notDeepEqual(await middleOf(radio('small')), before);
      await clickAt(await middleOf(radio('small')));
      assert.equal(await radio('small').isChecked(), false);
      await panel().advanceTime();
      await clickAt(await middleOf(radio('small')));
      assert.equal(await radio('small').isChecked(), true);
    });

    it('answers, because the buttons have not moved', async () => {
      await begin(formScreen({ schema }));
      const place = await middleOf(panel().button('Decline'));
      await panel().send(showScreen({ kind: 'drawn', id: 'form' }, { notices: [notice] }));
      assert.deepEqual(await middleOf(panel().button('Decline')), place);
      await clickAt(place);
      assert.equal((await panel().postedOf('decline')).length, 1);
    });
  });
});
