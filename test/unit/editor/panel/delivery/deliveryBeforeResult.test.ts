import assert from 'node:assert/strict';
import { shutDown } from '#editor/window/shutDown.ts';
import { until } from '#test/host/until.ts';
import { DeliveryHost } from './deliveryHost.ts';

const eras = ['legacy', 'modern'] as const;
const ann = [{ kind: 'text', text: 'Ann', touched: true }];
const empty = [{ kind: 'text', text: '', touched: false }];

/** Stops the call that goes on. */
async function stop(host: DeliveryHost): Promise<void> {
  const ends = host.ends.length;
  host.server.cancelCall(host.server.calls[0]?.id ?? '');
  await until(() => host.ends.length > ends);
}

/** The call is run again; what its form begins with. */
async function formOfNext(host: DeliveryHost): Promise<unknown> {
  await host.ask();
  return (await host.shows('form')).inputs;
}

/** Ends as a window does that is loaded anew. */
function endWindow({ drafts, server }: DeliveryHost): Promise<void> {
  const flush = async () => undefined;
  const servers = { stopAll: () => server.stop() };
  return shutDown({ drafts, results: { flush }, servers, record: { flush, end: flush } });
}

describe("the user's answer over HTTP, in 2026-07-28, on which the tool works", () => {
  let host: DeliveryHost;
  beforeEach(async () => {
    host = await DeliveryHost.http('modern');
    await host.ask();
    await host.treat('works');
    host.submit();
    await until(() => host.states.join() === 'accept');
  });
  afterEach(() => host.end());

  it('is kept on the disk until there is a result, and recorded then', async () => {
    assert.deepEqual([host.ends, host.recorded, host.files.list().length], [[], [], 1]);
    await host.control('finish');
    await until(() => host.ends.length === 1);
    assert.deepEqual(host.recorded, ['accept']);
    assert.equal((await host.seen()).answers.length, 1);
    await host.drafts.flush();
    assert.equal(host.files.list().length, 0);
  });

  it('is kept when the connection breaks, is not sent again, and is not recorded as delivered', async () => {
    await host.control('cut');
    const screen = await host.shows('notDelivered');
    assert.deepEqual(
      [screen.state, screen.reason, screen.hasCallEnded, screen.isCallKnown],
      ['unknown', 'noResult', true, true],
    );
    await until(() => host.ends.length === 1);
    assert.deepEqual(host.recorded, ['accept unknown']);
    assert.equal(host.files.list().length, 1);
    assert.equal((await host.seen()).answers.length, 1);
    host.press('runAgain');
    assert.deepEqual((await host.shows('form')).inputs, ann);
  });

  it('is kept when the user stops the call, and when the window is loaded anew', async () => {
    await stop(host);
    assert.deepEqual(host.recorded, ['accept unknown']);
    assert.deepEqual(await formOfNext(host), ann);
    await host.treat('works');
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
      await host.ask();
      host.submit();
    }

    it('counts as sent while the tool works, and is kept on the disk', async () => {
      await submitTo('works');
      await until(() => host.states.join() === 'accept');
      await host.drafts.flush();
      assert.deepEqual([host.ends, host.recorded, host.files.list().length], [[], [], 1]);
    });

    it('is recorded as given, and not kept, once there is a result', async () => {
      await submitTo('gives');
      await until(() => host.ends.length === 1);
      await host.drafts.flush();
      assert.deepEqual([host.recorded, host.files.list().length], [['accept'], 0]);
      assert.deepEqual(await formOfNext(host), empty);
    });

    it('is kept when the user stops the call before its result, and is not recorded as delivered', async () => {
      await submitTo('works');
      await until(() => host.states.join() === 'accept');
      await stop(host);
      assert.deepEqual(host.recorded, ['accept unknown']);
      assert.deepEqual(await formOfNext(host), ann);
    });

    it('is on the disk when the window is loaded anew while the tool works', async () => {
      await submitTo('works');
      await until(() => host.states.join() === 'accept');
      await endWindow(host);
      assert.deepEqual([host.recorded, host.files.list().length], [['accept unknown'], 1]);
    });

    it('has arrived when the server asks for more after it', async () => {
      await submitTo('again');
      await until(() => host.recorded.length === 1);
      const { message } = await host.shows('form');
      assert.equal(JSON.stringify(message).includes('And once more?'), true);
      host.submit('Bob');
      await until(() => host.states.join() === 'accept,accept');
      await stop(host);
      assert.deepEqual(host.recorded, ['accept', 'accept unknown']);
      assert.deepEqual(await formOfNext(host), empty);
    });
  });
}
