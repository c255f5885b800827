import assert from 'node:assert/strict';
import { shutDown } from '#editor/window/shutDown.ts';
import { nameElicitation } from '#test/host/samples.ts';
import { until } from '#test/host/until.ts';
import { DeliveryHost } from './deliveryHost.ts';

const eras = ['legacy', 'modern'] as const;
const annInputs = [{ kind: 'text', text: 'Ann', touched: true }];
const emptyInputs = [{ kind: 'text', text: '', touched: false }];

/** Stops the running call, and waits for its end. */
async function stopCall(host: DeliveryHost): Promise<void> {
  const ends = host.callEnds.length;
  host.server.cancelCall(host.server.calls[0]?.id ?? '');
  await until(() => host.callEnds.length > ends);
}

/** Runs the call again. @returns the inputs of its form */
async function inputsOfNextCall(host: DeliveryHost): Promise<unknown> {
  await host.callUntilRequest();
  return (await host.shows('form')).inputs;
}

/** Ends the host like a window that is reloaded. */
function endWindow({ drafts, server }: DeliveryHost): Promise<void> {
  const flush = async () => undefined;
  const servers = { stopAll: () => server.stop() };
  return shutDown({ drafts, results: { flush }, servers, agents: { end: flush }, record: { flush, end: flush } });
}

describe("the user's answer over HTTP, in 2026-07-28, while the tool works", () => {
  let host: DeliveryHost;
  beforeEach(async () => {
    host = await DeliveryHost.http('modern');
    await host.callUntilRequest();
    await host.setTreatment('works');
    host.submit();
    await until(() => host.states.join() === 'accept');
  });
  afterEach(() => host.end());

  it('is stored on the disk until there is a result, and recorded then', async () => {
    assert.deepEqual([host.callEnds, host.recorded, host.files.list().length], [[], [], 1]);
    await host.control('finish');
    await until(() => host.callEnds.length === 1);
    assert.deepEqual(host.recorded, ['accept']);
    assert.equal((await host.serverState()).answers.length, 1);
    await host.drafts.flush();
    assert.equal(host.files.list().length, 0);
  });

  it('is kept if the connection breaks, is not sent again, and is not recorded as delivered', async () => {
    await host.control('cut');
    const screen = await host.shows('notDelivered');
    assert.deepEqual(
      [screen.state, screen.reason, screen.hasCallEnded, screen.isCallKnown],
      ['unknown', 'noResult', true, true],
    );
    await until(() => host.callEnds.length === 1);
    assert.deepEqual(host.recorded, ['accept unknown']);
    assert.equal(host.files.list().length, 1);
    assert.equal((await host.serverState()).answers.length, 1);
    host.press('runAgain');
    assert.deepEqual((await host.shows('form')).inputs, annInputs);
  });

  it('is kept if the user stops the call, and if the window is reloaded', async () => {
    await stopCall(host);
    assert.deepEqual(host.recorded, ['accept unknown']);
    assert.deepEqual(await inputsOfNextCall(host), annInputs);
    await host.setTreatment('works');
    host.submit();
    await until(() => host.states.join() === 'accept');
    await endWindow(host);
    assert.deepEqual(host.recorded, ['accept unknown', 'accept unknown']);
    assert.equal(host.files.list().length, 1);
  });
});

for (const era of eras) {
  describe(`the user's answer to a stdio server of the ${era} era`, () => {
    let host: DeliveryHost;
    afterEach(() => host.end());

    async function submitTo(how: 'works' | 'gives' | 'again'): Promise<void> {
      host = DeliveryHost.stdio(how, era);
      await host.callUntilRequest();
      host.submit();
    }

    it('counts as sent while the tool works, and is stored on the disk', async () => {
      await submitTo('works');
      await until(() => host.states.join() === 'accept');
      await host.drafts.flush();
      assert.deepEqual([host.callEnds, host.recorded, host.files.list().length], [[], [], 1]);
    });

    it('is recorded without a failed delivery, and not kept, once there is a result', async () => {
      await submitTo('gives');
      await until(() => host.callEnds.length === 1);
      await host.drafts.flush();
      assert.deepEqual([host.recorded, host.files.list().length], [['accept'], 0]);
      assert.deepEqual(await inputsOfNextCall(host), emptyInputs);
    });

    it('is kept if the user stops the call before its result, and is not recorded as delivered', async () => {
      await submitTo('works');
      await until(() => host.states.join() === 'accept');
      await stopCall(host);
      assert.deepEqual(host.recorded, ['accept unknown']);
      assert.deepEqual(await inputsOfNextCall(host), annInputs);
    });

    it('is on the disk if the window is reloaded while the tool works', async () => {
      await submitTo('works');
      await until(() => host.states.join() === 'accept');
      await endWindow(host);
      assert.deepEqual([host.recorded, host.files.list().length], [['accept unknown'], 1]);
    });

    it('counts as arrived if the server sends another request after it', async () => {
      await submitTo('again');
      await until(() => host.recorded.length === 1);
      const { message } = await host.shows('form');
      assert.equal(JSON.stringify(message).includes('And once more?'), true);
      host.submit('Bob');
      await until(() => host.states.join() === 'accept,accept');
      await stopCall(host);
      assert.deepEqual(host.recorded, ['accept', 'accept unknown']);
      assert.deepEqual(await inputsOfNextCall(host), emptyInputs);
    });
  });
}

describe("the user's answer to a stdio server that responds with a result of an unknown type (2026-07-28)", () => {
  it('has arrived, although the call fails', async () => {
    const host = DeliveryHost.stdio('odd', 'modern');
    try {
      await host.callUntilRequest();
      host.submit();
      await until(() => host.callEnds.length === 1);
      assert.match(host.callEnds[0] ?? '', /does not follow the protocol/);
      await until(() => host.recorded.length > 0);
      await host.drafts.flush();
      assert.deepEqual([host.recorded, host.files.list().length], [['accept'], 0]);
    } finally {
      await host.end();
    }
  });
});

describe("the user's answer to a task that has taken its question back", () => {
  it('is recorded as not delivered and kept, and the panel says so while the task goes on', async () => {
    const ask = { method: 'elicitation/create', params: nameElicitation };
    const states = [{ status: 'input_required', inputRequests: { a: ask } }, {}];
    const host = DeliveryHost.task({ refuses: 'late', states });
    try {
      await host.callUntilRequest();
      host.submit();
      await until(() => host.notices.length > 0);
      assert.deepEqual(host.notices, ['The server withdrew the question. What you had filled in is kept.']);
      await until(() => host.recorded.length > 0);
      assert.deepEqual([host.recorded, host.callEnds], [['accept refused'], []]);
      await host.drafts.flush();
      assert.equal(host.files.list().length, 1);
    } finally {
      await host.end();
    }
  });
});
