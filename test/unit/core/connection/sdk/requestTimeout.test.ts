import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { connectBareClient, stateOf, TestTransport } from './bareSdk.ts';

describe('the time-out of a request', () => {
  beforeEach(() => enableMockTimers('setTimeout'));
  afterEach(() => mock.timers.reset());

  const stateAfter = async (ms: number, options: { timeout?: number }) => {
    const client = await connectBareClient('legacy', new TestTransport());
    const call = client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema, options);
    const state = stateOf(call);
    mock.timers.tick(ms);
    return state;
  };

  it('must be set: the default of the SDK ends a request after a minute', async () => {
    assert.equal(await stateAfter(59_999, {}), 'pending');
    assert.equal(await stateAfter(60_000, {}), 'rejected');
  });

  it('must be a large number: for 0 and infinity the SDK ends the request at once', async () => {
    assert.equal(await stateAfter(1, { timeout: 0 }), 'rejected');
    assert.equal(await stateAfter(1, { timeout: Number.POSITIVE_INFINITY }), 'rejected');
    assert.equal(await stateAfter(24 * 60 * 60 * 1000, { timeout: noRequestTimeout }), 'pending');
  });
});
