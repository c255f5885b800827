import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { LaunchSpec } from '#core/model/definition.ts';
import { HttpBridge } from '#test/host/bridge/httpBridge.ts';
import { everything, launchEnv, modernOneRound, nodeSpec } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const elicitingTools = fromRoot('test/servers/elicitingTools.ts');

describe('a server of this host that is lent to an agent', () => {
  let bed: LendingTestBed;
  const bridges: HttpBridge[] = [];

  beforeEach(() => {
    bed = new LendingTestBed();
  });
  afterEach(async () => {
    await bed.end();
    await Promise.all(bridges.splice(0).map((bridge) => bridge.close()));
  });

  /** How the server is reached: as a process, or at a URL. */
  async function specOf(transport: 'stdio' | 'HTTP', script: string): Promise<LaunchSpec> {
    if (transport === 'stdio') {
      return nodeSpec(script);
    }
    const bridge = await HttpBridge.start({ command: [process.execPath, script], env: launchEnv, cwd: bed.folder });
    bridges.push(bridge);
    return { type: 'http', url: bridge.url, headers: {}, secrets: [] };
  }

  for (const transport of ['stdio', 'HTTP'] as const) {
    for (const sdk of ['SDK 1.x', 'SDK 2.x'] as const) {
      it(`asks in the panel for an agent with ${sdk} over ${transport}, pushed`, async () => {
        await bed.lend(await specOf(transport, elicitingTools));
        await bed.open();
        const agent = await bed.sdkAgent(sdk);
        assert((await agent.listTools()).tools.some(({ name }) => name === 'ask'));
        const call = agent.callTool({ name: 'ask', arguments: {} });
        const request = await bed.decide({ action: 'accept', content: { answer: 'my dog' } });
        assert.equal(firstText(await call), 'ask accept {"answer":"my dog"}');
        assert.equal(request.server.name, 'Codex · tickets');
        assert.equal(request.server.id, 'agent-lent:codex:tickets');
        await until(() => bed.ended.length === 1);
        assert.deepEqual([bed.ended[0]?.call.serverName, bed.ended[0]?.outcome], ['Codex · tickets', 'completed']);
      });
    }

    it(`is traced in the log of the server over ${transport} as an own connection, with secrets and answers masked`, async () => {
      const spec = await specOf(transport, elicitingTools);
      await bed.lend({ ...spec, secrets: ['password hint'] });
      await bed.open();
      const agent = await bed.sdkAgent('SDK 1.x');
      const ask = async (answer: string) => {
        const call = agent.callTool({ name: 'ask', arguments: {} });
        await bed.decide({ action: 'accept', content: { answer } });
        await call;
      };
      await ask('my dog');
      const { text } = bed.log;
      assert.match(text, /^trace Codex --> .*"method":"tools\/call".*"name":"ask"/m);
      assert.match(text, /^trace Codex <-- .*"method":"elicitation\/create"/m);
      assert.match(text, /^trace Codex --> .*"action":"accept","content":\{"answer":"\[withheld\]"\}/m);
      assert.match(text, /^trace Codex <-- \{"result":.*"id":1\}$/m);
      assert.doesNotMatch(text, /my dog|password hint/);
      bed.log.traceEnabled = false;
      const lines = bed.log.lines.length;
      await ask('my cat');
      assert.deepEqual(bed.log.lines.slice(lines), []);
    });

    it(`asks in the panel for an agent with SDK 2.x over ${transport}, in a round`, async () => {
      await bed.lend(await specOf(transport, modernOneRound));
      await bed.open();
      const agent = await bed.sdkAgent('SDK 2.x');
      const call = agent.callTool({ name: 'book', arguments: { city: 'Paris' } });
      await bed.decide({ action: 'accept', content: { colour: 'blue' } });
      assert.match(firstText(await call), /"city":"Paris".*"colour":"blue".*state of Paris/);
    });
  }

  it('serves what an agent uses beside tools', async () => {
    await bed.lend(nodeSpec(everything, ['stdio']));
    await bed.open();
    const agent = await bed.sdkAgent('SDK 1.x');
    const { prompts } = await agent.listPrompts();
    const { resources } = await agent.listResources();
    assert(prompts.length > 0 && resources.length > 0);
    await agent.readResource({ uri: resources[0]?.uri ?? '' });
    await agent.ping();
  });

  it('runs for each agent apart, and ends with it', async () => {
    await bed.lend(nodeSpec(elicitingTools, [], { env: { HEARD_FILE: join(bed.folder, 'heard') } }));
    await bed.open();
    const [one, other] = [await bed.sdkAgent('SDK 1.x'), await bed.sdkAgent('SDK 1.x')];
    await Promise.all([one.listTools(), other.listTools()]);
    assert.equal(bed.lending.countOf('codex', 'tickets'), 2);
    await one.close();
    await until(() => bed.lending.countOf('codex', 'tickets') === 1);
    await other.ping();
  });
});
