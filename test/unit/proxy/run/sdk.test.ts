import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { AnswerBody, Ask } from '#agentProtocol/agentMessages.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { proxyArguments } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const info = { name: 'agent', title: 'The Agent', version: '3' };
const servers = {
  'SDK 1.x': fromRoot('test/servers/elicitingTools.ts'),
  'SDK 2.x': fromRoot('test/servers/modernOneRound.ts'),
  everything: fromRoot('node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
  strict: fromRoot('test/servers/proxied/strictInitialize.ts'),
};

/** Accepts every form with these values, and every URL. */
function answerWith(content: Readonly<Record<string, unknown>>): (ask: Ask) => AnswerBody {
  const result = { action: 'accept', content } as const;
  return ({ request }) => {
    if (request.kind === 'requiredUrls') return { kind: 'repeat' };
    if (request.kind === 'pushed') {
      const isUrl = (request.params as { mode?: string }).mode === 'url';
      return { kind: 'result', result: isUrl ? { action: 'accept' } : result };
    }
    const keys = Object.keys(request.inputRequests);
    return { kind: 'responses', responses: Object.fromEntries(keys.map((key) => [key, result])) };
  };
}

interface Agent {
  connect(): Promise<void>;
  call(name: string, args: Record<string, unknown>, timeout?: number): Promise<unknown>;
  close(): Promise<void>;
}

describe('the official SDKs through the proxy', () => {
  let home: AgentHome;
  let agents: Agent[];
  beforeEach(async () => {
    home = await AgentHome.create();
    agents = [];
  });
  afterEach(async () => {
    await Promise.all(agents.map((agent) => agent.close()));
    await home.remove();
  });

  async function parameters(server: string, options: readonly string[]) {
    const args = await proxyArguments([process.execPath, server], options);
    const { path } = home;
    const env = { PATH: process.env['PATH'] ?? '', HOME: path, USERPROFILE: path, HEARD_FILE: join(path, 'heard') };
    return { command: process.execPath, args, env, cwd: home.path, stderr: 'pipe' as const };
  }

  /** An agent that declares nothing, with one of the clients. */
  async function createAgent(client: string, server: string, options: readonly string[] = []): Promise<Agent> {
    const spawned = await parameters(server, options);
    const { client: created, transport } =
      client === 'SDK 1.x'
        ? { client: new LegacyClient(info), transport: new LegacyTransport(spawned) }
        : {
            client: new ModernClient(info, { versionNegotiation: { mode: client === 'SDK 2.x' ? 'auto' : 'legacy' } }),
            transport: new ModernTransport(spawned),
          };
    const agent: Agent = {
      connect: () => (created as LegacyClient).connect(transport as LegacyTransport),
      call: (name, args, timeout) =>
        created instanceof LegacyClient
          ? created.callTool({ name, arguments: args }, undefined, { timeout })
          : created.callTool({ name, arguments: args }, { timeout }),
      close: () => created.close(),
    };
    agents.push(agent);
    return agent;
  }

  for (const client of ['SDK 1.x', 'SDK 2.x', 'SDK 2.x, legacy']) {
    it(`ask the user at the window: client ${client}, server of SDK 1.x`, async () => {
      const window = await AgentWindow.open(home, { answer: answerWith({ answer: 'blue' }) });
      const agent = await createAgent(client, servers['SDK 1.x']);
      await agent.connect();
      assert.match(JSON.stringify(await agent.call('ask', {})), /ask accept.*blue/);
      assert.equal(window.hellos.at(-1)?.reportedName, 'The Agent');
      await window.crash();
    });

    it(`ask the user at the window: client ${client}, server of SDK 2.x`, async () => {
      const window = await AgentWindow.open(home, { answer: answerWith({ colour: 'blue' }) });
      const agent = await createAgent(client, servers['SDK 2.x']);
      await agent.connect();
      const result = JSON.stringify(await agent.call('book', { city: 'Rome' }));
      assert.match(result, /blue/);
      assert.match(result, /state of Rome/);
      assert.equal(window.asks[0]?.request.kind, client === 'SDK 2.x' ? 'round' : 'pushed');
      await until(() => window.all('callEnded').length === 1);
      assert.deepEqual(
        window.all('callEnded').map(({ name, outcome }) => [name, outcome]),
        [['book', 'result']],
      );
      await window.crash();
    });

    it(`ask the user at the window: client ${client}, server-everything`, async () => {
      const window = await AgentWindow.open(home, { answer: answerWith({ name: 'Ada' }) });
      const agent = await createAgent(client, servers.everything);
      await agent.connect();
      assert.match(JSON.stringify(await agent.call('trigger-elicitation-request', {})), /Ada/);
      const url = { url: 'https://example.com/', elicitationId: 'e1', errorPath: true };
      assert.match(JSON.stringify(await agent.call('trigger-url-elicitation', url)), /accept/i);
      assert.deepEqual(
        window.asks.map(({ request }) => request.kind),
        ['pushed', 'requiredUrls', 'pushed'],
      );
      assert.match(JSON.stringify(await agent.call('echo', { message: 'plain' })), /plain/);
      await window.crash();
    });
  }

  it('start a server that refuses modes, and it can ask', async () => {
    const window = await AgentWindow.open(home, { answer: answerWith({ city: 'Rome' }) });
    const agent = await createAgent('SDK 1.x', servers.strict);
    await agent.connect();
    assert.match(JSON.stringify(await agent.call('ask', {})), /Rome/);
    await window.crash();
  });

  it('work without a window as without the proxy: an agent that can ask is asked', async () => {
    const spawned = await parameters(servers['SDK 1.x'], []);
    const client = new LegacyClient(info, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { answer: 'own' } }));
    await client.connect(new LegacyTransport(spawned));
    assert.match(JSON.stringify(await client.callTool({ name: 'ask', arguments: {} })), /ask accept.*own/);
    client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'decline' }));
    assert.match(JSON.stringify(await client.callTool({ name: 'ask', arguments: {} })), /Nobody could be asked/);
    await client.close();
  });

  it('time out while the user thinks, and the next equal call gets the result of the first', async () => {
    const window = await AgentWindow.open(home);
    const agent = await createAgent('SDK 1.x', servers['SDK 1.x']);
    await agent.connect();
    await assert.rejects(agent.call('ask', {}, 700), /timed out/);
    await until(() => window.all('callState').length === 1);
    const again = agent.call('ask', {});
    await until(() => window.all('callState').length === 2);
    assert.equal(window.asks.length, 1);
    window.answer(window.asks[0] as Ask, { kind: 'result', result: { action: 'accept', content: { answer: 'late' } } });
    assert.match(JSON.stringify(await again), /late/);
    assert.equal(await readFile(join(home.path, 'heard'), 'utf8'), 'ask accept {"answer":"late"}\n');
    await window.crash();
  });

  it('are answered early before their limit, and call again for the result', async () => {
    const window = await AgentWindow.open(home);
    const agent = await createAgent('SDK 2.x, legacy', servers['SDK 1.x'], ['--limit', '1500']);
    await agent.connect();
    assert.match(JSON.stringify(await agent.call('ask', {}, 1500)), /has not answered yet/);
    window.answer(window.asks[0] as Ask, { kind: 'result', result: { action: 'accept', content: { answer: 'kept' } } });
    assert.match(JSON.stringify(await agent.call('ask', {}, 1500)), /ask accept.*kept/);
    assert.equal(await readFile(join(home.path, 'heard'), 'utf8'), 'ask accept {"answer":"kept"}\n');
    await window.crash();
  });

  it('ask at another window when the first is reloaded, and nothing is sent in between', async () => {
    const first = await AgentWindow.open(home);
    const agent = await createAgent('SDK 1.x', servers['SDK 1.x']);
    await agent.connect();
    const called = agent.call('ask', {});
    await until(() => first.asks.length === 1);
    await first.close();
    const second = await AgentWindow.open(home, { answer: answerWith({ answer: 'again' }) });
    assert.match(JSON.stringify(await called), /again/);
    assert.deepEqual(
      second.asks.map(({ number }) => number),
      [2],
    );
    assert.deepEqual(
      second.all('receipt').map(({ outcome }) => outcome),
      ['sent'],
    );
    await second.crash();
  });
});
