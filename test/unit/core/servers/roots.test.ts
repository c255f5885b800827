import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/events.ts';
import type { Root } from '../../../../src/core/servers/roots.ts';
import { Server } from '../../../../src/core/servers/server.ts';
import { definitionOf, everything, handmade, nodeSpec, Rig, textOf, tool, until } from './harness.ts';

const roomy = new URL('../../../servers/roomy.ts', import.meta.url).pathname;
const person = { origin: 'person' } as const;

describe('roots', () => {
  let rig: Rig;
  let folders: Root[];
  const changed = new Emitter<void>();
  const servers: Server[] = [];
  beforeEach(() => {
    rig = new Rig();
    folders = [{ uri: 'file:///projects/one', name: 'one' }];
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await rig.end();
  });

  function serverOf(script: string, ...args: string[]): Server {
    const spec = nodeSpec(script, args, { env: { WIRE_FILE: rig.wireFile } });
    const roots = { all: () => folders, onDidChange: changed.event };
    const server = new Server(definitionOf('mine'), { ...rig.ports, roots, log: rig.log, resolve: async () => spec });
    servers.push(server);
    return server;
  }

  it('are declared with news of changes to a legacy server', async () => {
    await serverOf(handmade).start();
    const initialize = rig.wire.find(({ method }) => method === 'initialize');
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
    assert.ok(!rig.wire.some(({ method }) => method === 'notifications/roots/list_changed'));
  });

  it('are declared without news to a modern server, and answered in a round', async () => {
    const server = serverOf(roomy);
    const result = textOf(await server.call(tool('roots'), person));
    assert.deepEqual(JSON.parse(result), { kind: 'roots', roots: [{ uri: 'file:///projects/one', name: 'one' }] });
    const calls = rig.log.lines.filter(({ line }) => line.startsWith('--> ') && line.includes('"tools/call"'));
    assert.ok(calls.length === 2 && calls.every(({ line }) => line.includes('"roots":{}')), rig.log.text);
  });
});
