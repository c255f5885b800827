import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { textOf, tool } from '#test/host/samples.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;
const byProgram = { origin: 'program' } as const;

describe('the limit of sign-in prompts', () => {
  let rig: AuthorizationRig;
  let willing: boolean;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
    willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
  });
  afterEach(() => rig.end());

  const expire = () => {
    rig.issuer.expire();
    rig.issuer.refreshTokens.clear();
  };
  /** The server demands a new scope for each HTTP request. */
  const demandNewScopes = () => {
    let demands = 0;
    Object.defineProperty(rig.resource.switches, 'needed', {
      get: () => {
        demands += 1;
        return [`wish-${demands}`];
      },
    });
  };

  it('is three for a program that starts the server repeatedly, until the user starts it', async () => {
    willing = false;
    const server = rig.server();
    for (let start = 1; start <= 5; start += 1) {
      await assert.rejects(server.start('program'), { name: 'AuthorizationDeclined' });
    }
    assert.equal(rig.signInRequests.length, 3);
    await assert.rejects(server.start('user'), { name: 'AuthorizationDeclined' });
    assert.equal(rig.signInRequests.length, 4);
    willing = true;
    await server.restart('user');
    assert.equal(rig.signInRequests.length, 5);
  });

  it('is three for a program that calls repeatedly, until the user calls', async () => {
    const server = rig.server();
    await server.start();
    expire();
    willing = false;
    for (let call = 1; call <= 5; call += 1) {
      await assert.rejects(server.call(tool('read'), byProgram), { name: 'AuthorizationDeclined' });
    }
    assert.equal(rig.signInRequests.length, 1 + 3);
    willing = true;
    await assert.rejects(server.call(tool('read'), byProgram), { name: 'AuthorizationDeclined' });
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.signInRequests.length, 1 + 4);
  });

  it('is three for a program that cancels its calls', async () => {
    const server = rig.server();
    await server.start();
    expire();
    rig.prompts = new ScriptedSignInPrompts(() => new Promise(() => undefined));
    const other = rig.server();
    for (let start = 1; start <= 3; start += 1) {
      const cancelled = new AbortController();
      const call = other.call(tool('read'), { ...byProgram, signal: cancelled.signal });
      await until(() => rig.signInRequests.length === start);
      cancelled.abort();
      await assert.rejects(call, { name: 'CallCancelled' });
      await other.stop();
    }
    await assert.rejects(other.call(tool('read'), byProgram), { name: 'AuthorizationFailed' });
    assert.equal(rig.signInRequests.length, 3);
  });

  it('is three for calls of programs to a server that always demands more scopes', async () => {
    const server = rig.server();
    await server.start();
    demandNewScopes();
    for (let call = 1; call <= 3; call += 1) {
      await assert.rejects(server.call(tool('write'), byProgram));
    }
    assert.equal(rig.signInRequests.length, 1 + 3);
  });

  it('is not reset by a call during a sign-in', async () => {
    const concurrentCalls: Promise<unknown>[] = [];
    rig.prompts = new ScriptedSignInPrompts(() => {
      if (rig.signInRequests.length > 1) {
        concurrentCalls.push(server.call(tool('write'), byUser).catch(() => undefined));
      }
      return true;
    });
    const server = rig.server();
    await server.start();
    demandNewScopes();
    await assert.rejects(server.call(tool('write'), byUser));
    await Promise.all(concurrentCalls);
    assert.equal(rig.signInRequests.length, 1 + 3);
  });

  it('does not apply while each sign-in results in an accepted token', async () => {
    const server = rig.server();
    await server.start();
    for (let call = 1; call <= 5; call += 1) {
      expire();
      assert.equal(textOf(await server.call(tool('read'), byProgram)), 'read done');
    }
    assert.equal(rig.signInRequests.length, 1 + 5);
  });
});
