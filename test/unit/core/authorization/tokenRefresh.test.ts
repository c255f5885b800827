import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { textOf, tool } from '#test/host/samples.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { until } from '#test/host/until.ts';
import { AuthorizationRig, deferredAnswer } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('the tokens of a server', () => {
  let rig: AuthorizationRig;
  afterEach(() => rig.end());

  for (const rotates of [true, false]) {
    it(`are refreshed during a call without a prompt, ${rotates ? 'with' : 'without'} rotation`, async () => {
      rig = await AuthorizationRig.start();
      rig.issuer.switches.rotates = rotates;
      const server = rig.server();
      await server.start();
      for (let expiries = 1; expiries <= 3; expiries += 1) {
        rig.issuer.expire();
        assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
        assert.equal(rig.issuer.count('refresh'), expiries);
      }
      assert.equal(rig.signInRequests.length, 1);
    });
  }

  it('are refreshed once for concurrent calls', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    await Promise.all([1, 2, 3].map(() => server.call(tool('read'), byUser)));
    assert.equal(rig.issuer.count('refresh'), 1);
  });

  it('need a sign-in if the refresh token is refused', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.signInRequests.length, 2);
  });

  it('that another window has refreshed are used without a request', async () => {
    rig = await AuthorizationRig.start();
    const one = rig.server();
    const other = rig.server();
    await one.start();
    await other.start();
    rig.issuer.expire();
    await one.call(tool('read'), byUser);
    assert.equal(textOf(await other.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.issuer.count('refresh'), 1);
    assert.equal(rig.signInRequests.length, 1);
  });

  it('end a call with the reason if the user declines to sign in again', async () => {
    rig = await AuthorizationRig.start();
    let willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    rig.issuer.refreshTokens.clear();
    willing = false;
    await assert.rejects(server.call(tool('read'), byUser), { name: 'AuthorizationDeclined' });
    assert.equal(server.state.kind, 'running');
    assert.ok(!rig.resource.carriedOut.includes('tools/call read'));
    willing = true;
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
  });

  for (const kind of ['legacy', 'modern'] as const) {
    it(`are not used for a call that was cancelled during the sign-in (${kind})`, async () => {
      rig = await AuthorizationRig.start(kind);
      const { promise, agree } = deferredAnswer();
      let promptCount = 0;
      rig.prompts = new ScriptedSignInPrompts(() => {
        promptCount += 1;
        return promptCount === 1 || promise;
      });
      const server = rig.server();
      await server.start();
      rig.issuer.expire();
      rig.issuer.refreshTokens.clear();
      const cancelled = new AbortController();
      const call = server.call(tool('read'), { ...byUser, signal: cancelled.signal });
      await until(() => promptCount === 2);
      cancelled.abort();
      await assert.rejects(call, { name: 'CallCancelled' });
      await until(() => !server.isSigningIn);
      agree(true);
      assert.equal(textOf(await server.call(tool('write'), byUser)), 'write done');
      assert.deepEqual(
        rig.resource.carriedOut.filter((each) => each.startsWith('tools/call')),
        ['tools/call write'],
      );
    });
  }

  it('are requested with the granted scopes and the additional ones that a call needs', async () => {
    rig = await AuthorizationRig.start();
    rig.resource.switches.needed = ['write'];
    const server = rig.server();
    await server.start();
    assert.equal(textOf(await server.call(tool('write'), byUser)), 'write done');
    assert.deepEqual(rig.signInRequests.at(-1)?.scopes, ['read', 'offline_access', 'write']);
    assert.equal(rig.issuer.count('refresh'), 0);
    assert.equal(rig.resource.carriedOut.filter((each) => each === 'tools/call write').length, 1);
  });

  const toolListCount = () => rig.resource.carriedOut.filter((each) => each === 'tools/list').length;

  for (const kind of ['legacy', 'modern'] as const) {
    it(`of a new sign-in, or with more scopes, make the host list the server's offerings again (${kind})`, async () => {
      rig = await AuthorizationRig.start(kind);
      rig.resource.switches.needed = ['write'];
      const server = rig.server();
      await server.start();
      assert.equal(toolListCount(), 1, 'the first sign-in');
      await server.call(tool('write'), byUser);
      await until(() => toolListCount() === 2);
      rig.issuer.expire();
      rig.issuer.switches.refusesRefresh = true;
      await server.call(tool('read'), byUser);
      await until(() => toolListCount() === 3);
    });
  }

  it("that are refreshed do not make the host list the server's offerings again", async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    await server.call(tool('read'), byUser);
    // A second list would have been requested by now: that happens before the call is sent again.
    await server.call(tool('read'), byUser);
    assert.equal(rig.issuer.count('refresh'), 1);
    assert.equal(toolListCount(), 1);
  });

  it('with the same scopes are not requested twice', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.switches.grants = (scope) => scope.replace(' write', '');
    rig.resource.switches.needed = ['write'];
    await assert.rejects(server.call(tool('write'), byUser), {
      name: 'AuthorizationFailed',
      message: /already requested: write\./,
    });
    assert.equal(rig.signInRequests.length, 2);
  });

  it('are requested at most three times for one call, whatever scopes the server demands', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    let demands = 0;
    Object.defineProperty(rig.resource.switches, 'needed', {
      get: () => {
        demands += 1;
        return [`wish-${demands}`];
      },
    });
    await assert.rejects(server.call(tool('write'), byUser));
    assert.equal(rig.signInRequests.length, 1 + 3);
  });

  it('are revoked when the user signs out, and the server stops', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    assert.equal(await server.signOut(), true);
    assert.deepEqual(rig.issuer.events.slice(-2), ['revoke refresh_token', 'revoke access_token']);
    assert.equal(rig.issuer.accessTokens.size, 0);
    assert.equal(rig.secrets.values.size, 0);
    assert.equal(server.state.kind, 'stopped');
    assert.equal(server.isSignedIn, false);
    await server.start();
    assert.equal(rig.signInRequests.length, 2);
  });

  it('stay deleted when more scopes are denied after another window signed out', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.resource.switches.needed = ['write'];
    rig.issuer.switches.denies = true;
    rig.prompts = new ScriptedSignInPrompts(() => {
      rig.secrets.values.clear();
      return true;
    });
    const otherWindow = rig.server();
    await otherWindow.start();
    await assert.rejects(otherWindow.call(tool('write'), byUser), { name: 'AuthorizationFailed' });
    assert.deepEqual([rig.issuer.count('authorize'), rig.secrets.values.size], [2, 0]);
  });

  it('are deleted at sign-out even if the authorization server is unreachable', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    await rig.issuer.stop();
    assert.equal(await server.signOut(), false);
    assert.equal(rig.secrets.values.size, 0);
  });

  it('can be revoked for a server that does not run', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    await server.stop();
    const other = rig.server();
    await until(() => other.isSignedIn);
    assert.equal(await other.signOut(), true);
    assert.equal(rig.issuer.accessTokens.size, 0);
  });

  for (const [what, entry, oauth] of [
    ['another URL', (url: string) => ({ url: `${url}?tenant=2` }), undefined],
    ['another client', () => ({}), { clientId: 'desk' }],
    ['other scopes', () => ({}), { scopes: ['write'] }],
  ] as const) {
    it(`are not used for ${what}`, async () => {
      rig = await AuthorizationRig.start();
      rig.issuer.switches.clients.set('desk', { redirectUris: [rig.redirects.uri] });
      await rig.server().start();
      await rig
        .server(oauth, { entry: entry(rig.resource.url) })
        .start()
        .catch(() => undefined);
      assert.equal(rig.signInRequests.length, 2);
      assert.equal(rig.issuer.count('refresh'), 0);
    });
  }

  it('are kept if the authorization server fails, and the user may sign in instead', async () => {
    rig = await AuthorizationRig.start();
    let willing = true;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    rig.issuer.switches.fails = true;
    willing = false;
    await assert.rejects(server.call(tool('read'), byUser), { name: 'AuthorizationDeclined' });
    rig.issuer.switches.fails = false;
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.issuer.count('refresh'), 1);
  });

  for (const [status, error] of [
    [503, 'temporarily_unavailable'],
    [429, 'too_many_requests'],
  ] as const) {
    it(`are kept if the authorization server says ${error}`, async () => {
      rig = await AuthorizationRig.start();
      let willing = true;
      rig.prompts = new ScriptedSignInPrompts(() => willing);
      const server = rig.server();
      await server.start();
      rig.issuer.expire();
      rig.issuer.switches.tokenError = { status, error };
      willing = false;
      await assert.rejects(server.call(tool('read'), byUser), { name: 'AuthorizationDeclined' });
      rig.issuer.switches.tokenError = undefined;
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.equal(rig.issuer.count('refresh'), 1);
      assert.equal(rig.signInRequests.length, 2);
    });
  }

  it('are requested by a new client if the authorization server does not know the old one any more', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    rig.issuer.switches.clients.clear();
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.issuer.count('register'), 2);
  });

  it('end a call with the reason if the authorization server cannot be reached', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    await rig.issuer.stop();
    await assert.rejects(server.call(tool('read'), byUser), {
      name: 'AuthorizationFailed',
      message: /no way to reach/,
    });
  });
});
