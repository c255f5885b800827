import assert from 'node:assert/strict';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { AskedCalls } from '#core/record/askedCalls.ts';

const request = { kind: 'tool', name: 'book', arguments: {} } as const;
const elicitation = { method: 'elicitation/create', params: {} };

describe('the calls during which a server asked', () => {
  const add = (exchanges: Exchanges, id: string, call: string | undefined, received: unknown = elicitation) =>
    exchanges.add({
      id,
      at: 0,
      server: { id: 'user:travel', name: 'travel' },
      ...(call !== undefined && { call: { id: call, request } }),
      arrival: 'pushed',
      received,
      findings: [],
    });

  it('are known from the arrival of a request, until they end', () => {
    const exchanges = new Exchanges();
    const calls = new AskedCalls(exchanges);
    add(exchanges, '1', 'asks');
    add(exchanges, '2', undefined);
    add(exchanges, '3', 'samples', { method: 'sampling/createMessage' });
    assert.deepEqual(
      ['asks', 'asks', 'samples', 'other'].map((id) => calls.take(id)),
      [true, false, false, false],
    );
    calls.dispose();
    add(exchanges, '4', 'later');
    assert.equal(calls.take('later'), false);
  });

  it('are at most a thousand', () => {
    const exchanges = new Exchanges();
    const calls = new AskedCalls(exchanges);
    for (let index = 0; index <= 1000; index += 1) {
      add(exchanges, `${index}`, `call ${index}`);
    }
    assert.deepEqual([calls.take('call 0'), calls.take('call 1')], [false, true]);
  });
});
