import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { textOf, tool } from '#test/host/samples.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('the host, if a server changes its authorization server,', () => {
  let rig: AuthorizationRig;
  let other: AuthorizationServer;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
    other = await AuthorizationServer.start();
  });
  afterEach(() => Promise.all([rig.end(), other.stop()]));

  it('registers a client with the new one', async () => {
    const server = rig.server();
    await server.start();
    rig.resource.switches.authorizationServer = other;
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.deepEqual(other.events, ['register', 'authorize read offline_access', 'code']);
    assert.equal(rig.issuer.count('refresh'), 0);
  });

  it('needs no sign-in after the server goes back to the old one, and signs out of both', async () => {
    const server = rig.server();
    await server.start();
    const switchTo = async (issuer: AuthorizationServer) => {
      rig.resource.switches.authorizationServer = issuer;
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    };
    await switchTo(other);
    assert.equal(rig.signInRequests.length, 2);

    await switchTo(rig.issuer);
    other.expire();
    await switchTo(other);
    assert.equal(rig.signInRequests.length, 2);
    assert.equal(rig.issuer.count('refresh'), 0);
    assert.equal(other.count('refresh'), 1);

    assert.equal(await server.signOut(), true);
    for (const issuer of [rig.issuer, other]) {
      assert.deepEqual(issuer.events.slice(-2), ['revoke refresh_token', 'revoke access_token']);
    }
    assert.equal(rig.secrets.values.size, 0);
  });

  it('does not use a client that is registered at the old one', async () => {
    rig.issuer.switches.clients.set('desk', { redirectUris: [rig.redirects.uri] });
    const server = rig.server({ clientId: 'desk' });
    await server.start();
    rig.resource.switches.authorizationServer = other;
    await assert.rejects(server.call(tool('read'), byUser), {
      name: 'AuthorizationFailed',
      message: /another authorization server/,
    });
    assert.deepEqual(other.events, []);
  });
});
