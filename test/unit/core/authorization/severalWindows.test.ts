import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { textOf, tool } from '#test/host/samples.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('the tokens of a server in several windows', () => {
  let rig: AuthorizationRig;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
  });
  afterEach(() => rig.end());

  it('stay deleted if the user signs out in one window while another one refreshes them', async () => {
    let willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    const other = rig.server();
    await server.start();
    await other.start();
    rig.issuer.expire();
    willing = false;
    let send: () => void = () => undefined;
    rig.issuer.switches.tokensSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const call = other.call(tool('read'), byUser);
    await until(() => rig.issuer.count('refresh') === 1);
    await server.signOut();
    send();
    await assert.rejects(call, { name: 'AuthorizationDeclined' });
    assert.equal(rig.secrets.values.size, 0);
    assert.deepEqual([rig.issuer.accessTokens.size, rig.issuer.refreshTokens.size], [0, 0]);
    assert.equal(other.isSignedIn, false);
    willing = true;
    assert.equal(textOf(await other.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.issuer.count('register'), 2);
  });

  it('are replaced by those of a new sign-in in one window while another one refreshes them', async () => {
    const server = rig.server();
    const other = rig.server();
    await server.start();
    await other.start();
    rig.issuer.expire();
    let send: () => void = () => undefined;
    rig.issuer.switches.tokensSent = new Promise<void>((resolve) => {
      send = resolve;
    });
    const call = other.call(tool('read'), byUser);
    await until(() => rig.issuer.count('refresh') === 1);
    await server.signOut();
    rig.issuer.switches.tokensSent = undefined;
    await server.start();
    const stored = new Map(rig.secrets.values);
    send();
    assert.equal(textOf(await call), 'read done');
    assert.deepEqual(rig.secrets.values, stored);
    assert.equal(rig.signInRequests.length, 2);
  });

  it('are not sent any more after the user has signed out in another one', async () => {
    rig.issuer.switches.revokes = false;
    let willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    const other = rig.server();
    await server.start();
    await other.start();
    willing = false;
    await server.signOut();
    await until(() => !other.isSignedIn);
    await assert.rejects(other.call(tool('read'), byUser), { name: 'AuthorizationDeclined' });
  });
});
