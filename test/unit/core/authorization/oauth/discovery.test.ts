import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Server } from '#core/servers/server.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';

const byUser = { origin: 'user' } as const;
const wellKnown = '/.well-known/oauth-protected-resource';
const html = { body: '<!doctype html><title>Welcome</title>' };
const notFound = { status: 404 };
/** A challenge without the URL of the metadata, which leaves only the well-known URIs. */
const withoutUrl = (usual: string) => usual.replace(/,? resource_metadata=.*/, '');

let rig: AuthorizationRig;
beforeEach(async () => {
  rig = await AuthorizationRig.start();
});
afterEach(() => rig.end());

async function startWithExpiredToken(): Promise<Server> {
  const server = rig.server();
  await server.start();
  rig.issuer.expire();
  return server;
}

/** The server publishes no metadata, like those of 2025-03-26, whose tokens are not bound to a resource. */
function publishNoMetadata(): void {
  rig.resource.switches.describes = () => notFound;
  rig.resource.switches.challenges = withoutUrl;
}

describe('protected resource metadata', () => {
  for (const [what, answer, reason] of [
    ['HTTP status 500', { status: 500 }, /oauth-protected-resource\/mcp cannot be used: HTTP status 500/],
    ['an HTML page', html, /oauth-protected-resource\/mcp cannot be used: it is not JSON/],
    ['HTTP status 429', { status: 429 }, /HTTP status 429/],
    ['JSON of another shape', { body: '[]' }, /it is not the metadata of a protected resource/],
    [
      'no authorization server in it',
      { body: '{"resource":"http://localhost","authorization_servers":[]}' },
      /names no auth/,
    ],
  ] as const) {
    it(`that cannot be used ends a sign-in with the reason (${what})`, async () => {
      rig.resource.switches.describes = () => answer;
      await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: reason });
      assert.deepEqual([rig.signInRequests.length, rig.resource.strays], [0, []]);
    });

    it(`that cannot be used does not prevent a token refresh (${what})`, async () => {
      const server = await startWithExpiredToken();
      rig.resource.switches.describes = () => answer;
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.deepEqual([rig.issuer.count('refresh'), rig.signInRequests.length, rig.resource.strays], [1, 1, []]);
    });
  }

  it('that is too large ends a sign-in with the reason', async () => {
    rig.resource.switches.describes = () => ({ body: ' '.repeat(2 * 1024 * 1024) });
    await assert.rejects(rig.server().start(), {
      name: 'AuthorizationFailed',
      message: /during the sign-in is too large/,
    });
    assert.deepEqual(rig.resource.strays, []);
  });

  it('that cannot be fetched leaves the grant unchanged, even if the token cannot be refreshed', async () => {
    const server = await startWithExpiredToken();
    const [before] = [...rig.secrets.values.values()];
    rig.resource.switches.describes = () => ({ status: 500 });
    rig.issuer.switches.refusesRefresh = true;
    await assert.rejects(server.call(tool('read'), byUser), { name: 'AuthorizationFailed', message: /status 500/ });
    assert.deepEqual([...rig.secrets.values.values()], [before]);
    rig.resource.switches.describes = undefined;
    rig.issuer.switches.refusesRefresh = false;
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    assert.equal(rig.signInRequests.length, 1);
  });

  it('that cannot be fetched prevents a prompt for more scopes', async () => {
    const server = rig.server();
    await server.start();
    rig.resource.switches.needed = ['write'];
    rig.resource.switches.describes = () => ({ status: 503 });
    await assert.rejects(server.call(tool('write'), byUser), { name: 'AuthorizationFailed', message: /status 503/ });
    assert.deepEqual([rig.signInRequests.length, rig.resource.strays], [1, []]);
  });

  for (const [what, answer] of [
    ['nothing', notFound],
    ['an HTTP error', { status: 500 }],
    ['an HTML page', html],
  ] as const) {
    it(`is fetched from the root if the path has ${what}`, async () => {
      rig.resource.switches.challenges = withoutUrl;
      rig.resource.switches.describes = (path) => (path === wellKnown ? undefined : answer);
      await rig.server().start();
      assert.deepEqual(rig.resource.described, [`${wellKnown}/mcp`, wellKnown]);
      assert.equal(rig.issuer.count('code'), 1);
    });
  }

  it('is fetched from the well-known URIs if the URL of the challenge has no metadata', async () => {
    rig.resource.switches.challenges = (usual) => usual.replace('/mcp"', '/elsewhere"');
    rig.resource.switches.describes = (path) => (path.endsWith('/elsewhere') ? notFound : undefined);
    await rig.server().start();
    assert.deepEqual(rig.resource.described, [`${wellKnown}/elsewhere`, `${wellKnown}/mcp`]);
  });

  it('that is absent does not change the authorization server of a grant', async () => {
    const server = await startWithExpiredToken();
    publishNoMetadata();
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    rig.issuer.expire();
    rig.issuer.refreshTokens.clear();
    await assert.rejects(server.call(tool('read'), byUser), {
      name: 'AuthorizationFailed',
      message: /does not name its authorization server any more/,
    });
    assert.equal(rig.signInRequests.length, 1);
    assert.deepEqual(rig.resource.strays, []);
  });

  it('at the root does not change the authorization server of a grant while the path fails', async () => {
    const other = await AuthorizationServer.start();
    try {
      const server = await startWithExpiredToken();
      const description = { resource: rig.resource.url, authorization_servers: [other.url] };
      rig.resource.switches.challenges = withoutUrl;
      rig.resource.switches.describes = (path) =>
        path === wellKnown ? { body: JSON.stringify(description) } : { status: 500 };
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.deepEqual([rig.issuer.count('refresh'), other.events], [1, []]);
    } finally {
      await other.stop();
    }
  });

  it('that could be read completely changes the authorization server of a grant', async () => {
    const other = await AuthorizationServer.start();
    try {
      const server = await startWithExpiredToken();
      rig.resource.switches.authorizationServer = other;
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.equal(other.count('code'), 1);
    } finally {
      await other.stop();
    }
  });

  describe('with several authorization servers', () => {
    let other: AuthorizationServer;
    beforeEach(async () => {
      other = await AuthorizationServer.start();
      publishBoth();
    });
    afterEach(() => other.stop());

    function publishBoth(): void {
      const description = { resource: rig.resource.url, authorization_servers: [other.url, rig.issuer.url] };
      rig.resource.switches.describes = () => ({ body: JSON.stringify(description) });
    }

    it('selects the one that the entry names', async () => {
      await rig.server({ issuer: rig.issuer.url }).start();
      assert.deepEqual([rig.issuer.count('code'), other.events], [1, []]);
    });

    it('selects the one of the grant', async () => {
      rig.resource.switches.describes = undefined;
      const server = await startWithExpiredToken();
      publishBoth();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.deepEqual([rig.issuer.count('refresh'), rig.signInRequests.length, other.events], [1, 1, []]);
    });

    it('selects the first if neither the entry nor a grant names one', async () => {
      rig.resource.switches.authorizationServer = other;
      await rig.server().start();
      assert.equal(other.count('code'), 1);
    });
  });

  it('may be absent: the server is then its own authorization server', async () => {
    publishNoMetadata();
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed' });
    assert.equal(rig.signInRequests[0]?.issuer, `${rig.resource.origin}/`);
    assert.ok(rig.resource.strays.includes('POST /register'));
  });

  it('that is absent is requested once for a sign-in', async () => {
    publishNoMetadata();
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed' });
    assert.deepEqual(rig.resource.described, [`${wellKnown}/mcp`, wellKnown]);
  });
});

describe('authorization server metadata', () => {
  for (const [what, answer] of [
    ['nothing', notFound],
    ['an HTTP error', { status: 500 }],
    ['an HTML page', html],
    ['JSON of another shape', { body: '{}' }],
    ['the metadata of another issuer', { body: '{"issuer":"https://honest.example"}' }],
  ] as const) {
    it(`is fetched from the next well-known URI if the first has ${what}`, async () => {
      rig.issuer.switches.documents = (path, metadata) =>
        path === '/.well-known/openid-configuration'
          ? {
              body: JSON.stringify({
                ...metadata,
                jwks_uri: `${rig.issuer.url}/jwks`,
                subject_types_supported: ['public'],
                id_token_signing_alg_values_supported: ['ES256'],
              }),
            }
          : answer;
      await rig.server().start();
      assert.equal(rig.issuer.count('code'), 1);
    });
  }

  it('ends a sign-in with the error of the first URI if no URI has a usable document', async () => {
    rig.issuer.switches.documents = (path) =>
      path.endsWith('/oauth-authorization-server') ? { status: 503 } : notFound;
    await assert.rejects(rig.server().start(), {
      name: 'AuthorizationFailed',
      message: /oauth-authorization-server cannot be used: HTTP status 503/,
    });
    assert.deepEqual([rig.signInRequests.length, rig.issuer.events], [0, []]);
  });

  it('is required: without it no page is opened and no client registered', async () => {
    rig.issuer.switches.documents = () => notFound;
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /publishes no metadata/ });
    assert.deepEqual([rig.signInRequests.length, rig.issuer.events], [0, []]);
  });

  it('is required for a client_credentials grant: without it no secret is sent', async () => {
    rig.issuer.switches.documents = () => notFound;
    rig.issuer.switches.clients.set('desk', { secret: 'very-secret', redirectUris: [] });
    const oauth = { grant: 'client_credentials', clientId: 'desk', clientSecret: 'very-secret' } as const;
    await assert.rejects(rig.server(oauth).start(), {
      name: 'AuthorizationFailed',
      message: /publishes no metadata/,
    });
    assert.deepEqual(rig.issuer.events, []);
  });
});
