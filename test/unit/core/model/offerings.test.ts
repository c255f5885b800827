import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { readResourceTemplates, readTools, ttlOf } from '#core/model/offerings.ts';
import { tool } from '#test/host/samples.ts';
import { ScriptedServer } from '#test/host/scriptedServer.ts';
import { everything, handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('the offerings of a server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    mock.restoreAll();
    await host.end();
  });

  it('include resource templates', async () => {
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

  it('include tools with their annotations', async () => {
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

  it('have at most ten thousand tools, with a warning in the log', async () => {
    const tools = Array.from({ length: 10_001 }, (_, index) => ({ name: `tool ${index}`, inputSchema: {} }));
    const scripted = new ScriptedServer(({ method }) => (method === 'tools/list' ? { tools } : undefined));
    const server = host.server(await scripted.listen());
    await server.start();
    assert.equal(server.offerings.tools.length, 10_000);
    assert.match(host.log.text, /warn The server lists too many tools: only the first 10000 are shown\./);
    await server.stop();
    scripted.close();
  });

  it('are requested one kind after the other, at the start and when all have changed', async () => {
    let open = 0;
    let maxOpen = 0;
    const scripted = new ScriptedServer(async ({ method }, ask, send) => {
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
      maxOpen = Math.max(maxOpen, open);
      // The host sends messages in order: a list that it requests at the same time arrives before the second reply.
      await ask('ping', {});
      await ask('ping', {});
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
    assert.equal(maxOpen, 1);
    await server.stop();
    scripted.close();
  });

  it('are incomplete if the server repeats a cursor, with a warning in the log', async () => {
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
    it(`do not allow ${method} if the server does not declare its capability`, async () => {
      const scripted = new ScriptedServer(() => undefined);
      const server = host.server(await scripted.listen());
      await assert.rejects(server.call(request, { origin: 'program' }), /does not offer (resources|prompts)/);
      assert.equal(scripted.count(method), 0);
      await server.stop();
      scripted.close();
    });
  }

  it('do not allow the read of a resource with a very long URI', async () => {
    const server = host.server(nodeSpec(everything));
    const read = (uri: string) => server.call({ kind: 'resource', uri }, { origin: 'program' });
    await assert.rejects(
      read(`x:${'?'.repeat(20_000)}`),
      /The URI of the resource is longer than 20,000 characters, so it is not read\./,
    );
    assert.equal(server.state.kind, 'stopped');
    await assert.rejects(read(`x:${'?'.repeat(1000)}`), /-32602/);
  });

  it('are not requested again at a refresh if the server reports changes', async () => {
    const server = host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }));
    await server.start();
    const listCount = () => host.receivedMessages.filter(({ method }) => method === 'tools/list').length;
    const before = listCount();
    await server.refresh('tools');
    assert.equal(listCount(), before);
  });

  for (const [ttlMs, times] of [
    [undefined, 2],
    [60_000, 1],
  ] as const) {
    it(`are ${times === 1 ? 'not ' : ''}requested again at a refresh if their time to live is ${ttlMs ?? 'unknown'}${ttlMs === undefined ? '' : ' ms'}`, async () => {
      const scripted = new ScriptedServer(({ method }) => (method === 'tools/list' ? { tools: [], ttlMs } : undefined));
      const server = host.server(await scripted.listen());
      await server.start();
      await server.refresh('tools');
      assert.equal(scripted.methods.filter((method) => method === 'tools/list').length, times);
      await server.stop();
      scripted.close();
    });
  }

  it('are requested at a refresh if the first list failed, even if the server reports changes', async () => {
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

  it('have the shortest time to live of their pages, from the arrival of that page on', async () => {
    let nowMs = 0;
    mock.method(performance, 'now', () => nowMs);
    const scripted = new ScriptedServer(({ method, params }) => {
      if (method !== 'tools/list') {
        return undefined;
      }
      if (params?.['cursor'] === undefined) {
        return { tools: [], ttlMs: 300, nextCursor: 'more' };
      }
      nowMs += 200;
      return { tools: [], ttlMs: 60_000 };
    });
    const server = host.server(await scripted.listen());
    await server.start();
    assert.equal(scripted.count('tools/list'), 2);
    nowMs = 299;
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 2);
    nowMs = 300;
    await server.refresh('tools');
    assert.equal(scripted.count('tools/list'), 4);
    await server.stop();
    scripted.close();
  });

  it('have no templates, without a warning, if the server supports only resources', async () => {
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

describe('a list result', () => {
  it('has only boolean annotations of tools', () => {
    const annotations = { readOnlyHint: 'yes', destructiveHint: true, title: 'T', other: 1 };
    assert.deepEqual(readTools([{ name: 'a', annotations }])[0]?.annotations, { destructiveHint: true });
    assert.deepEqual(readTools([{ name: 'a', annotations: null }])[0]?.annotations, {});
  });

  it('has only resource templates with a template, which is their name if they have none', () => {
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

  it('has the time to live that the server sends, or 0 if that is invalid', () =>
    assert.deepEqual([{ ttlMs: 5 }, { ttlMs: -5 }, { ttlMs: '5' }, {}, null].map(ttlOf), [5, 0, 0, 0, 0]));
});
