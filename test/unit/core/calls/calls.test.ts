import assert from 'node:assert/strict';
import { Calls } from '#core/calls/calls.ts';
import { definitionOf, tool } from '#test/host/samples.ts';
import { until } from '#test/host/until.ts';

describe('the calls in flight', () => {
  it('have a start time from the steady clock', () => {
    const calls = new Calls(() => undefined, { steady: () => 42 });
    calls.begin(definitionOf('mine'), tool('any'), 'user');
    assert.equal(calls.all[0]?.startedAt, 42);
  });

  function beginCall() {
    let changes = 0;
    const calls = new Calls(() => {
      changes += 1;
    });
    const { call } = calls.begin(definitionOf('mine'), tool('any'), 'user');
    return { calls, call, changes: () => changes };
  }

  it('report progress at most ten times a second, and always the latest', async () => {
    const { calls, call, changes } = beginCall();
    const before = changes();
    for (let progress = 1; progress <= 20_000; progress += 1) {
      calls.updateProgress(call.id, { progress });
    }
    assert.deepEqual([changes() - before, calls.all[0]?.progress?.progress], [1, 20_000]);
    await until(() => changes() - before === 2);
    calls.updateProgress(call.id, { progress: 20_001 });
    assert.equal(changes() - before, 2);
    await until(() => changes() - before === 3);
    assert.equal(calls.all[0]?.progress?.progress, 20_001);
  });

  it('are at the server only while one of their requests is sent and unanswered', async () => {
    const { calls, call } = beginCall();
    const idsAtServer = () => calls.atServer.map(({ id }) => id);
    assert.deepEqual(idsAtServer(), []);
    const sending = calls.trackSending(call.id, async () => idsAtServer());
    assert.deepEqual(await sending, [call.id]);
    assert.deepEqual(idsAtServer(), []);
    await assert.rejects(calls.trackSending(call.id, () => Promise.reject(new Error('no'))));
    assert.deepEqual(idsAtServer(), []);
  });
});
