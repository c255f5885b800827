import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Grants } from '#core/agents/lending/grants.ts';
import type { LaunchSpec, ServerDefinition, ServerEntry } from '#core/model/definition.ts';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { definitionOf } from '#test/host/samples.ts';
import { handmade, isGone, nodeSpec, secretEcho } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { LendingTestBed } from './lendingTestBed.ts';

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};

describe('the access of agents to the servers of this host', () => {
  let bed: LendingTestBed;
  let spec: LaunchSpec;

  beforeEach(async () => {
    bed = new LendingTestBed();
    spec = nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } });
  });
  afterEach(() => bed.end());

  /** Sends a request, and returns the reply. */
  async function request(agent: ProxyProcess, message: object & { id: number }) {
    agent.send(message);
    await until(() => agent.reply(message.id) !== undefined);
    return agent.reply(message.id) as { result?: { content?: { text: string }[] }; error?: { message: string } };
  }
  const call = (id: number, name = 'pid', args: object = {}) => ({
    ...{ id, method: 'tools/call', params: { name, arguments: args } },
  });
  async function begin(): Promise<ProxyProcess> {
    const agent = await bed.agent();
    await request(agent, initialize);
    agent.send({ method: 'notifications/initialized' });
    return agent;
  }
  const textOf = (reply: Awaited<ReturnType<typeof request>>) => reply.result?.content?.[0]?.text ?? '';

  /** Changes the entry of the server in the window. */
  function change(definition: ServerDefinition, changes: Partial<ServerEntry>): ServerDefinition {
    const changed = { ...definition, entry: { ...definition.entry, ...changes } as ServerEntry };
    bed.lent.delete(definition);
    bed.lent.set(changed, spec);
    bed.lending.check();
    return changed;
  }

  it('is refused for a server that was not lent, with a sentence that says what to do', async () => {
    await bed.keys.create('codex');
    bed.lent.set(definitionOf('tickets'), spec);
    await bed.open();
    const agent = await bed.agent();
    const { error } = await request(agent, initialize);
    assert.match(error?.message ?? '', /^"tickets" is not lent to Codex\. In VS Code, run .*Connect an Agent/);
    assert.match(textOf(await request(agent, call(1))), /is not lent to Codex/);
    assert.deepEqual(agent.messages.length, 2);
  });

  it('is refused to a folder that defines a server of a lent name', async () => {
    const lent = await bed.lend(spec);
    const path = join(bed.folder, 'repository');
    mkdirSync(path);
    const scope = { kind: 'folder', name: 'repository', path } as const;
    const planted = { ...lent, id: `folder:${path}:tickets`, scope };
    bed.lent.delete(lent);
    bed.lent.set(planted, nodeSpec(handmade, [], { env: { WIRE_FILE: join(bed.folder, 'planted') } }));
    bed.lent.set(lent, spec);
    await bed.open();
    const agent = await begin();
    assert.match(textOf(await request(agent, call(1))), /^\d+$/);
    assert(bed.receivedMessages.some(({ method }) => method === 'tools/call'));
    assert.deepEqual(bed.files(bed.folder).includes('planted'), false);
    bed.lent.delete(lent);
    bed.lending.check();
    assert.match(textOf(await request(agent, call(2))), /No editor window has "tickets" open/);
    assert.deepEqual(bed.files(bed.folder).includes('planted'), false);
  });

  it('ends when the entry has changed, and begins again when it was lent again', async () => {
    const lent = await bed.lend(spec);
    await bed.open();
    const agent = await begin();
    const pid = textOf(await request(agent, call(1)));
    agent.send(call(2, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 2));
    const changed = change(lent, { enabled: true, command: 'another' } as Partial<ServerEntry>);
    await until(() => agent.reply(2) !== undefined);
    assert.match(JSON.stringify(agent.reply(2)), /has changed since it was lent to Codex/);
    assert.match(textOf(await request(agent, call(3))), /has changed since it was lent to Codex/);
    await bed.grants.grant('codex', changed);
    const newPid = textOf(await request(agent, call(4)));
    assert.match(newPid, /^\d+$/);
    assert.notEqual(newPid, pid);
  });

  it('ends with the grant, with the removed entry and with a disabled one', async () => {
    const lent = await bed.lend(spec);
    await bed.open();
    const agent = await begin();
    const [grant] = await bed.grants.list('codex');
    assert(grant);
    agent.send(call(1, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 1));
    await bed.grants.revoke('codex', grant);
    await until(() => agent.reply(1) !== undefined);
    assert.match(JSON.stringify(agent.reply(1)), /is not lent to Codex/);
    const disabled = change(lent, { enabled: false });
    await bed.grants.grant('codex', disabled);
    assert.match(textOf(await request(agent, call(2))), /"tickets" is disabled/);
    bed.lent.clear();
    bed.lending.check();
    assert.match(textOf(await request(agent, call(3))), /No editor window has "tickets" open/);
  });

  it('leaves no kept list when it is lent to nobody any more', async () => {
    await bed.lend(spec);
    const [lent] = bed.lent.keys();
    assert(lent);
    await bed.lend(spec, lent, 'gemini');
    await bed.open();
    const agent = await begin();
    await request(agent, { id: 1, ...{ method: 'tools/list' } });
    assert(bed.memory.get('lentLists'));
    await bed.grants.stop('codex', { scope: 'user', server: 'tickets' });
    assert.match(textOf(await request(agent, call(2))), /is not lent to Codex/);
    assert(bed.memory.get('lentLists'));
    await bed.grants.stop('gemini', { scope: 'user', server: 'tickets' });
    await until(() => bed.memory.get('lentLists') === undefined);
  });

  it('ends when another window revokes the grant, also if the agent sends nothing', async () => {
    await bed.lend(spec);
    await bed.open();
    const agent = await begin();
    const pid = Number(textOf(await request(agent, call(1))));
    agent.send(call(2, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 2));
    const elsewhere = new Grants(bed.home);
    const [grant] = await elsewhere.list('codex');
    assert(grant);
    await elsewhere.revoke('codex', grant);
    await until(() => agent.reply(2) !== undefined);
    assert.match(JSON.stringify(agent.reply(2)), /is not lent to Codex/);
    await until(() => isGone(pid));
    assert.match(textOf(await request(agent, call(3))), /is not lent to Codex/);
  });

  it('ends with its grant also while another grant cannot be read', async () => {
    await bed.lend(spec);
    const [file = ''] = readdirSync(bed.home.lent);
    await bed.lend(spec, definitionOf('bank'));
    const other = readdirSync(bed.home.lent).find((name) => name !== file) ?? '';
    await bed.open();
    const agent = await begin();
    agent.send(call(1, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 1));
    chmodSync(join(bed.home.lent, other), 0o644);
    await bed.grants.stop('codex', { scope: 'user', server: 'tickets' });
    await until(() => agent.reply(1) !== undefined);
    assert.match(JSON.stringify(agent.reply(1)), /is not lent to Codex/);
  });

  it('goes on with the changed entry if another window has lent that before this one has read it', async () => {
    const lent = await bed.lend(spec);
    await bed.open();
    const agent = await begin();
    const pid = textOf(await request(agent, call(1)));
    agent.send(call(2, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 2));
    const changed = { ...lent, entry: { ...lent.entry, command: 'another' } as ServerEntry };
    await new Grants(bed.home).grant('codex', changed);
    change(lent, changed.entry);
    await until(() => agent.reply(2) !== undefined);
    assert.match(JSON.stringify(agent.reply(2)), /The entry of .* has changed, so its connection was ended/);
    await until(() => isGone(Number(pid)));
    assert.match(textOf(await request(agent, call(3))), /^\d+$/);
  });

  it('does not go on with a removed entry when one of another scope that was lent has its name', async () => {
    const user = await bed.lend(spec);
    const scope = { kind: 'folder', name: 'project', path: bed.folder } as const;
    const folder = await bed.lend(spec, { ...user, id: 'folder:tickets', scope });
    bed.lent.delete(folder);
    await bed.open();
    const agent = await begin();
    const pid = textOf(await request(agent, call(1)));
    bed.lent.delete(user);
    bed.lent.set(folder, spec);
    bed.lending.check();
    await until(() => isGone(Number(pid)));
    assert.match(textOf(await request(agent, call(2))), /^\d+$/);
  });

  it('ends with a sentence about it when the user disconnects the agent', async () => {
    await bed.lend(spec);
    await bed.open();
    const agent = await begin();
    agent.send(call(1, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 1));
    await bed.keys.revoke('codex');
    bed.window.disconnect('codex');
    await until(() => agent.reply(1) !== undefined);
    for (const text of [JSON.stringify(agent.reply(1)), textOf(await request(agent, call(2)))]) {
      assert.match(text, /is not lent to this agent\. In VS Code, run .*Connect an Agent/);
    }
  });

  it('ends when agents are switched off', async () => {
    await bed.lend(spec);
    await bed.open();
    const agent = await begin();
    agent.send(call(1, 'hang'));
    await until(() => bed.receivedMessages.some(({ id }) => id === 1));
    await bed.window.stop('disabled');
    await until(() => agent.reply(1) !== undefined);
    assert.match(JSON.stringify(agent.reply(1)), /The session with the server was lost/);
    assert.match(textOf(await request(agent, call(2))), /No editor window has "tickets" open\. Open this folder/);
  });

  it('names both of two servers that were lent under one name', async () => {
    const lent = await bed.lend(spec);
    const scope = { kind: 'folder', name: 'project', path: bed.folder } as const;
    await bed.lend(spec, { ...lent, id: 'folder:tickets', scope });
    await bed.open();
    const { error } = await request(await bed.agent(), initialize);
    assert.match(error?.message ?? '', /that of the user settings, that of the folder "project"/);
  });

  it('needs no window to say that there is none', async () => {
    await bed.lend(spec);
    const agent = await bed.agent();
    const { error } = await request(agent, initialize);
    assert.equal(error?.message, 'No editor window has "tickets" open. Open this folder in VS Code, then call again.');
    await bed.open();
    assert.match(textOf(await request(agent, call(1))), /Unknown|^\d+$/);
  });

  it('tells the agent no secret of the entry, in results, errors and failures', async () => {
    const secret = 'hunter2-hunter2';
    await bed.lend(nodeSpec(secretEcho, [], { env: { LEAK_ONE: secret }, secrets: [secret] }));
    await bed.open();
    const agent = await begin();
    agent.send({ id: 1, method: 'tools/list' });
    await until(() => agent.reply(1) !== undefined);
    agent.send(call(2, 'ask'));
    await bed.decide({ action: 'accept', content: {} });
    await bed.decide({ action: 'accept' });
    await until(() => agent.reply(2) !== undefined);
    assert.match(JSON.stringify(agent.reply(2)), /\[secret\]/);
    agent.send(call(3, `fail-${secret}`));
    await bed.decide({ action: 'accept', content: {} });
    await until(() => agent.reply(3) !== undefined);
    assert.match(JSON.stringify(agent.reply(3)), /\[secret\]/);
    agent.child.stdin.end();
    await agent.ended;
    assert.doesNotMatch(agent.output.toString(), new RegExp(secret));
    assert.doesNotMatch(agent.errors, new RegExp(secret));
    assert.doesNotMatch(bed.log.text, new RegExp(secret));
  });
});
