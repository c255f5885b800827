import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { readResourceTemplates, readTools, ttlOf } from '#core/model/offerings.ts';
import { tool } from '#test/host/samples.ts';
import { ScriptedServer } from '#test/host/scriptedServer.ts';
import { everything, handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('what a server offers', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('are resource templates beside resources', async () => {
    const server = host.server(nodeSpec(everything));
    await server.start();
    assert.deepEqual(
      server.offerings.resourceTemplates.map(({ uriTemplate, name }) => ({ uriTemplate, name })),
      [
        { uriTemplate: 'demo://resource/dynamic/text/{resourceId}', name: 'Dynamic Text Resource' },
        { uriTemplate: 'demo://resource/dynamic/blob/{resourceId}', name: 'Dynamic Blob Resource' },
      ],
    );
  });

  it('are tools with what it claims of them', async () => {
    const server = host.server(nodeSpec(everything));
    await server.start();
    const toggle = server.offerings.tools.find(({ name }) => name === 'toggle-simulated-logging');
    assert.deepEqual(toggle?.annotations, {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    });
  });

  it('are the first ten thousand tools of a server that lists more, and the log says so', async () => {
    const tools = Array.from({ length: 10_001 }, (_, index) => ({ name: `tool ${index}`, inputSchema: {} }));
    const scripted = new ScriptedServer(({ method }) => (method === 'tools/list' ? { tools } : undefined));
    const server = host.server(await scripted.listen());
    await server.start();
    assert.equal(server.offerings.tools.length, 10_000);
    assert.match(host.log.text, /warn The server lists too many tools: only the first 10000 are shown\./);
    await server.stop();
    scripted.close();
  });

  it('is asked for one kind after the other, at the start and when all have changed', async () => {
    let open = 0;
    let most = 0;
    const scripted = new ScriptedServer(async ({ method }, _ask, send) => {
      if (method === 'initialize') {
        const lists = { listChanged: true };
        const capabilities = { tools: lists, prompts: lists, resources: lists };
        return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 's', version: '1' } };
      }
      if (method === 'tools/call') {
        for (const kind of ['tools', 'prompts', 'resources']) {
          send({ method: `notifications/${kind}/list_changed` });
        }
        return { content: [] };
      }
      if (!method?.endsWith('/list')) {
        return undefined;
      }
      open += 1;
      most = Math.max(most, open);
      await delay(20);
      open -= 1;
      const tools = [{ name: 'change', inputSchema: { type: 'object' } }];
      return { tools, prompts: [], resources: [], resourceTemplates: [] };
    });
    const server = host.server(await scripted.listen());
    await server.start();
    await until(() => scripted.count('resources/templates/list') === 1);
    await server.call(tool('change'), { origin: 'program' });
    await until(() => scripted.count('resources/templates/list') === 2);
    await until(() => open === 0);
    assert.equal(most, 1);
    await server.stop();
    scripted.close();
  });

  it('end where the server gives the same cursor again, and log and offerings say so', async () => {
    const page = { tools: [{ name: 'a', inputSchema: {} }], nextCursor: '' };
    const scripted = new ScriptedServer(({ method }) => (method === 'tools/list' ? page : undefined));
    const server = host.server(await scripted.listen());
    await server.start();
    assert.equal(scripted.count('tools/list'), 2);
    assert.match(host.log.text, /warn The server sent the same cursor twice for its tools; the list ends after/);
    assert.deepEqual(server.offerings.incomplete, ['tools']);
    await server.stop();
    scripted.close();
  });

  for (const [request, method] of [
    [{ kind: 'resource', uri: 'a://b' }, 'resources/read'],
    [{ kind: 'prompt', name: 'p', arguments: {} }, 'prompts/get'],
  ] as const) {
    it(`lets nothing be asked of it by ${method} where the server does not declare that`, async () => {
      const scripted = new ScriptedServer(() => undefined);
      const server = host.server(await scripted.listen());
      await assert.rejects(server.call(request, { origin: 'program' }), /does not offer (resources|prompts)/);
      assert.equal(scripted.count(method), 0);
      await server.stop();
      scripted.close();
    });
  }

  it('is not read where its URI is very long', async () => {
    const server = host.server(nodeSpec(everything));
    const read = (uri: string) => server.call({ kind: 'resource', uri }, { origin: 'program' });
    await assert.rejects(
      read(`x:${'?'.repeat(20_000)}`),
      /The URI of the resource is longer than 20,000 characters, so it is not read\./,
    );
    assert.equal(server.state.kind, 'stopped');
    await assert.rejects(read(`x:${'?'.repeat(1000)}`), /-32602/);
  });

  it('is not listed anew on demand where the server tells of changes', async () => {
    const server = host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }));
    await server.start();
    const lists = () => host.receivedMessages.filter(({ method }) => method === 'tools/list').length;
    const before = lists();
    await server.refresh('tools');
    assert.equal(lists(), before);
  });

  for (const [ttlMs, times] of [
    [undefined, 2],
    [60_000, 1],
  ] as const) {
    it(`is ${times === 1 ? 'not ' : ''}listed anew on demand where it holds for ${ttlMs ?? 'no known'} ms`, async () => {
      const scripted = new ScriptedServer(({ method }) => (method === 'tools/list' ? { tools: [], ttlMs } : undefined));
      const server = host.server(await scripted.listen());
      await server.start();
      await server.refresh('tools');
      assert.equal(scripted.methods.filter((method) => method === 'tools/list').length, times);
      await server.stop();
      scripted.close();
    });
  }

  it('is listed on demand where the first listing failed, though the server tells of changes', async () => {
    let failures = 1;
    const scripted = new ScriptedServer(({ method }) => {
      if (method === 'initialize') {
        const serverInfo = { name: 'plain', version: '1' };
        return { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo };
      }
      if (method === 'tools/list' && failures > 0) {
        failures -= 1;
        throw { code: -32603, message: 'Not yet' };
      }
      return undefined;
    });
    const server = host.server(await scripted.listen());
    await server.start();
    assert.deepEqual(server.offerings.tools, []);
    await server.refresh('tools');
    assert.deepEqual(
      server.offerings.tools.map(({ name }) => name),
      ['only'],
    );
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
    await server.stop();
    scripted.close();
  });

  it('holds for as long as the page that ends first, from the arrival of that page on', async () => {
    const scripted = new ScriptedServer(async ({ method, params }) => {
      if (method !== 'tools/list') {
        return undefined;
      }
      if (params?.['cursor'] === undefined) {
        return { tools: [], ttlMs: 300, nextCursor: 'more' };
      }
      await delay(400);
      return { tools: [], ttlMs: 60_000 };
    });
    const server = host.server(await scripted.listen());
    await server.start();
    assert.equal(scripted.count('tools/list'), 2);
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 4);
    await server.stop();
    scripted.close();
  });

  it('has no templates, and no fault, where the server knows resources only', async () => {
    const scripted = new ScriptedServer(({ method }) => {
      switch (method) {
        case 'initialize':
          return {
            protocolVersion: '2025-11-25',
            capabilities: { resources: {} },
            serverInfo: { name: 'plain', version: '1' },
          };
        case 'resources/list':
          return { resources: [{ uri: 'a://b', name: 'b' }] };
        default:
          return undefined;
      }
    });
    const server = host.server(await scripted.listen());
    await server.start();
    assert.equal(server.offerings.resources.length, 1);
    assert.deepEqual(server.offerings.resourceTemplates, []);
    assert.deepEqual(
      host.log.lines.filter(({ level }) => level === 'warn'),
      [],
    );
    await server.stop();
    scripted.close();
  });
});

describe('reading what was listed', () => {
  it('takes only claims that say yes or no', () => {
    const annotations = { readOnlyHint: 'yes', destructiveHint: true, title: 'T', other: 1 };
    assert.deepEqual(readTools([{ name: 'a', annotations }])[0]?.annotations, { destructiveHint: true });
    assert.deepEqual(readTools([{ name: 'a', annotations: null }])[0]?.annotations, {});
  });

  it('leaves out templates without a template, and names the nameless by it', () => {
    const listed = readResourceTemplates([
      { uriTemplate: 'a://{b}' },
      { name: 'none' },
      'x',
      { uriTemplate: 'a://{b}' },
    ]);
    assert.deepEqual(
      listed.map(({ uriTemplate, name }) => [uriTemplate, name]),
      [['a://{b}', 'a://{b}']],
    );
  });

  it('holds for as long as the server says, and not at all where it says nothing sensible', () =>
    assert.deepEqual([{ ttlMs: 5 }, { ttlMs: -5 }, { ttlMs: '5' }, {}, null].map(ttlOf), [5, 0, 0, 0, 0]));
});
