import assert from 'node:assert/strict';
import { shutDown } from '#editor/window/shutDown.ts';
import { until } from '#test/host/until.ts';
import { DeliveryHost } from './deliveryHost.ts';

const eras = ['legacy', 'modern'] as const;
const ann = [{ kind: 'text', text: 'Ann', touched: true }];
const empty = [{ kind: 'text', text: '', touched: false }];

/** Stops the call that goes on. */
async function stop(rig: DeliveryHost): Promise<void> {
  const ends = rig.ends.length;
  rig.server.cancelCall(rig.server.calls[0]?.id ?? '');
  await until(() => rig.ends.length > ends);
}

/** The call is run again; what its form begins with. */
async function formOfNext(rig: DeliveryHost): Promise<unknown> {
  await rig.ask();
  return (await rig.shows('form')).inputs;
}

/** Ends as a window does that is loaded anew. */
function endWindow({ drafts, server }: DeliveryHost): Promise<void> {
  const flush = async () => undefined;
  const servers = { stopAll: () => server.stop() };
  return shutDown({ drafts, results: { flush }, servers, record: { flush, end: flush } });
}

describe("the user's answer over HTTP, in 2026-07-28, on which the tool works", () => {
  let rig: DeliveryHost;
  beforeEach(async () => {
    rig = await DeliveryHost.http('modern');
    await rig.ask();
    await rig.treat('works');
    rig.submit();
    await until(() => rig.states.join() === 'accept');
  });
  afterEach(() => rig.end());

  it('is kept on the disk until there is a result, and recorded then', async () => {
    assert.deepEqual([rig.ends, rig.recorded, rig.files.list().length], [[], [], 1]);
    await rig.control('finish');
    await until(() => rig.ends.length === 1);
    assert.deepEqual(rig.recorded, ['accept']);
    assert.equal((await rig.seen()).answers.length, 1);
    await rig.drafts.flush();
    assert.equal(rig.files.list().length, 0);
  });

  it('is kept when the connection breaks, is not sent again, and is not said to have arrived', async () => {
    await rig.control('cut');
    const screen = await rig.shows('notDelivered');
    assert.deepEqual([screen.state, screen.reason, screen.ended, screen.runs], ['unknown', 'noResult', true, true]);
    await until(() => rig.ends.length === 1);
    assert.deepEqual(rig.recorded, ['accept unknown']);
    assert.equal(rig.files.list().length, 1);
    assert.equal((await rig.seen()).answers.length, 1);
    rig.press('runAgain');
    assert.deepEqual((await rig.shows('form')).inputs, ann);
  });

  it('is kept when the user stops the call, and when the window is loaded anew', async () => {
    await stop(rig);
    assert.deepEqual(rig.recorded, ['accept unknown']);
    assert.deepEqual(await formOfNext(rig), ann);
    await rig.treat('works');
    rig.submit();
    await until(() => rig.states.join() === 'accept');
    await endWindow(rig);
    assert.deepEqual(rig.recorded, ['accept unknown', 'accept unknown']);
    assert.equal(rig.files.list().length, 1);
  });
});

for (const era of eras) {
  describe(`the user's answer to a stdio server of the ${era} era`, () => {
    let rig: DeliveryHost;
    afterEach(() => rig.end());

    async function submitTo(how: 'works' | 'gives' | 'again'): Promise<void> {
      rig = DeliveryHost.stdio(how, era);
      await rig.ask();
      rig.submit();
    }

    it('counts as sent while the tool works, and is kept on the disk', async () => {
      await submitTo('works');
      await until(() => rig.states.join() === 'accept');
      await rig.drafts.flush();
      assert.deepEqual([rig.ends, rig.recorded, rig.files.list().length], [[], [], 1]);
    });

    it('is recorded as given, and not kept, once there is a result', async () => {
      await submitTo('gives');
      await until(() => rig.ends.length === 1);
      await rig.drafts.flush();
      assert.deepEqual([rig.recorded, rig.files.list().length], [['accept'], 0]);
      assert.deepEqual(await formOfNext(rig), empty);
    });

    it('is kept when the user stops the call before its result, and is not said to have arrived', async () => {
      await submitTo('works');
      await until(() => rig.states.join() === 'accept');
      await stop(rig);
      assert.deepEqual(rig.recorded, ['accept unknown']);
      assert.deepEqual(await formOfNext(rig), ann);
    });

    it('is on the disk when the window is loaded anew while the tool works', async () => {
      await submitTo('works');
      await until(() => rig.states.join() === 'accept');
      await endWindow(rig);
      assert.deepEqual([rig.recorded, rig.files.list().length], [['accept unknown'], 1]);
    });

    it('has arrived when the server asks for more after it', async () => {
      await submitTo('again');
      await until(() => rig.recorded.length === 1);
      const { message } = await rig.shows('form');
      assert.equal(JSON.stringify(message).includes('And once more?'), true);
      rig.submit('Bob');
      await until(() => rig.states.join() === 'accept,accept');
      await stop(rig);
      assert.deepEqual(rig.recorded, ['accept', 'accept unknown']);
      assert.deepEqual(await formOfNext(rig), empty);
    });
  });
}
