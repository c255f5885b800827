import assert from 'node:assert/strict';
import { cityForm, formRequest, textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';

describe('answers that do not fit the form', () => {
  const tooMany = [...textInputs('Oslo'), ...textInputs('more')];
  const rejected = (screen: string) => ({
    type: 'rejected',
    screen,
    summary: 'These answers do not fit this form. Nothing was sent.',
    problems: [],
  });

  it('are rejected by a request, so that its page does not wait for a reply', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    for (const message of [{ type: 'submit' }, { type: 'review', revision: 1 }]) {
      panel.posted.length = 0;
      panel.controller.receive({ ...message, screen: 'a', inputs: tooMany });
      assert.deepEqual(panel.posted, [rejected('a')]);
    }
    assert.equal(await settledAction(ending), 'open');
  });

  it('are rejected as the arguments of a call', () => {
    const panel = new TestPanel();
    void panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind: 'tool', name: 'forecast' },
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    const { shownId } = panel;
    panel.posted.length = 0;
    panel.controller.receive({ type: 'submit', screen: shownId, inputs: tooMany });
    assert.deepEqual(panel.posted, [rejected(shownId)]);
  });
});
