import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CallGroups } from '#core/elicitation/callGroups.ts';

/** Calls with these ids. */
function calls(...ids: readonly string[]) {
  return ids.map((id) => ({ id }));
}

describe('requests whose call is unknown', () => {
  let groups: CallGroups;

  beforeEach(() => {
    groups = new CallGroups();
  });

  /** Removes the calls one after the other. Returns the requests that are lost then. */
  function lostAfter(...callIds: readonly string[]): string[] {
    return callIds.flatMap((id) => groups.removeCall(id)).flatMap(({ id, isLost }) => (isLost ? [id] : []));
  }

  it('are lost when the last call in flight has ended, if one of the calls was lost', () => {
    groups.add('first', calls('a', 'b'));
    groups.add('second', calls('a', 'b'));
    groups.markLost('a');
    assert.deepEqual(lostAfter('a'), []);
    assert.deepEqual(lostAfter('b'), ['first', 'second']);
  });

  it('are not lost if every call got its response', () => {
    groups.add('question', calls('a', 'b'));
    assert.deepEqual(groups.removeCall('a'), []);
    assert.deepEqual(groups.removeCall('b'), [{ id: 'question', isLost: false }]);
  });

  it('are not tracked if no call was in flight', () => {
    groups.add('question', []);
    groups.markLost('a');
    assert.deepEqual(groups.removeCall('a'), []);
  });

  it('are not lost by a call that was lost before they arrived', () => {
    groups.add('before', calls('a', 'b'));
    groups.markLost('a');
    groups.add('after', calls('a', 'b'));
    assert.deepEqual(lostAfter('a', 'b'), ['before']);
  });

  it('depend only on the calls that were in flight at their arrival', () => {
    groups.add('question', calls('a', 'b'));
    groups.add('other', calls('b', 'c'));
    groups.markLost('c');
    assert.deepEqual(lostAfter('a', 'b'), []);
    assert.deepEqual(lostAfter('c'), ['other']);
  });

  it('are lost together if their remaining calls are the same', () => {
    groups.add('question', calls('a', 'b'));
    groups.removeCall('a');
    groups.add('later', calls('b'));
    groups.markLost('b');
    assert.deepEqual(lostAfter('b'), ['question', 'later']);
  });

  it('are not lost after they were settled', () => {
    groups.add('answered', calls('a'));
    groups.add('open', calls('a'));
    groups.remove('answered');
    groups.markLost('a');
    assert.deepEqual(lostAfter('a'), ['open']);
    groups.remove('open');
    groups.add('new', calls('b'));
    groups.markLost('b');
    assert.deepEqual(lostAfter('b'), ['new']);
  });

  it('follow a list of calls that its owner changes', () => {
    const inFlight = calls('a');
    groups.add('question', inFlight);
    inFlight.push({ id: 'b' });
    groups.add('later', inFlight);
    assert.deepEqual(groups.requestsOfOnly('a'), ['question']);
    assert.deepEqual(groups.removeCall('a'), [{ id: 'question', isLost: false }]);
    assert.deepEqual(groups.requestsOfOnly('b'), ['later']);
  });

  it('end as if each had its own set of calls', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('begin' as const) }),
      fc.record({ kind: fc.constant('ask' as const), count: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('answer' as const), which: fc.nat(20) }),
      fc.record({ kind: fc.constant('lose' as const), which: fc.nat(20) }),
      fc.record({ kind: fc.constant('end' as const), which: fc.nat(20) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        groups = new CallGroups();
        const separate = new Map<string, { calls: Set<string>; isLost: boolean }>();
        let inFlight: readonly { readonly id: string }[] = [];
        let count = 0;
        for (const step of steps) {
          count += 1;
          const call = 'which' in step ? inFlight[step.which % Math.max(1, inFlight.length)]?.id : undefined;
          if (step.kind === 'begin') {
            inFlight = [...inFlight, { id: `call ${count}` }];
          } else if (step.kind === 'ask') {
            for (let index = 0; index < step.count; index += 1) {
              groups.add(`${count}.${index}`, inFlight);
              if (inFlight.length > 0) {
                separate.set(`${count}.${index}`, { calls: new Set(inFlight.map(({ id }) => id)), isLost: false });
              }
            }
          } else if (step.kind === 'answer') {
            const id = [...separate.keys()][step.which % Math.max(1, separate.size)] ?? 'none';
            groups.remove(id);
            separate.delete(id);
          } else if (call !== undefined && step.kind === 'lose') {
            groups.markLost(call);
            for (const one of separate.values()) {
              one.isLost ||= one.calls.has(call);
            }
          } else if (call !== undefined) {
            inFlight = inFlight.filter(({ id }) => id !== call);
            const only = [...separate].filter(([, { calls }]) => calls.size === 1 && calls.has(call));
            assert.deepEqual(new Set(groups.requestsOfOnly(call)), new Set(only.map(([id]) => id)));
            for (const { calls } of separate.values()) {
              calls.delete(call);
            }
            const ended = only.map(([id, { isLost }]) => ({ id, isLost }));
            const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
            assert.deepEqual([...groups.removeCall(call)].sort(byId), ended.sort(byId));
            for (const { id } of ended) {
              separate.delete(id);
            }
          }
        }
      }),
    );
  });
});
