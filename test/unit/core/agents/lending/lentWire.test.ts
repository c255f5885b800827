import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const unusual = '{"big":12345678901234567890,"one":1.0,"huge":1e400,"twice":1,"twice":2,"text":"\\u0061\\/é"}';
const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const call = (id: number, name: string, args: object = {}) => ({
  ...{ id, method: 'tools/call', params: { name, arguments: args } },
});

describe('the messages between an agent and a lent server', () => {
  let bed: LendingTestBed;

  beforeEach(() => {
    bed = new LendingTestBed();
  });
  afterEach(() => bed.end());

  async function begin(options: readonly string[] = []): Promise<ProxyProcess> {
    const agent = await bed.agent(options);
    agent.send(initialize);
    await until(() => agent.reply(0) !== undefined);
    agent.send({ method: 'notifications/initialized' });
    return agent;
  }

  it('pass as they are written, in both directions', async () => {
    const [sent, received] = [join(bed.folder, 'sent'), join(bed.folder, 'received')];
    const fromServer = [
      `{"jsonrpc":"2.0","method":"notifications/message","params":${unusual}}`,
      `{"jsonrpc":"2.0","id":"s-1","method":"roots/list","params":${unusual}}`,
    ];
    writeFileSync(sent, `Listening on port 3000\n${fromServer.join('\r\n')}\n`);
    const env = { TO_SEND: sent, RECEIVED_FILE: received };
    await bed.lend(nodeSpec(fromRoot('test/servers/proxied/byteRecorder.ts'), [], { env }));
    await bed.open();
    const agent = await bed.agent();
    const request = `{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/call","params":{"name":"a","arguments":${unusual}}}`;
    const reply = `{"jsonrpc":"2.0", "id":"s-1" ,"result":${unusual}}`;
    agent.child.stdin.write(`${request}\n`);
    await until(() => agent.lines.length === 2);
    assert.deepEqual(agent.lines, fromServer);
    agent.child.stdin.write(`${reply}\n`);
    await until(async () => readFileSync(received, 'utf8').includes('s-1'));
    assert.equal(readFileSync(received, 'utf8'), `${request}\n${reply}\n`);
  });

  it('are responses also to a request whose id the server writes in another way', async () => {
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
    const agent = await begin();
    agent.child.stdin.write('{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"pid"}}\n');
    await until(() => agent.lines.length === 2);
    assert.match(agent.lines[1] ?? '', /^\{"jsonrpc":"2\.0","id":1\.0,"result":/);
  });

  it('may be large, in both directions', async () => {
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
    const agent = await begin();
    const text = 'x'.repeat(20 * 1024 * 1024);
    agent.send(call(1, 'refuse', { message: text }));
    await until(() => agent.outputLength > text.length);
    agent.child.stdin.end();
    await agent.ended;
    const reply = JSON.parse(agent.output.toString().trimEnd().split('\n').at(-1) ?? '');
    assert.equal(reply.error.message.length, text.length);
  });

  it('end the connection if one is longer than 64 MiB', async () => {
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
    const agent = await begin();
    agent.send(call(1, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 1));
    agent.child.stdin.write(`{"jsonrpc":"2.0","id":2,"method":"x","params":{"a":"${'x'.repeat(65 * 1024 * 1024)}"}}\n`);
    await until(() => agent.reply(1) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /The session with the server was lost/);
    agent.send(call(3, 'pid'));
    await until(() => agent.reply(3) !== undefined);
    assert.match(firstText(agent.reply(3)?.['result']), /^\d+$/);
  });

  it('are held back while the agent reads nothing', async () => {
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
    const agent = await begin();
    agent.child.stdout.pause();
    const text = 'x'.repeat(900_000);
    for (let id = 1; id <= 40; id += 1) {
      agent.send(call(id, 'refuse', { message: text }));
    }
    agent.send(call(41, 'pid'));
    agent.child.stdout.resume();
    // Reading the messages themselves takes long.
    await until(() => agent.outputLength > 40 * text.length);
    await until(() => agent.reply(41) !== undefined);
    assert.equal(agent.messages.filter(({ error }) => error !== undefined).length, 40);
  });

  it('are kept for an agent that does not wait so long, and given out once', async () => {
    await bed.lend(nodeSpec(fromRoot('test/servers/elicitingTools.ts')));
    await bed.open();
    const agent = await begin(['--limit', '1500']);
    agent.send(call(1, 'ask'));
    await until(() => agent.reply(1) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /Call this tool again with exactly the same arguments/);
    await bed.decide({ action: 'accept', content: { answer: 'late' } });
    agent.send(call(2, 'ask'));
    await until(() => agent.reply(2) !== undefined);
    assert.equal(firstText(agent.reply(2)?.['result']), 'ask accept {"answer":"late"}');
  });
});

describe('a session with a lent server after a reload of the window', () => {
  let bed: LendingTestBed;

  beforeEach(async () => {
    bed = new LendingTestBed();
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
  });
  afterEach(() => bed.end());

  async function begin(): Promise<ProxyProcess> {
    const agent = await bed.agent();
    agent.send(initialize);
    await until(() => agent.reply(0) !== undefined);
    agent.send({ method: 'notifications/initialized' });
    return agent;
  }

  it('tells the calls in flight, withdraws what was asked, and begins again with the next call', async () => {
    const agent = await begin();
    const question = { message: 'Which?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } };
    agent.send(call(1, 'ask', { params: question }));
    await bed.oldestRequest();
    await bed.close();
    await until(() => agent.reply(1) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /was lost, because the editor window was reloaded or closed/);
    await until(() => bed.inbox.pending.length === 0);
    await bed.reopen();
    agent.send(call(2, 'pid'));
    await until(() => agent.reply(2) !== undefined);
    assert.match(firstText(agent.reply(2)?.['result']), /^\d+$/);
    const methods = bed.receivedMessages.map(({ method }) => method);
    assert.deepEqual(
      methods.filter((method) => method !== undefined),
      [
        'initialize',
        'notifications/initialized',
        'tools/call',
        'initialize',
        'notifications/initialized',
        'tools/call',
      ],
    );
    // The agent has begun once, and gets one response.
    assert.equal(agent.messages.filter(({ id }) => id !== 1 && id !== 2).length, 1);
    assert.equal(bed.inbox.pending.length, 0);
  });

  it('waits for a window that is on its way', async () => {
    const agent = await begin();
    agent.send(call(3, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 3));
    await bed.close();
    await until(() => agent.reply(3) !== undefined);
    agent.send(call(1, 'pid'));
    agent.send(call(2, 'pid'));
    await bed.reopen();
    await until(() => agent.reply(1) !== undefined && agent.reply(2) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /^\d+$/);
    assert.equal(firstText(agent.reply(1)?.['result']), firstText(agent.reply(2)?.['result']));
  });

  it('restarts a server that has crashed, at the next call', async () => {
    const agent = await begin();
    agent.send(call(1, 'crash', { code: 3 }));
    await until(() => agent.reply(1) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /"tickets" ended unexpectedly \(exit code 3\)/);
    agent.send(call(2, 'pid'));
    await until(() => agent.reply(2) !== undefined);
    assert.match(firstText(agent.reply(2)?.['result']), /^\d+$/);
  });
});
