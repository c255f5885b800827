import assert from 'node:assert/strict';
import { Inbox } from '#core/inbox/inbox.ts';
import { contextKeys } from '#editor/common/contributions.ts';
import { completeQuestionSteps } from '#editor/serversView/walkthroughSteps.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { formRequest } from '#test/host/requestSamples.ts';

describe('the steps of the walkthrough about questions', () => {
  let memory: InMemoryStateStore;
  beforeEach(() => {
    memory = new InMemoryStateStore();
  });

  /** A window: its inbox, and the conditions that are true in it. */
  function openWindow() {
    const inbox = new Inbox();
    const keys: string[] = [];
    const steps = completeQuestionSteps({ inbox, memory, setContext: (key) => void keys.push(key) });
    return { inbox, keys, steps };
  }

  it('are done once a question was there, and once it was answered', async () => {
    const { inbox, keys } = openWindow();
    assert.deepEqual(keys, []);
    const settled = inbox.ask(formRequest('a'));
    assert.deepEqual(keys, [contextKeys.asked]);
    inbox.decide('a', { action: 'decline' });
    await settled;
    assert.deepEqual(keys, [contextKeys.asked, contextKeys.answered]);
  });

  it('are not done if the question was withdrawn, or another extension has cancelled it', async () => {
    const { inbox, keys } = openWindow();
    const settled = [inbox.ask(formRequest('a')), inbox.ask(formRequest('b'))];
    inbox.withdraw('a', { by: 'server', reason: 'It gave up.' });
    inbox.decide('b', { action: 'cancel', byProgram: true });
    await Promise.all(settled);
    assert.deepEqual(keys, [contextKeys.asked]);
  });

  it('stay done in the next window', async () => {
    const { inbox, steps } = openWindow();
    const settled = inbox.ask(formRequest('a'));
    inbox.decide('a', { action: 'cancel' });
    await settled;
    steps.dispose();
    assert.deepEqual(openWindow().keys, [contextKeys.asked, contextKeys.answered]);
  });
});
