import assert from 'node:assert/strict';
import { nameForm } from '#test/host/rateLimitedConnection.ts';
import { TestConnection } from '#test/host/testConnection.ts';

const accept = { action: 'accept', content: { name: 'Ann' } } as const;

describe('an answer that was written to a server, when the server asks again in the call', () => {
  let connection: TestConnection;
  beforeEach(() => {
    connection = new TestConnection();
  });

  /** Pushes a request. Its answer counts as written at once. */
  const ask = (message: string) =>
    connection.push(nameForm(message), { trackReply: (id, deliveries) => deliveries.markArrived(id, 'sent') });
  const stateOf = (id: string) => connection.inbox.deliveries.get(id)?.state.kind ?? 'settled';

  it('has been read, if the server waits for each answer', async () => {
    const first = ask('First?');
    const { id } = await connection.decide(accept);
    await first;
    assert.equal(stateOf(id), 'sent');
    void ask('Second?');
    await connection.pendingRequests();
    assert.equal(stateOf(id), 'settled');
    connection.elicitations.callEnded('call', 'lost');
    assert.equal(stateOf(id), 'settled');
  });

  it('may not have been read, if the server has asked without waiting in this call', async () => {
    const asked = [ask('First?'), ask('Second?')];
    await connection.pendingRequests(2);
    const { id } = await connection.decide(accept);
    await connection.decide(accept);
    await Promise.all(asked);
    void ask('Third?');
    await connection.pendingRequests();
    assert.equal(stateOf(id), 'sent');
    connection.elicitations.callEnded('call', 'lost');
    assert.equal(stateOf(id), 'unknown', 'it is kept for the user');
  });
});
