import assert from 'node:assert/strict';
import { grantKey } from '#core/authorization/grantStore.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { definitionOf } from '#test/host/samples.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig, deferredAnswer } from '#test/unit/core/authorization/authorizationRig.ts';
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
    error?: { code: number; message: string; data?: object };
  };
}

describe('a lent server that has to ask the user first', () => {
  let bed: LendingTestBed;

  beforeEach(() => {
    bed = new LendingTestBed();
  });
  afterEach(() => bed.end());

  describe('to sign in', () => {
    let rig: AuthorizationRig;

    afterEach(() => rig.end());

    async function lend(kind: 'legacy' | 'modern' = 'legacy'): Promise<ServerDefinition> {
      rig = await AuthorizationRig.start(kind);
      bed.authorization = rig.services;
      const spec: LaunchSpec = { type: 'http', url: rig.resource.url, headers: {}, secrets: [] };
      const entry = { type: 'http', url: rig.resource.url, headers: {} };
      const definition = await bed.lend(spec, definitionOf('tickets', entry as never));
      await bed.reopen();
      return definition;
    }

    it('says at the start what to do, without asking', async () => {
      await lend();
      const agent = await bed.agent();
      const { error } = await request(agent, initialize);
      assert.match(
        error?.message ?? '',
        /^"tickets" has to ask the user first, for a sign-in.*In VS Code, run "MCP Elicitation: Start Server" for it/,
      );
      assert.deepEqual(error?.data, { reason: 'userRequired' });
      assert.equal((await request(agent, { id: 1, method: 'tools/list' })).error?.code, -31004);
      assert.equal(rig.signInRequests.length, 0);
      // Not tried again with other capabilities: the server has not refused any.
      assert.equal(rig.resource.refusals, 2);
    });

    it('asks when a call comes, and shows what it offers from then on', async () => {
      await lend();
      const agent = await bed.agent();
      await request(agent, initialize);
      agent.send({ method: 'notifications/initialized' });
      assert.equal(firstText((await request(agent, call(1, 'read'))).result), 'read done');
      assert.equal(rig.signInRequests.length, 1);
      const { result } = await request(agent, { id: 2, method: 'tools/list' });
      assert.deepEqual(
        result?.tools?.map(({ name }) => name),
        ['read', 'write'],
      );
    });

    it('asks once for two agents that call at the same time', async () => {
      await lend();
      const answer = deferredAnswer();
      rig.prompts = new ScriptedSignInPrompts(() => answer.promise);
      bed.authorization = rig.services;
      await bed.close();
      await bed.reopen();
      const agents = [await bed.agent(), await bed.agent()];
      for (const agent of agents) {
        await request(agent, initialize);
        agent.send(call(1, 'read'));
      }
      await until(() => rig.signInRequests.length > 0);
      answer.agree(true);
      for (const agent of agents) {
        await until(() => agent.reply(1) !== undefined);
        assert.equal(firstText(agent.reply(1)?.['result']), 'read done');
      }
      assert.equal(rig.signInRequests.length, 1);
    });

    it('says why it did not work if the user declines, and asks again at the next call', async () => {
      await lend();
      rig.prompts = new ScriptedSignInPrompts(() => false);
      bed.authorization = rig.services;
      await bed.close();
      await bed.reopen();
      const agent = await bed.agent();
      await request(agent, initialize);
      assert.match(firstText((await request(agent, call(1, 'read'))).result), /declined|not sign/i);
      assert.equal(rig.signInRequests.length, 1);
    });

    it('replies to what an agent has sent together with its first request', async () => {
      await lend();
      const agent = await bed.agent();
      agent.send(initialize);
      agent.send({ id: 1, method: 'tools/list' });
      agent.send({ id: 2, method: 'ping' });
      await until(() => [0, 1, 2].every((id) => agent.reply(id) !== undefined));
      assert.match(JSON.stringify(agent.reply(0)), /has to ask the user first/);
      assert.match(JSON.stringify(agent.reply(1)), /has to ask the user first/);
      assert.equal(rig.signInRequests.length, 0);
    });

    it('holds up only the call that needs more permissions, not another agent', async () => {
      await lend();
      rig.resource.switches.needed = ['write'];
      const answer = deferredAnswer();
      let decide: () => Promise<boolean> | boolean = () => true;
      rig.prompts = new ScriptedSignInPrompts(() => decide());
      bed.authorization = rig.services;
      await bed.close();
      await bed.reopen();
      const agents = [await bed.agent(), await bed.agent()] as const;
      for (const agent of agents) {
        await request(agent, initialize);
        agent.send({ method: 'notifications/initialized' });
        await request(agent, call(1, 'read'));
      }
      const [one, other] = agents;
      decide = () => answer.promise;
      other.send(call(2, 'write'));
      await until(() => rig.signInRequests.length === 2);
      assert((await request(one, { id: 2, method: 'tools/list' })).result?.tools);
      assert.equal(firstText((await request(one, call(3, 'read'))).result), 'read done');
      assert.equal(other.reply(2), undefined);
      answer.agree(true);
      await until(() => other.reply(2) !== undefined);
    });

    it('uses the sign-in no more after the user has signed out, although its token is still valid', async () => {
      const definition = await lend();
      const agents = [await bed.agent(), await bed.agent()] as const;
      for (const agent of agents) {
        await request(agent, initialize);
        agent.send({ method: 'notifications/initialized' });
        await request(agent, call(1, 'read'));
      }
      const countOfSignIns = () => rig.signInRequests.length;
      assert.equal(countOfSignIns(), 1);
      await rig.secrets.set('another key', '');
      // As another window does it.
      await rig.secrets.delete(grantKey(definition));
      for (const agent of agents) {
        assert.match(
          (await request(agent, { id: 2, method: 'tools/list' })).error?.message ?? '',
          /^"tickets" has to ask the user first/,
        );
      }
      assert.equal(countOfSignIns(), 1);
      assert.equal(firstText((await request(agents[0], call(3, 'read'))).result), 'read done');
      assert.equal(countOfSignIns(), 2);
    });

    it('says why to a call that the server has not answered when the user signs out', async () => {
      const definition = await lend();
      const agent = await bed.agent();
      await request(agent, initialize);
      agent.send({ method: 'notifications/initialized' });
      await request(agent, call(1, 'read'));
      let hasArrived = false;
      rig.resource.switches.before = (body) => {
        hasArrived ||= body.includes('tools/call');
        return hasArrived ? new Promise(() => undefined) : undefined;
      };
      agent.send(call(2, 'read'));
      await until(() => hasArrived);
      await rig.secrets.delete(grantKey(definition));
      await until(() => agent.reply(2) !== undefined);
      assert.match(
        firstText(agent.reply(2)?.['result']),
        /^The user has signed out of "tickets", so its connection was ended/,
      );
    });

    it('does not use the old token for a call that comes while the server still ends the session', async () => {
      const definition = await lend();
      const agent = await bed.agent();
      await request(agent, initialize);
      agent.send({ method: 'notifications/initialized' });
      await request(agent, call(1, 'read'));
      let hasArrived = false;
      rig.resource.switches.before = (body) => {
        hasArrived ||= body.includes('"id":2');
        // The end of the session has no body.
        return body === '' || body.includes('"id":2') ? new Promise(() => undefined) : undefined;
      };
      agent.send(call(2, 'read'));
      await until(() => hasArrived);
      const [oldToken] = rig.resource.callTokens;
      const { length } = rig.resource.callTokens;
      await rig.secrets.delete(grantKey(definition));
      await until(() => agent.reply(2) !== undefined);
      assert.equal(firstText((await request(agent, call(3, 'read'))).result), 'read done');
      assert(oldToken && !rig.resource.callTokens.slice(length).includes(oldToken));
      assert.equal(rig.signInRequests.length, 2);
      await request(agent, call(4, 'read'));
      assert.equal(rig.signInRequests.length, 2);
    });

    it('asks in the modern era, too', async () => {
      await lend('modern');
      const agent = await bed.sdkAgent('SDK 2.x').catch((error: Error) => error);
      assert(agent instanceof Error && /has to ask the user first/.test(agent.message), String(agent));
      assert.equal(rig.signInRequests.length, 0);
    });
  });
});
