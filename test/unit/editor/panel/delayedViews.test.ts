import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { FilledArguments } from '#editor/panel/screens/argumentsRequest.ts';
import {
  callContext,
  cityForm,
  formRequest,
  runningCall,
  textInputs,
  weatherServer,
} from '#test/host/requestSamples.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { TestPanel } from './testPanel.ts';

/** Longer than any view is delayed. In milliseconds. */
const longMs = 60_000;

describe('a view that asks nothing', () => {
  let panel: TestPanel;
  beforeEach(() => {
    enableMockTimers('setTimeout');
    panel = new TestPanel();
  });
  afterEach(() => mock.timers.reset());

  const kinds = () =>
    panel.posted.flatMap((message) => (message.type === 'show' ? [message.view.screen.kind] : [message.type]));
  /** Shows arguments, presses Run or Cancel, and forgets what was posted until then. */
  const endArguments = async (end: 'run' | 'cancel'): Promise<FilledArguments | undefined> => {
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind: 'tool', name: 'forecast' },
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    panel.draw();
    panel.posted.length = 0;
    const screen = panel.controller.current?.id ?? '';
    panel.controller.receive(
      end === 'run' ? { type: 'submit', screen, inputs: textInputs('Bern') } : { type: 'cancel', screen },
    );
    return result;
  };

  it('does not take the place of sent arguments before their call has begun, however long that takes', async () => {
    assert.ok(await endArguments('run'));
    mock.timers.tick(longMs);
    assert.deepEqual(kinds(), []);
    panel.calls = [runningCall];
    panel.controller.hostScreens.endBeginning();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    assert.deepEqual(kinds(), ['form']);
  });

  it('takes the place of sent arguments at once if their call does not begin', async () => {
    await endArguments('run');
    panel.controller.hostScreens.endBeginning();
    assert.deepEqual(kinds(), ['welcome']);
  });

  it('takes the place of arguments at once that the user does not send', async () => {
    await endArguments('cancel');
    assert.deepEqual(kinds(), ['welcome']);
  });

  it('is posted to a page that does not show the arguments any more', async () => {
    await endArguments('run');
    panel.controller.receive({ type: 'ready' });
    assert.deepEqual(kinds(), ['welcome']);
  });

  it('keeps the pause of cards that come into sight before it is posted, also if a request takes its place', () => {
    for (let time = 0; time < 14; time += 1) {
      panel.rateLimiter.admit(weatherServer.id, 0);
    }
    panel.controller.setInSight(false);
    panel.calls = [runningCall];
    panel.controller.refresh();
    panel.posted.length = 0;
    panel.controller.setInSight(true);
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    assert.deepEqual(kinds(), ['form', 'ignoreCardInput']);
  });
});
