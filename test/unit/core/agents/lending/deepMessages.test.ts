import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LaunchSpec } from '#core/model/definition.ts';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const call = (id: number, name: string, args: object = {}) => ({
  ...{ id, method: 'tools/call', params: { name, arguments: args } },
});
const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`;

describe('a message of a hundred thousand levels between an agent and a lent server', () => {
  let bed: LendingTestBed;
  let agent: ProxyProcess;

  beforeEach(() => {
    bed = new LendingTestBed();
  });
  afterEach(() => bed.end());

  async function begin(spec: LaunchSpec): Promise<void> {
    await bed.lend(spec);
    await bed.open();
    agent = await bed.agent();
    agent.send(initialize);
    await until(() => agent.reply(0) !== undefined);
    agent.send({ method: 'notifications/initialized' });
  }
  const asProcess = () => nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile }, secrets: ['hunter2'] });

  async function textOfReply(id: number): Promise<string> {
    await until(() => agent.reply(id) !== undefined);
    return firstText(agent.reply(id)?.['result']);
  }

  it('ends the connection if it is a response, and the calls in flight get the reason', async () => {
    await begin(asProcess());
    agent.send(call(1, 'hang'));
    agent.send(call(2, 'answerDeeply'));
    for (const id of [1, 2]) {
      assert.match(await textOfReply(id), /nested more than 500 levels deep/);
    }
    agent.send(call(3, 'pid'));
    assert.match(await textOfReply(3), /^\d+$/);
  });

  it('is ignored if it is none of the protocol, also in a batch', async () => {
    await begin(asProcess());
    const notification = '{"jsonrpc":"2.0","method":"notifications/x"}';
    agent.send(call(1, 'write', { lines: [deep, `[${notification},${deep}]`] }));
    assert.equal(await textOfReply(1), 'written');
    assert(agent.lines.includes(notification));
  });

  it('is refused if it is a request of the agent, and dropped otherwise', async () => {
    await begin(asProcess());
    const lines = [
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pid","arguments":${deep}}}`,
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`,
      `[{"a":${deep}}]`,
      deep,
    ];
    agent.child.stdin.write(`${lines.join('\n')}\n`);
    agent.send(call(2, 'pid'));
    assert.match(await textOfReply(1), /nested more than 500 levels deep/);
    assert.match(await textOfReply(2), /^\d+$/);
  });

  it('ends the connection, as one of very many values does, if secrets would have to be searched in it', async () => {
    await begin(asProcess());
    const response = `{"jsonrpc":"2.0","id":99,"result":{"a":"\\/","x":[${'{},'.repeat(500_000)}1]}}`;
    agent.send(call(1, 'hang'));
    agent.send(call(2, 'write', { lines: [response] }));
    assert.match(await textOfReply(1), /The server sent a message of more than 500000 values/);
    assert(!agent.lines.includes(response));
  });

  for (const [kind, wrap] of [
    ['alone', (response: string) => response],
    ['in a batch', (response: string) => `[${response}]`],
  ] as const) {
    it(`ends the connection if it is a response over HTTP, ${kind}`, async () => {
      const http = createServer(async (request, response) => {
        const parts: Buffer[] = [];
        for await (const part of request) {
          parts.push(part as Buffer);
        }
        const { id, method } = request.method === 'POST' ? JSON.parse(Buffer.concat(parts).toString()) : {};
        const begun = '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x","version":"1"}}';
        const result = method === 'initialize' ? begun : `{"tools":[{"name":"a","inputSchema":${deep}}]}`;
        const json = `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
        response.writeHead(id === undefined ? 405 : 200, { 'content-type': 'application/json' });
        response.end(id === undefined ? undefined : method === 'initialize' ? json : wrap(json));
      });
      http.listen(0, '127.0.0.1');
      await once(http, 'listening');
      try {
        const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
        await begin({ type: 'http', url, headers: {}, secrets: ['hunter2'] });
        agent.send({ id: 1, method: 'tools/list' });
        await until(() => agent.reply(1) !== undefined);
        assert.match(JSON.stringify(agent.reply(1)), /nested more than 500 levels deep/);
      } finally {
        http.closeAllConnections();
        http.close();
      }
    });
  }
});
