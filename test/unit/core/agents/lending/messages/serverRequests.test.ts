import assert from 'node:assert/strict';
import { readHead } from '#core/agents/lending/messages/messageHead.ts';
import { ServerRequests } from '#core/agents/lending/messages/serverRequests.ts';

describe('the requests of a lent server over one connection', () => {
  const create = (prefix: string) => {
    const requests = new ServerRequests(() => prefix);
    const head = (text: string) => readHead(text) ?? assert.fail(text);
    return {
      requests,
      forAgent: (text: string) => requests.forAgent(text, head(text)),
      forServer: (text: string) => requests.forServer(text, head(text)),
      cancelled: () => requests.withdraw().map((text) => JSON.parse(text).params.requestId),
    };
  };
  const request = (id: string, token?: string) =>
    `{"id":${id},"method":"x","params":{"_meta":{"a":1.0${token === undefined ? '' : `,"progressToken":${token}`}}}}`;
  const response = (id: string) => `{"id":${id}, "result":{"a":1.0}}`;
  const progress = (token: string) => `{"method":"notifications/progress","params":{"a":1.0,"progressToken":${token}}}`;
  const cancellation = (id: string) => `{"method":"notifications/cancelled","params":{"requestId":${id}}}`;

  it('pass as they are written where no other connection has asked, with what belongs to them', () => {
    const { forAgent, forServer } = create('');
    for (const text of [request('1.0', '"t"'), request('"a"'), cancellation('7')]) {
      assert.equal(forAgent(text), text);
    }
    for (const text of [response('1'), progress('"t"')]) {
      assert.equal(forServer(text), text);
    }
    const cancelled = cancellation('"\\u0061"');
    assert.equal(forAgent(cancelled), cancelled);
  });

  for (const id of ['1', '"a\\"b"', '12345678901234567890']) {
    it(`have ids of their own otherwise, and the agent's messages about them the written ones: ${id}`, () => {
      const { forAgent, forServer } = create('c-');
      const known = JSON.stringify(`c-${id}`);
      assert.equal(forAgent(request(id, id)), request(known, known));
      assert.equal(forServer(progress(known)), progress(id));
      assert.equal(forServer(response(known)), response(id));
      assert.equal(forAgent(request(id)), request(known));
      assert.equal(forAgent(cancellation(id)), cancellation(known));
      // Without such a request, it cancels one of the agent.
      assert.equal(forAgent(cancellation(id)), cancellation(id));
    });
  }

  it('get nothing that belongs to another connection, or that makes up an id', () => {
    const { forAgent, forServer } = create('c-');
    assert.equal(forServer(response('1')), undefined);
    forAgent(request('1'));
    for (const id of ['1', '"1"', '"d-1"', '"c-"', '"c-1\\n"', '"c-{}"', '"c-1,2"']) {
      assert.equal(forServer(response(id)), undefined, id);
      assert.equal(forServer(progress(id)), undefined, id);
    }
  });

  it('are withdrawn once, without those that have their response or were cancelled', () => {
    const { forAgent, forServer, cancelled } = create('');
    for (const id of ['1', '2', '3', '4']) {
      forAgent(request(id));
    }
    forServer(response('2'));
    forAgent(cancellation('3'));
    assert.deepEqual(cancelled(), [1, 4]);
    assert.deepEqual(cancelled(), []);
  });

  it('are known if they are among the last 1,000, and their ids are not long', () => {
    const { forAgent, cancelled } = create('');
    for (let id = 0; id <= 1000; id += 1) {
      forAgent(request(String(id)));
    }
    forAgent(request(JSON.stringify('x'.repeat(1000))));
    const ids = cancelled();
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [1000, 1, 1000]);
  });
});
