import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { Lending } from '#core/agents/lending/lending.ts';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { handmade, nodeSpec, watchdog } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { LendingTestBed } from './lendingTestBed.ts';

describe('the window of a lent server', () => {
  let bed: LendingTestBed;
  /** A window of an inner folder, in which nobody has the server. */
  let inner: Endpoint;
  let folder: string;

  beforeEach(() => {
    bed = new LendingTestBed();
    folder = join(bed.folder, 'inner');
    mkdirSync(folder);
    const lending = new Lending({
      grants: bed.grants,
      definitions: () => [],
      resolve: async () => assert.fail(),
      logFor: () => bed.log,
      watchdog,
      memory: bed.memory,
    });
    inner = new Endpoint({
      home: bed.home,
      presence: bed.presence,
      keepMs: () => 600_000,
      accept: () => assert.fail('The window without the server is asked.'),
      acceptUpstream: (hello, link) => lending.accept(hello, link),
      hasServer: (hello) => lending.hasServer(hello),
      warn: () => undefined,
    });
    inner.update({ folders: [folder], focusedAt: 2 });
  });
  afterEach(async () => {
    await inner.stop('window');
    await bed.end();
  });

  /** An agent in the inner folder that has begun its session. */
  async function begin(): Promise<ProxyProcess> {
    const agent = await bed.agent([], folder);
    const info = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
    agent.send({ id: 0, method: 'initialize', params: info });
    await until(() => agent.reply(0) !== undefined);
    agent.send({ method: 'notifications/initialized' });
    return agent;
  }

  it('is the one that has it, behind one of a nearer folder, and asks the user', async () => {
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
    await inner.start();
    const agent = await begin();
    agent.send({ id: 1, method: 'tools/call', params: { name: 'ask', arguments: { params: ticketForm() } } });
    await bed.decide({ action: 'accept', content: { ticket: '7' } });
    await until(() => agent.reply(1) !== undefined);
    assert.match(JSON.stringify(agent.reply(1)), /accept/);
    assert.deepEqual(bed.askedAbout, []);
  });

  it('is none if only the other one is open, and is found as soon as it opens', async () => {
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await inner.start();
    const agent = await begin();
    assert.match(JSON.stringify(agent.reply(0)), /No editor window has \\"tickets\\" open/);
    await bed.open();
    agent.send({ id: 1, method: 'tools/call', params: { name: 'pid' } });
    await until(() => agent.reply(1) !== undefined);
    assert.match(JSON.stringify(agent.reply(1)), /"text":"\d+"/);
  });
});
