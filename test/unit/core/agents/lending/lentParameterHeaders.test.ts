import assert from 'node:assert/strict';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { HeaderServer } from './headerServer.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const list = (id: number, cursor?: string) => ({ id, method: 'tools/list', params: { _meta, cursor } });
const call = (id: number, name: string) => ({
  ...{ id, method: 'tools/call', params: { _meta, name, arguments: { region: 'eu' } } },
});

const wrong = (name: string) => `{"name":"${name}","inputSchema":{"properties":{"a":{"x-mcp-header":""}}}}`;

describe('a lent server that requires arguments in headers', () => {
  let bed: LendingTestBed;
  let server: HeaderServer;
  let agent: ProxyProcess;

  beforeEach(async () => {
    bed = new LendingTestBed();
    server = await HeaderServer.start();
    await bed.lend({ type: 'http', url: server.url, headers: {}, secrets: [] });
    await bed.open();
    agent = await bed.agent();
  });
  afterEach(async () => {
    server.close();
    await bed.end();
  });

  async function request(message: { readonly id: number }) {
    agent.send(message);
    await until(() => agent.reply(message.id) !== undefined);
    return agent.reply(message.id);
  }

  const listed = ['tools/list 2026-07-28', 'tools/list second 2026-07-28'];

  for (const withId of [true, false]) {
    it(`is called once more with them if the agent has not listed its tools (${withId ? 'with' : 'without'} an id in the refusal)`, async () => {
      server.refusesWithId = withId;
      assert.equal(firstText((await request(call(1, 'remove')))?.['result']), 'done');
      const refused = 'tools/call 2026-07-28';
      assert.deepEqual(server.received, [refused, ...listed, 'tools/call 2026-07-28']);
      assert.equal(firstText((await request(call(2, 'deploy')))?.['result']), 'done');
      assert.equal(server.received.length, 5);
    });
  }

  it('is called once more in a session, which it has not forgotten', async () => {
    server.refusesWithId = false;
    const clientInfo = { name: 'agent', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const initialize = { id: 1, method: 'initialize', params };
    await request(initialize);
    assert.equal(firstText((await request(call(2, 'remove')))?.['result']), 'done');
    const called = 'tools/call 2026-07-28';
    assert.deepEqual(server.received.slice(1), [called, ...listed, called]);
  });

  it('is called once more if a header has got another name', async () => {
    await request(list(1));
    await request(list(2, 'second'));
    assert.equal(firstText((await request(call(3, 'deploy')))?.['result']), 'done');
    server.header = 'Zone';
    assert.equal(firstText((await request(call(4, 'deploy')))?.['result']), 'done');
    assert.equal(server.received.length, 7);
  });

  it('gets the headers of tools of every page, also over another connection', async () => {
    await request(list(1));
    await request(list(2, 'second'));
    for (const session of await bed.grants.list('codex')) {
      await bed.grants.revoke('codex', session);
    }
    await until(() => bed.lending.countOf('codex', 'tickets') === 1);
    await bed.grants.grant('codex', [...bed.lent.keys()][0] as never);
    assert.equal(firstText((await request(call(3, 'deploy')))?.['result']), 'done');
    assert.equal(firstText((await request(call(4, 'remove')))?.['result']), 'done');
    assert.equal(server.received.length, 4);
  });

  it('gives the agent its error if it refuses the call again', async () => {
    server.refusesAll = true;
    const reply = await request(call(1, 'deploy'));
    assert.deepEqual(reply?.['error'], { code: -32020, message: 'Header mismatch' });
    assert.equal(server.received.filter((line) => line.startsWith('tools/call')).length, 2);
  });

  it('may end the stream with its refusal while the second call waits, which has the same id', async () => {
    server.isLate = true;
    agent.send(call(1, 'deploy'));
    await until(() => server.lateCalls.length === 1);
    for (const stream of server.lateStreams) {
      stream.end();
    }
    // Its response comes after the end of the stream.
    await request(list(2));
    assert.equal(agent.reply(1), undefined);
    server.lateCalls[0]?.();
    await until(() => agent.reply(1) !== undefined);
    assert.equal(firstText(agent.reply(1)?.['result']), 'done');
  });

  it('gets no second call if the agent cancels it meanwhile', async () => {
    server.ignoresLists = true;
    agent.send(call(1, 'deploy'));
    await until(() => server.received.includes('tools/list 2026-07-28'));
    agent.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    server.ignoresLists = false;
    await request(list(2));
    assert.equal(server.received.filter((line) => line.startsWith('tools/call')).length, 1);
    assert.equal(agent.reply(1), undefined);
  });

  it('lists no tool whose annotations are invalid, and leaves every other byte', async () => {
    server.listText = (id) =>
      `{ "jsonrpc":"2.0", "result" : {"big":12345678901234567890, "tools":[ ${wrong('one')} ,{"name":"right","size":1.0}, ${wrong('other')}],"tools" :\t[${wrong('one')} , {"name":"right" , "size":1.0}, ${wrong('last')}] },"id":${id}}`;
    await request(list(1));
    const line = agent.lines.find((text) => text.includes('"right"'));
    assert.equal(
      line,
      server
        .listText(1)
        .replace(
          `\t[${wrong('one')} , {"name":"right" , "size":1.0}, ${wrong('last')}]`,
          '\t[{"name":"right" , "size":1.0}]',
        ),
    );
    assert.match(bed.log.text, /warn The tool one was left out: x-mcp-header of a is no name of a header/);
    server.listText = (id) => `{"jsonrpc":"2.0","id":${id},"result":{"tools":[${wrong('one')}]}}`;
    assert.deepEqual((await request(list(2)))?.['result'], { tools: [] });
  });

  it('gets the revision in a header of each notification, and no cancellation', async () => {
    await request(list(1));
    agent.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
    agent.send({ method: 'notifications/cancelled', params: { requestId: 9 } });
    agent.send({ method: 'notifications/example' });
    await until(() => server.received.length > 1);
    await request(list(2));
    assert.deepEqual(server.received, [
      'tools/list 2026-07-28',
      'notifications/example 2026-07-28',
      'tools/list 2026-07-28',
    ]);
  });
});
