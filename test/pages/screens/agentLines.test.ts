import assert from 'node:assert/strict';
import type { View } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { agentStates } from '#test/pages/states/agentStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';

/** The view of a state. */
function viewOf(name: string): View {
  const [message] = agentStates.find((state) => state.name === name)?.messages() ?? [];
  assert.ok(message?.type === 'show');
  return message.view;
}

/** What is above the form of a state, for the form that is drawn already. */
function changeTo(name: string) {
  const { screen, ...above } = viewOf(name);
  return showScreen({ kind: 'drawn', id: screen.id }, above);
}

describe('what is said of an agent while the user fills in its form', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));
  const field = () => panel().field(untranslated('name'));
  const dismiss = () => panel().button('Dismiss');

  for (const size of [usualSize, { width: 420, height: 650 }]) {
    it(`moves neither the field nor the buttons, ${size.width} pixels wide`, async () => {
      await panel().resize(size);
      await panel().send({ type: 'show', view: viewOf('agent-form') });
      const places = async () => [await field().boundingBox(), await panel().button('Submit').boundingBox()];
      const before = await places();
      for (const [state, text] of [
        ['agent-stopped-waiting', /has stopped waiting/],
        ['agent-waits-again', /has called again/],
        ['agent-answer-sent', /Sent to/],
      ] as const) {
        await panel().send(changeTo(state));
        await panel().page.getByText(text).last().waitFor();
        assert.deepEqual(await places(), before);
      }
    });
  }

  it('does not end the call by a click that was meant for what was there before', async () => {
    await panel().send({ type: 'show', view: viewOf('agent-form') });
    await panel().stopClock();
    await panel().send(changeTo('agent-stopped-waiting'));
    await dismiss().click({ force: true });
    assert.deepEqual(await panel().postedOf('stopCall'), []);
    await panel().advanceTime();
    await dismiss().click();
    assert.equal((await panel().postedOf('stopCall')).length, 1);
  });

  it('lets clicks through to what a sent answer lies over', async () => {
    await panel().send({ type: 'show', view: viewOf('agent-answer-sent') });
    const box = await panel().page.locator('.sent-answer').boundingBox();
    assert.ok(box);
    const isBelow = await panel().page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('.sent-answer') === null,
      { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    );
    assert.equal(isBelow, true);
  });
});
