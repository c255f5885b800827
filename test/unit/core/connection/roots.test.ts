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

const roomy = fromRoot('test/servers/modernFeatures.ts');
const person = { origin: 'person' } as const;

describe('roots', () => {
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

  const plain: Roots = { all: () => folders, onDidChange: changed.event };
  function serverOf(script: string, { entry = {}, roots = plain }: { entry?: object; roots?: Roots } = {}): Server {
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

  it('are declared with news of changes to a legacy server', async () => {
    await serverOf(handmade).start();
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.deepEqual(initialize?.params?.['capabilities'], {
      elicitation: { form: {} },
      roots: { listChanged: true },
    });
  });

  it('are listed when a legacy server asks, and again after they have changed', async () => {
    const server = serverOf(everything);
    await until(async () => textOf(await server.call(tool('get-roots-list'), person)).includes('file:///projects/one'));
    folders = [...folders, { uri: 'file:///projects/two' }];
    changed.fire();
    await until(async () => textOf(await server.call(tool('get-roots-list'), person)).includes('file:///projects/two'));
  });

  it('are no news to a server that has stopped', async () => {
    const server = serverOf(handmade);
    await server.start();
    await server.stop();
    changed.fire();
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'notifications/roots/list_changed'));
  });

  it('that are switched off for a server are neither declared nor listed nor told of', async () => {
    const off = { roots: false };
    const legacy = serverOf(handmade, { entry: off });
    const reply = JSON.parse(textOf(await legacy.call(tool('request', { method: 'roots/list' }), person)));
    assert.equal(reply.error?.code, -32601);
    changed.fire();
    await legacy.stop();
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.deepEqual(initialize?.params?.['capabilities'], { elicitation: { form: {} } });
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'notifications/roots/list_changed'));
    const modern = serverOf(roomy, { entry: off });
    const told = await modern.call(tool('roots'), person).then(textOf, String);
    assert.ok(!told.includes('file:///projects/one'), told);
    const calls = host.log.lines.filter(({ line }) => line.startsWith('--> ') && line.includes('"tools/call"'));
    assert.ok(!calls.at(-1)?.line.includes('"roots":{'), calls.at(-1)?.line);
  });

  it('whose folder has gone are withdrawn, and told again when it is back', async () => {
    const folder = join(host.folder, 'one');
    mkdirSync(folder);
    const uri = pathToFileURL(folder).href;
    folders = [{ uri }, { uri: pathToFileURL(host.folder).href }];
    const server = serverOf(everything, { roots: new ExistingRoots(plain, 20) });
    const listed = async () => textOf(await server.call(tool('get-roots-list'), person));
    await until(async () => (await listed()).includes(uri));
    rmdirSync(folder);
    await until(async () => !(await listed()).includes(uri));
    assert.match(await listed(), /mcp-host-/);
    assert.match(host.log.text, /--> .*notifications\/roots\/list_changed/);
    mkdirSync(folder);
    await until(async () => (await listed()).includes(uri));
  });

  it('are declared without news to a modern server, and answered in a round', async () => {
    const server = serverOf(roomy);
    const result = textOf(await server.call(tool('roots'), person));
    assert.deepEqual(JSON.parse(result), { kind: 'roots', roots: [{ uri: 'file:///projects/one', name: 'one' }] });
    const calls = host.log.lines.filter(({ line }) => line.startsWith('--> ') && line.includes('"tools/call"'));
    assert.ok(calls.length === 2 && calls.every(({ line }) => line.includes('"roots":{}')), host.log.text);
  });
});
