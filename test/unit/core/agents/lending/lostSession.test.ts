import assert from 'node:assert/strict';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { ForgetfulServer } from './forgetfulServer.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'a', arguments: {} } });

describe('calls of a lent server that has forgotten its session', () => {
  let bed: LendingTestBed;
  let server: ForgetfulServer;

  afterEach(async () => {
    server.close();
    await bed.end();
  });

  async function begin(status: number): Promise<ProxyProcess> {
    bed = new LendingTestBed();
    server = await ForgetfulServer.start(status);
    await bed.lend({ type: 'http', url: server.url, headers: {}, secrets: [] });
    await bed.open();
    const agent = await bed.agent();
    agent.send(initialize);
    await until(() => agent.reply(0) !== undefined);
    agent.send({ method: 'notifications/initialized' });
    await until(() => server.accepted.includes('notifications/initialized'));
    return agent;
  }

  for (const status of [404, 400]) {
    it(`are all sent again, once, in a new session (status ${status})`, async () => {
      const agent = await begin(status);
      server.forget();
      server.holds = true;
      for (const id of [1, 2, 3]) {
        agent.send(call(id));
      }
      await until(() => server.held.length === 3);
      // One is refused first, and begins the new session; the others are refused after that.
      server.held.shift()?.();
      await until(() => server.accepted.filter((method) => method === 'initialize').length === 2);
      server.release();
      for (const id of [1, 2, 3]) {
        await until(() => agent.reply(id) !== undefined);
        assert.equal(firstText(agent.reply(id)?.['result']), 'done');
      }
      assert.equal(server.accepted.filter((method) => method === 'tools/call').length, 3);
      assert.equal(server.accepted.filter((method) => method === 'initialize').length, 2);
    });
  }

  it('get the reason if the server is only silent', async () => {
    const agent = await begin(400);
    server.refusesCalls = true;
    server.ignoresPings = true;
    agent.send(call(1));
    await until(() => agent.reply(1) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /HTTP status 400/);
    assert.equal(server.accepted.filter((method) => method === 'initialize').length, 1);
  });
});
