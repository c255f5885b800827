import assert from 'node:assert/strict';
import { signOutByDefinition } from '#core/authorization/signOut.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { definitionOf } from '#test/host/samples.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const call = (id: number, name: string) => ({ id, method: 'tools/call', params: { name, arguments: {} } });

async function request(agent: ProxyProcess, message: { readonly id: number; readonly method: string }) {
  agent.send(message);
  await until(() => agent.reply(message.id) !== undefined);
  return agent.reply(message.id) as {
    result?: { tools?: { name: string }[] };
    error?: { code: number; message: string };
  };
}

describe('a lent server that is not signed in', () => {
  let bed: LendingTestBed;
  let rig: AuthorizationRig;

  beforeEach(() => {
    bed = new LendingTestBed();
  });
  afterEach(async () => {
    await rig.end();
    await bed.end();
  });

  async function lend(kind: 'legacy' | 'modern' = 'legacy'): Promise<void> {
    rig = await AuthorizationRig.start(kind);
    bed.authorization = rig.services;
    const spec: LaunchSpec = { type: 'http', url: rig.resource.url, headers: {}, secrets: [] };
    await bed.lend(spec, definitionOf('tickets', { type: 'http', url: rig.resource.url, headers: {} } as never));
    await bed.reopen();
  }

  /** Lets an agent list the tools with a sign-in that is stored, so that its results are kept. */
  async function listOnce(): Promise<void> {
    const before = await bed.agent();
    await request(before, initialize);
    await request(before, call(1, 'read'));
    await request(before, { id: 2, method: 'tools/list' });
    const signedIn = await bed.agent();
    assert('result' in (await request(signedIn, initialize)));
  }

  it('shows what it has offered before when its sign-in has expired', async () => {
    await lend();
    await listOnce();
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    await bed.reopen();
    const agent = await bed.agent();
    const begun = (await request(agent, initialize)) as { result?: { serverInfo?: { name: string } } };
    assert.equal(begun.result?.serverInfo?.name, 'protected');
    const { result } = await request(agent, { id: 1, method: 'tools/list' });
    assert.deepEqual(
      result?.tools?.map(({ name }) => name),
      ['read', 'write'],
    );
    assert.equal(rig.signInRequests.length, 1);
    assert.equal(firstText((await request(agent, call(2, 'read'))).result), 'read done');
    assert.equal(rig.signInRequests.length, 2);
  });

  it('says in the modern era that what it has offered before is stale', async () => {
    await lend('modern');
    const before = await bed.agent();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    await request(before, { id: 1, method: 'tools/call', params: { _meta, name: 'read', arguments: {} } } as never);
    const list = { id: 2, method: 'tools/list', params: { _meta } };
    const fresh = (await request(before, list)).result as { ttlMs?: number; tools?: unknown };
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    await bed.reopen();
    const kept = await request(await bed.agent(), list);
    assert.deepEqual(kept.result, { ...fresh, ttlMs: 0 });
    assert(Array.isArray(fresh.tools));
  });

  it('shows what it has offered before also if it begins sessions without a sign-in', async () => {
    await lend();
    await listOnce();
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    rig.resource.switches.refusesOnly = 'tools/list';
    // The first one still has the token that has expired.
    for (const _agent of ['first', 'second']) {
      await bed.reopen();
      const agent = await bed.agent();
      assert('result' in (await request(agent, initialize)));
      agent.send({ method: 'notifications/initialized' });
      const { result } = await request(agent, { id: 1, method: 'tools/list' });
      assert.deepEqual(
        result?.tools?.map(({ name }) => name),
        ['read', 'write'],
      );
    }
  });

  it('shows nothing of before after the user has signed out', async () => {
    await lend();
    await listOnce();
    const [definition] = bed.lent.keys();
    await signOutByDefinition(definition as ServerDefinition, rig.services);
    await bed.reopen();
    const agent = await bed.agent();
    assert.match((await request(agent, initialize)).error?.message ?? '', /has to ask the user first/);
    assert.equal((await request(agent, { id: 1, method: 'tools/list' })).error?.code, -31004);
    bed.lending.check();
    await until(() => bed.memory.get('lentLists') === undefined);
  });

  it('shows a beginning that was the first request of a window', async () => {
    await lend();
    const before = await bed.agent();
    await request(before, initialize);
    await request(before, call(1, 'read'));
    await bed.reopen();
    assert('result' in (await request(await bed.agent(), initialize)));
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    await bed.reopen();
    assert('result' in (await request(await bed.agent(), initialize)));
  });

  it('shows nothing that was requested with another sign-in, and came after this one', async () => {
    await lend();
    const before = await bed.agent();
    await request(before, initialize);
    await request(before, call(1, 'read'));
    let list: () => void = () => undefined;
    const listing = new Promise<void>((resolve) => {
      list = resolve;
    });
    rig.resource.switches.before = (body) => (body.includes('tools/list') ? listing : undefined);
    before.send({ id: 2, method: 'tools/list' });
    await until(() => rig.resource.carriedOut.includes('tools/list'));
    const [definition] = bed.lent.keys();
    await signOutByDefinition(definition as ServerDefinition, rig.services);
    await request(before, call(3, 'read'));
    assert.equal(rig.signInRequests.length, 2);
    assert('error' in (before.reply(2) ?? {}));
    list();
    await request(before, call(4, 'read'));
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    await bed.reopen();
    assert.equal((await request(await bed.agent(), { id: 1, method: 'tools/list' })).error?.code, -31004);
  });

  it('shows nothing of another sign-in, which may be of another account', async () => {
    await lend();
    await listOnce();
    const [definition] = bed.lent.keys();
    await signOutByDefinition(definition as ServerDefinition, rig.services);
    await bed.reopen();
    const other = await bed.agent();
    await request(other, initialize);
    await request(other, call(1, 'read'));
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    await bed.reopen();
    const agent = await bed.agent();
    assert.match((await request(agent, initialize)).error?.message ?? '', /has to ask the user first/);
    assert.equal((await request(agent, { id: 1, method: 'tools/list' })).error?.code, -31004);
  });
});
