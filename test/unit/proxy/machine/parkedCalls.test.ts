import assert from 'node:assert/strict';
import { maxParkedCalls } from '#proxy/machine/parkedCalls.ts';
import { line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const timedOut = 'Request timed out';
const result = (text: string) => ({ content: [{ type: 'text', text }] });

/** A call that has asked and that the agent has stopped waiting for; both texts are JSON. */
function park(bed: MachineBed, id: number, args = '{}', more = ''): void {
  bed.agent(
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"deploy","arguments":${args}${more}}}\n`,
  );
  bed.ask(`ask ${id}`);
  bed.cancel(id, timedOut);
}

/** True if a call with these arguments joins one with those. Both texts are JSON. */
function joins(one: string, other: string, more: readonly [string, string] = ['', '']): boolean {
  const bed = new MachineBed().start();
  park(bed, 1, one, more[0]);
  bed.clear();
  bed.agent(
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"deploy","arguments":${other}${more[1]}}}\n`,
  );
  return bed.toServer.length === 0;
}

describe('an equal call', () => {
  it('has the same arguments, in whatever order and however written', () => {
    assert(joins('{"a":1,"b":{"c":[1,{"d":2}],"e":"\\u0061"}}', '{ "b":{"e":"a","c":[1,{"d":2}]}, "a":1}'));
    assert(joins('{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'));
  });

  it('differs in any value', () => {
    const different = [
      ['{"a":1}', '{"a":"1"}'],
      ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
      ['{"a":"n1"}', '{"a":1}'],
      ['{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'],
      ['{"a":[1,2]}', '{"a":[2,1]}'],
      ['{"a":null}', '{}'],
      ['{"a":"true"}', '{"a":true}'],
    ] as const;
    for (const [one, other] of different) assert.equal(joins(one, other), false, `${one} ${other}`);
  });

  it('belongs to the same conversation, and its other marks may differ', () => {
    const meta = (text: string) => `,"_meta":${text}`;
    assert(joins('{}', '{}', [meta('{"progressToken":1,"claudecode/toolUseId":"x"}'), meta('{"progressToken":2}')]));
    assert(joins('{}', '{}', [meta('{"threadId":"x"}'), meta('{"threadId":"x","b":1}')]));
    for (const key of ['threadId', 'vscode.conversationId', 'session_id', 'chatId', 'codex/thread']) {
      assert.equal(joins('{}', '{}', [meta(`{"${key}":"x"}`), meta(`{"${key}":"y"}`)]), false, key);
      assert.equal(joins('{}', '{}', [meta(`{"${key}":"x"}`), '']), false, key);
    }
  });

  it('is a new one: it continues no round and is no task', () => {
    for (const key of ['inputResponses', 'requestState', 'task'])
      assert.equal(joins('{}', '{}', ['', `,"${key}":{}`]), false);
  });

  it('is never one that is nested too deeply to be compared', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.equal(joins(`{"a":${deep}}`, `{"a":${deep}}`), false);
  });

  it('of a tool with another name is another call', () => {
    const bed = new MachineBed().start();
    park(bed, 1);
    bed.agent({ id: 2, method: 'tools/call', params: { name: 'other', arguments: {} } });
    assert.equal(bed.serverMessages.at(-1)?.['id'], 2);
  });
});

describe('parked calls', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed().start();
  });

  it('are joined one by one, the oldest first; running calls are not joined', () => {
    bed.call(1);
    bed.wait(1);
    bed.call(2);
    bed.wait(1);
    bed.ask('a');
    bed.cancel(2, timedOut);
    bed.cancel(1, timedOut);
    bed.clear();
    bed.call(3);
    bed.call(4);
    assert.deepEqual(bed.toServer, []);
    bed.call(5);
    assert.deepEqual(
      bed.serverMessages.map(({ id }) => id),
      [5],
    );
    bed.server({ id: 2, result: result('second') });
    bed.server({ id: 1, result: result('first') });
    assert.deepEqual(
      bed.agentMessages.map(({ id, result: given }) => [id, given]),
      [
        [4, result('second')],
        [3, result('first')],
      ],
    );
  });

  it('have their result handed out once', () => {
    park(bed, 1);
    bed.server({ id: 1, result: result('kept') });
    bed.call(2);
    bed.call(3);
    assert.deepEqual(
      bed.agentMessages.map(({ id }) => id),
      [2],
    );
    assert.equal(bed.serverMessages.at(-1)?.['id'], 3);
  });

  it('say when they were made if their result was kept for more than 60 s', () => {
    bed.wait(180);
    park(bed, 1);
    bed.server('{"jsonrpc":"2.0","id":1,"result":{"content":[ {"type":"x","n":1.0}],"n":1e400}}\n');
    bed.wait(61);
    bed.call(2);
    assert.deepEqual(bed.toAgent, [
      '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"Result of the call made at 10:03."}, {"type":"x","n":1.0}],"n":1e400}}\n',
    ]);
  });

  it('say so in an empty result, too, and leave an error as it is', () => {
    park(bed, 1);
    bed.server('{"id":1,"result":{"content":[ ]}}\n');
    park(bed, 2, '{"b":1}');
    bed.server({ id: 2, error: { code: 1, message: 'no' } });
    bed.wait(61);
    bed.call(3);
    bed.call(4, { b: 1 });
    assert.deepEqual(bed.agentMessages[0]?.['result'], result('Result of the call made at 10:00.'));
    assert.deepEqual(bed.agentMessages[1]?.['error'], { code: 1, message: 'no' });
  });

  it('are kept as long as the window says, and then forgotten with a word', () => {
    const own = new MachineBed();
    own.start({ window: false });
    own.openWindow(120_000);
    own.clear();
    park(own, 1);
    own.server({ id: 1, result: result('kept') });
    own.wait(121);
    assert.match(own.logs.join(), /was dropped: it was not asked for again/);
    own.call(2);
    assert.equal(own.serverMessages.at(-1)?.['id'], 2);
  });

  it(`are ${maxParkedCalls} at most: the next one is the user's to interrupt`, () => {
    for (let id = 1; id <= maxParkedCalls; id += 1) park(bed, id, `{"n":${id}}`);
    bed.clear();
    park(bed, 99, '{"n":99}');
    assert.deepEqual(
      bed.serverMessages.map(({ method, id }) => method ?? id),
      ['tools/call', 'notifications/cancelled'],
    );
  });

  it('keep 64 MiB of results: the oldest make room', () => {
    const large = 'x'.repeat(30 * 1024 * 1024);
    for (let id = 1; id <= 3; id += 1) {
      park(bed, id, `{"n":${id}}`);
      bed.server({ id, result: result(large) });
    }
    assert.match(bed.logs.join(), /larger than 64 MiB/);
    bed.clear();
    for (let n = 1; n <= 3; n += 1) bed.call(10 + n, { n });
    assert.deepEqual(
      bed.serverMessages.map(({ id }) => id),
      [11],
    );
    assert.equal(bed.toAgent.length, 2);
  });

  it('that the user stops give the agent that word at its next call', () => {
    park(bed, 1);
    bed.clear();
    bed.fromWindow({ type: 'stopCall', call: 'c2' });
    assert.deepEqual(
      bed.serverMessages.map(({ method, id }) => method ?? id),
      ['notifications/cancelled', 'ask 1'],
    );
    bed.call(2);
    assert.deepEqual(
      bed.agentMessages.map(({ result: given }) => given),
      [{ ...result('The user stopped this call in VS Code.'), isError: true }],
    );
  });

  it('are asked again at another window, which learns that they are parked', () => {
    park(bed, 1);
    bed.openWindow();
    const sent = bed.toWindow.filter(({ link }) => link === 2).map(({ type }) => type);
    assert.deepEqual(sent, ['ask', 'callState']);
  });

  it('end with the session of the agent', () => {
    park(bed, 1);
    park(bed, 2, '{"n":2}');
    bed.server({ id: 2, result: result('kept') });
    bed.clear();
    bed.event({ type: 'agentEnded' });
    assert.deepEqual(
      bed.windowMessages('callEnded').map(({ call, outcome }) => [call, outcome]),
      [['c2', 'lost']],
    );
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['agentEnded', 'agentEnded'],
    );
  });
});

describe('the end of the agent', () => {
  it('leaves the responses that the server still sends', () => {
    const bed = new MachineBed().start();
    bed.agent({ id: 1, method: 'tools/list' });
    bed.event({ type: 'agentEnded' });
    bed.ask('a');
    bed.server({ id: 1, result: { tools: [] } });
    bed.event({ type: 'serverEnded' });
    assert.deepEqual(
      bed.agentMessages.map(({ id }) => id),
      [1],
    );
    assert.equal(bed.toServer.length, 1);
    assert.deepEqual(bed.asks, []);
  });
});

describe('a call that the user stops', () => {
  it('is cancelled at the server, then its request, and the agent learns it', () => {
    const bed = new MachineBed().start();
    bed.call(1);
    bed.ask('a');
    bed.clear();
    bed.fromWindow({ type: 'stopCall', call: 'c2' });
    assert.deepEqual(bed.toServer, [
      String(
        line({
          method: 'notifications/cancelled',
          params: { requestId: 1, reason: 'The user stopped this call in VS Code.' },
        }),
      ),
      String(line({ id: 'a', result: { action: 'cancel' } })),
    ]);
    assert.equal(bed.agentMessages[0]?.['id'], 1);
    assert.deepEqual(
      bed.windowMessages('callEnded').map(({ outcome }) => outcome),
      ['cancelled'],
    );
    bed.fromWindow({ type: 'stopCall', call: 'c2' });
    assert.equal(bed.toAgent.length, 1);
  });
});
