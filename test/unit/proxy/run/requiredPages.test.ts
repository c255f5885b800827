import assert from 'node:assert/strict';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { AgentsTestBed, consentPage } from '#test/unit/core/agents/agentsTestBed.ts';

const command = [process.execPath, fromRoot('test/servers/handmade.ts')];
const required = { code: -32042, message: 'Sign in first.', data: { elicitations: [consentPage('page-1')] } };

describe('a call through the proxy whose server requires a page', () => {
  let bed: AgentsTestBed;
  let agent: ProxyProcess;

  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    bed.endpoint.update({ folders: [bed.folder], focusedAt: 1 });
    await bed.connections.connect('codex', { server: 'tickets', fingerprint: commandFingerprint(command) });
    agent = await ProxyProcess.start(command, { home: { path: bed.folder } });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
    agent.send({ id: 0, method: 'initialize', params });
    await until(() => agent.reply(0) !== undefined);
  });
  afterEach(async () => {
    agent.kill();
    await agent.ended;
    await bed.end();
  });

  const call = (id: number, name: string, args: object) =>
    agent.send({ id, method: 'tools/call', params: { name, arguments: args } });
  /** The text of the result of a call. */
  const resultOf = async (id: number) => {
    await until(() => agent.reply(id) !== undefined);
    const result = agent.reply(id)?.['result'] as { content: readonly { text: string }[] } | undefined;
    return result?.content[0]?.text;
  };
  /** The ids of pages that the agent was told are complete. */
  const toldAgent = () => agent.messages.filter(({ method }) => method === 'notifications/elicitation/complete');

  it('is repeated when the server reports the page complete, without another action of the user', async () => {
    call(1, 'inTurn', { steps: [{ error: required }, {}] });
    await bed.decide({ action: 'accept' });
    await until(() => bed.suspendedCalls.all.length === 1);
    assert.equal(agent.reply(1), undefined);
    call(2, 'complete', { ids: ['page-1'] });
    assert.equal(await resultOf(1), 'answer 3');
    await until(() => bed.suspendedCalls.all.length === 0 && bed.ended.length === 2);
    assert.deepEqual(toldAgent(), []);
  });

  it('is repeated at once after the consent if the page was complete before', async () => {
    call(1, 'inTurn', { steps: [{ error: required }, {}] });
    await bed.oldestRequest();
    call(2, 'complete', { ids: ['page-1'] });
    // The window learns that a call has ended after what the call has caused.
    await until(() => bed.ended.length === 1);
    await bed.decide({ action: 'accept' });
    assert.equal(await resultOf(1), 'answer 3');
    assert.deepEqual(toldAgent(), []);
  });
});
