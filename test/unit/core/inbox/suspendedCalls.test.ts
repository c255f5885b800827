import assert from 'node:assert/strict';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';

const suspended = { server: { id: 'user:mine', name: 'mine' }, openedPages: [], resends: true };
const forever = new AbortController().signal;

describe('a suspended call', () => {
  it("waits for the user's action, and does not lose one from before the wait", async () => {
    const holds = new SuspendedCalls();
    const open = holds.open(suspended);
    holds.continue(open.id);
    assert.equal(await open.next(forever), 'continue');
    const next = open.next(forever);
    assert.equal(holds.stop(open.id), true);
    assert.equal(await next, 'stop');
  });

  it('waits no longer than the given time', async () => {
    assert.equal(await new SuspendedCalls().open(suspended).next(forever, 1), 'elapsed');
  });

  it('rejects with the reason of its signal', async () => {
    const end = new AbortController();
    const next = new SuspendedCalls().open(suspended).next(end.signal);
    end.abort(new Error('over'));
    await assert.rejects(next, { message: 'over' });
  });

  it('calls its end function when the user stops it, also outside of a wait', () => {
    const holds = new SuspendedCalls();
    let ended = 0;
    const open = holds.open(suspended, () => {
      ended += 1;
    });
    open.update({ retrying: true });
    assert.deepEqual([holds.stop(open.id), ended], [true, 1]);
    open.close();
    assert.deepEqual([holds.stop(open.id), ended], [false, 1]);
  });

  it('reports each change until it is closed', () => {
    const holds = new SuspendedCalls();
    let changes = 0;
    holds.onDidChange(() => {
      changes += 1;
    });
    const open = holds.open(suspended);
    open.update({ attempts: 2, retrying: true });
    assert.deepEqual([holds.get(open.id)?.attempts, holds.get(open.id)?.retrying], [2, true]);
    open.close();
    open.close();
    open.update({ attempts: 3 });
    assert.deepEqual([holds.all, changes, holds.continue(open.id)], [[], 3, false]);
  });
});
