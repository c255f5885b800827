import assert from 'node:assert/strict';
import type { Failure } from '#core/common/errors.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { handmade, isGone, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';

const byProgram = { origin: 'program' } as const;

describe('the servers', () => {
  let host: TestHost;
  let servers: Servers;
  beforeEach(() => {
    host = createTestHost();
    servers = host.servers(({ name, entry }) =>
      name === 'broken'
        ? nodeSpec(handmade, ['--exit=1'])
        : nodeSpec(handmade, entry.type === 'stdio' ? entry.args : [], { env: { WIRE_FILE: host.wireFile } }),
    );
  });
  afterEach(() => host.end());

  const get = (name: string): Server => {
    const server = servers.get(`user:${name}`);
    assert.ok(server);
    return server;
  };
  const pid = async (name: string) => textOf(await get(name).call(tool('pid'), byProgram));

  it('have the order of the settings, and are not started by a change of the settings', () => {
    servers.configure([definitionOf('b'), definitionOf('a')]);
    assert.deepEqual(
      servers.all.map(({ definition, state }) => [definition.name, state.kind]),
      [
        ['b', 'stopped'],
        ['a', 'stopped'],
      ],
    );
  });

  it('restart only if their entry changed', async () => {
    servers.configure([definitionOf('a'), definitionOf('b')]);
    const [a, b] = await Promise.all([pid('a'), pid('b')]);
    servers.configure([definitionOf('a'), definitionOf('b', { args: ['--changed'] })]);
    const [a2, b2] = await Promise.all([pid('a'), pid('b')]);
    assert.equal(a2, a);
    assert.notEqual(b2, b);
  });

  it('with an open request are restarted only by applyPendingChange', async () => {
    servers.configure([definitionOf('a')]);
    const call = get('a').call(tool('ask', { params: nameElicitation }), byProgram);
    await host.oldestRequest();
    const withheld: Server[] = [];
    servers.onDidWithholdRestart((server) => withheld.push(server));
    const changed = definitionOf('a', { args: ['--changed'] });
    servers.configure([changed]);
    assert.deepEqual(withheld, [get('a')]);
    assert.equal(get('a').hasPendingChange, true);
    assert.equal(host.inbox.pending.length, 1);
    await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), servers.get('user:a')?.applyPendingChange()]);
    assert.equal(get('a').hasPendingChange, false);
    assert.equal(get('a').definition, changed);
    assert.equal(get('a').state.kind, 'running');
  });

  it('lose a pending change if the settings are reverted', async () => {
    servers.configure([definitionOf('a')]);
    const call = get('a').call(tool('ask', { params: nameElicitation }), byProgram);
    await host.oldestRequest();
    servers.configure([definitionOf('a', { args: ['--changed'] })]);
    servers.configure([definitionOf('a')]);
    assert.equal(get('a').hasPendingChange, false);
    await host.decide({ action: 'decline' });
    await call;
  });

  it('stop in any state when they are removed or disabled', async () => {
    servers.configure([definitionOf('a'), definitionOf('b')]);
    const a = get('a');
    const pids = await Promise.all([pid('a'), pid('b')]);
    const call = a.call(tool('ask', { params: nameElicitation }), byProgram);
    await host.oldestRequest();
    servers.configure([definitionOf('b', { enabled: false })]);
    await assert.rejects(call, { name: 'ServerStopped' });
    assert.equal(host.inbox.pending.length, 0);
    assert.equal(servers.get('user:a'), undefined);
    assert.equal(get('b').state.kind, 'stopped');
    await servers.stopAll();
    assert.ok(pids.every((each) => isGone(Number(each))));
    // A caller may still have a reference to the removed server.
    await assert.rejects(a.start(), { name: 'ServerNotFound' });
    await assert.rejects(a.call(tool('pid'), byProgram), { name: 'ServerNotFound' });
  });

  it('start in parallel, and a failure does not stop the others', async () => {
    servers.configure(['a', 'broken', 'c'].map((name) => definitionOf(name)));
    const failures: [string, Failure['name']][] = [];
    servers.onDidFail(({ server, failure }) => failures.push([server.definition.name, failure.name]));
    await Promise.allSettled(servers.all.map((server) => server.start()));
    assert.deepEqual(
      servers.all.map(({ state }) => state.kind),
      ['running', 'failed', 'running'],
    );
    assert.deepEqual(failures, [['broken', 'ServerFailedToStart']]);
  });
});
