import assert from 'node:assert/strict';
import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Emitter } from '#core/common/events.ts';
import { ExistingRoots } from '#core/connection/existingRoots.ts';
import type { Root, Roots } from '#core/model/roots.ts';
import { Server } from '#core/servers/server.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { everything, handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const modernFeatures = fromRoot('test/servers/modernFeatures.ts');
const byUser = { origin: 'user' } as const;

describe('the roots of the workspace', () => {
  let host: TestHost;
  let folders: Root[];
  const changed = new Emitter<void>();
  const servers: Server[] = [];
  beforeEach(() => {
    host = createTestHost();
    folders = [{ uri: 'file:///projects/one', name: 'one' }];
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await host.end();
  });

  const openFolders: Roots = { all: () => folders, onDidChange: changed.event };
  function createServer(
    script: string,
    { entry = {}, roots = openFolders }: { entry?: object; roots?: Roots } = {},
  ): Server {
    const spec = nodeSpec(script, [], { env: { WIRE_FILE: host.wireFile } });
    const server = new Server(definitionOf('mine', entry), {
      ...host.services,
      roots,
      log: host.log,
      resolve: async () => spec,
    });
    servers.push(server);
    return server;
  }

  it('are declared to a legacy server with listChanged', async () => {
    await createServer(handmade).start();
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.deepEqual(initialize?.params?.['capabilities'], {
      elicitation: { form: {} },
      roots: { listChanged: true },
    });
  });

  it('are returned to a legacy server, and a change of the folders is reported', async () => {
    const server = createServer(everything);
    await until(async () => textOf(await server.call(tool('get-roots-list'), byUser)).includes('file:///projects/one'));
    folders = [...folders, { uri: 'file:///projects/two' }];
    changed.fire();
    await until(async () => textOf(await server.call(tool('get-roots-list'), byUser)).includes('file:///projects/two'));
  });

  it('that have changed are not reported to a stopped server', async () => {
    const server = createServer(handmade);
    await server.start();
    await server.stop();
    changed.fire();
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'notifications/roots/list_changed'));
  });

  it('that are disabled for a server are not declared, not returned, and changes are not reported', async () => {
    const off = { roots: false };
    const legacy = createServer(handmade, { entry: off });
    const reply = JSON.parse(textOf(await legacy.call(tool('request', { method: 'roots/list' }), byUser)));
    assert.equal(reply.error?.code, -32601);
    changed.fire();
    await legacy.stop();
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.deepEqual(initialize?.params?.['capabilities'], { elicitation: { form: {} } });
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'notifications/roots/list_changed'));
    const modern = createServer(modernFeatures, { entry: off });
    const text = await modern.call(tool('roots'), byUser).then(textOf, String);
    assert.ok(!text.includes('file:///projects/one'), text);
    const calls = host.log.lines.filter(({ line }) => line.startsWith('--> ') && line.includes('"tools/call"'));
    assert.ok(!calls.at(-1)?.line.includes('"roots":{'), calls.at(-1)?.line);
  });

  it('do not include a deleted folder until it is created again', async () => {
    const folder = join(host.folder, 'one');
    mkdirSync(folder);
    const uri = pathToFileURL(folder).href;
    folders = [{ uri }, { uri: pathToFileURL(host.folder).href }];
    const server = createServer(everything, { roots: new ExistingRoots(openFolders, 20) });
    const rootsList = async () => textOf(await server.call(tool('get-roots-list'), byUser));
    await until(async () => (await rootsList()).includes(uri));
    rmdirSync(folder);
    await until(async () => !(await rootsList()).includes(uri));
    assert.match(await rootsList(), /mcp-host-/);
    assert.match(host.log.text, /--> .*notifications\/roots\/list_changed/);
    mkdirSync(folder);
    await until(async () => (await rootsList()).includes(uri));
  });

  it('are declared to a modern server without listChanged, and returned in a round', async () => {
    const server = createServer(modernFeatures);
    const result = textOf(await server.call(tool('roots'), byUser));
    assert.deepEqual(JSON.parse(result), { kind: 'roots', roots: [{ uri: 'file:///projects/one', name: 'one' }] });
    const calls = host.log.lines.filter(({ line }) => line.startsWith('--> ') && line.includes('"tools/call"'));
    assert.ok(calls.length === 2 && calls.every(({ line }) => line.includes('"roots":{}')), host.log.text);
  });
});
