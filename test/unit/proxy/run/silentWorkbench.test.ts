import assert from 'node:assert/strict';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

const command = [process.execPath, fromRoot('test/servers/proxied/strictInitialize.ts')];

describe('a session whose window has a silent workbench', () => {
  it('tells the server that it can ask, and its requests reach the window', async () => {
    const bed = new AgentsTestBed();
    bed.isPresent = () => new Promise(() => undefined);
    await bed.start();
    bed.endpoint.update({ folders: [bed.folder], focusedAt: 1 });
    await bed.connections.connect('codex', { server: 'tickets', fingerprint: commandFingerprint(command) });
    const agent = await ProxyProcess.start(command, { home: { path: bed.folder } });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'agent', version: '1' } };
    agent.send({ id: 0, method: 'initialize', params });
    agent.send({ id: 1, method: 'tools/call', params: { name: 'ask' } });
    await bed.decide({ action: 'accept', content: { city: 'Rome' } });
    await until(() => agent.reply(1) !== undefined);
    assert.match(JSON.stringify(agent.reply(1)), /accept.*Rome/);
    assert.match(agent.errors, /^\{"form":\{\},"url":\{\}\}\n/);
    agent.kill();
    await agent.ended;
    await bed.end();
  });
});
