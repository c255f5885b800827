import assert from 'node:assert/strict';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';

const suspended = { server: { id: 'user:mine', name: 'mine' }, openedPages: [], resends: true };
const neverAborted = new AbortController().signal;

describe('a suspended call', () => {
  it('waits for the action of the user, and keeps an action from before the wait', async () => {
    const suspendedCalls = new SuspendedCalls();
    const open = suspendedCalls.open(suspended);
    suspendedCalls.continue(open.id);
    assert.equal(await open.next(neverAborted), 'continue');
    const next = open.next(neverAborted);
    assert.equal(suspendedCalls.stop(open.id), true);
    assert.equal(await next, 'stop');
  });

  it('waits at most for the given time', async () => {
    assert.equal(await new SuspendedCalls().open(suspended).next(neverAborted, 1), 'elapsed');
  });

  it('rejects with the reason of its signal', async () => {
    const end = new AbortController();
    const next = new SuspendedCalls().open(suspended).next(end.signal);
    end.abort(new Error('over'));
    await assert.rejects(next, { message: 'over' });
  });

  it('calls its end function when the user stops it, also outside of a wait', () => {
    const suspendedCalls = new SuspendedCalls();
    let ended = 0;
    const open = suspendedCalls.open(suspended, () => {
      ended += 1;
    });
    open.update({ retrying: true });
    assert.deepEqual([suspendedCalls.stop(open.id), ended], [true, 1]);
    open.close();
    assert.deepEqual([suspendedCalls.stop(open.id), ended], [false, 1]);
  });

  it('reports each change until it is closed', () => {
    const suspendedCalls = new SuspendedCalls();
    let changes = 0;
    suspendedCalls.onDidChange(() => {
      changes += 1;
    });
    const open = suspendedCalls.open(suspended);
    open.update({ attempts: 2, retrying: true });
    assert.deepEqual([suspendedCalls.get(open.id)?.attempts, suspendedCalls.get(open.id)?.retrying], [2, true]);
    open.close();
    open.close();
    open.update({ attempts: 3 });
    assert.deepEqual([suspendedCalls.all, changes, suspendedCalls.continue(open.id)], [[], 3, false]);
  });
});
