import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, describe, it } from 'mocha';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { ScriptedSignInPrompts } from '#test/host/signInDoubles.ts';
import { settled, until } from '#test/host/until.ts';
import { AuthorizationRig, deferredAnswer } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('signing in', () => {
  let rig: AuthorizationRig;
  afterEach(async () => {
    restoreTimers();
    await rig.end();
  });

  for (const kind of ['legacy', 'modern', 'sse'] as const) {
    it(`happens once for a start and a call (${kind})`, async () => {
      rig = await AuthorizationRig.start(kind);
      const server = rig.server();

      await server.start();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');

      assert.deepEqual(rig.issuer.events, ['register', 'authorize read offline_access', 'code']);
      assert.equal(server.isSignedIn, true);
      const [request] = rig.signInRequests;
      assert.deepEqual(request && { ...request }, {
        server: 'mine',
        serverId: 'user:mine',
        resource: rig.resource.url,
        issuer: rig.issuer.url,
        host: new URL(rig.issuer.url).host,
        recipients: [],
        scopes: ['read', 'offline_access'],
      });
    });
  }

  it('is not needed again after a restart, nor in another window', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    await server.restart();
    const other = rig.server();
    await other.start();
    assert.equal(rig.signInRequests.length, 1);
    assert.equal(other.isSignedIn, true);
  });

  it('pauses the time limits of a start', async () => {
    rig = await AuthorizationRig.start();
    const { promise, agree } = deferredAnswer();
    rig.prompts = new ScriptedSignInPrompts(() => promise);
    fakeTimers();
    const limits = { startMs: 500, probeMs: { stdio: 500, http: 500, sse: 500 } };
    const server = rig.server(undefined, { limits });
    const starting = server.start();
    await settled(() => server.isSigningIn);
    assert.equal(server.state.kind, 'starting');
    mock.timers.tick(3_600_000);
    agree(true);
    await starting;
    assert.equal(server.isSigningIn, false);
  });

  it('does not extend the time limit of a server that does not respond to the first request', async () => {
    rig = await AuthorizationRig.start();
    const limits = { probeMs: { stdio: 100, http: 100, sse: 100 } };
    rig.resource.switches.silent = true;
    await assert.rejects(rig.server(undefined, { limits }).start(), /did not answer in time/);
  });

  it('opens one page for three concurrent calls', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    rig.issuer.switches.refusesRefresh = true;
    const calls = await Promise.all([1, 2, 3].map(() => server.call(tool('read'), byUser)));
    assert.deepEqual(calls.map(textOf), ['read done', 'read done', 'read done']);
    assert.equal(rig.browser.opened.length, 2);
    assert.equal(rig.resource.carriedOut.filter((each) => each === 'tools/call read').length, 3);
  });

  it('ends the start when the user declines, and is offered again for the next start', async () => {
    rig = await AuthorizationRig.start();
    let willing = false;
    rig.prompts = new ScriptedSignInPrompts(() => willing);
    const server = rig.server();
    await assert.rejects(server.start(), { name: 'AuthorizationDeclined' });
    assert.equal(rig.signInRequests.length, 1);
    assert.equal(rig.browser.opened.length, 0);
    assert.deepEqual(rig.issuer.events, []);
    willing = true;
    await server.start();
    assert.equal(rig.signInRequests.length, 2);
  });

  it('ends the start of an HTTP+SSE server with the same error if the user declines', async () => {
    rig = await AuthorizationRig.start('sse');
    rig.prompts = new ScriptedSignInPrompts(() => false);
    await assert.rejects(rig.server().start(), { name: 'AuthorizationDeclined' });
  });

  it('fails with the reason if access was denied in the browser', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.denies = true;
    await assert.rejects(rig.server().start(), {
      name: 'AuthorizationFailed',
      message: /Access was denied at localhost:/,
    });
  });

  it('can be cancelled while the browser is open', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server(undefined, { services: { browser: { open: async () => undefined } } });
    const starting = server.start();
    await until(() => rig.prompts.cancels.size === 1);
    for (const cancel of rig.prompts.cancels) {
      cancel();
    }
    await assert.rejects(starting, { name: 'AuthorizationDeclined', message: /that was cancelled/ });
    assert.equal(rig.prompts.cancels.size, 0);
  });

  it('is aborted when the server is stopped', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server(undefined, { services: { browser: { open: async () => undefined } } });
    const starting = server.start();
    await until(() => rig.prompts.cancels.size === 1);
    await Promise.all([assert.rejects(starting, { name: 'ServerStopped' }), server.stop()]);
    await until(() => rig.prompts.cancels.size === 0);
  });

  for (const [what, iss] of [
    ['from another issuer', 'https://evil.example'],
    ['without an issuer, although the metadata announces one', null],
  ] as const) {
    it(`refuses a redirect ${what}, before the code is sent`, async () => {
      rig = await AuthorizationRig.start();
      rig.issuer.switches.iss = iss;
      await assert.rejects(rig.server().start(), {
        name: 'AuthorizationFailed',
        message: /another authorization server/,
      });
      assert.equal(rig.issuer.count('code'), 0);
    });
  }

  it('does not log the error text of a redirect from the wrong issuer', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.iss = 'https://evil.example';
    rig.issuer.switches.denies = true;
    const server = rig.server();
    await assert.rejects(server.start(), { name: 'AuthorizationFailed' });
    assert.doesNotMatch(rig.host.log.text, /You shall not pass/);
  });

  it('refuses metadata that names another issuer', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.issuer = 'https://honest.example';
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed' });
    assert.equal(rig.signInRequests.length, 0);
  });

  it('opens no page of an authorization server without PKCE', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.pkce = false;
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /PKCE/ });
    assert.equal(rig.signInRequests.length, 0);
  });

  it('requests at most 100 of the scopes that a server suggests, and no malformed one', async () => {
    rig = await AuthorizationRig.start();
    rig.resource.switches.scope = undefined;
    const suggested = [
      'read',
      'two words',
      'a"b',
      'x'.repeat(201),
      ...Array.from({ length: 1000 }, (_, at) => `s${at}`),
    ];
    rig.resource.switches.describes = () => ({
      body: JSON.stringify({
        resource: rig.resource.url,
        authorization_servers: [rig.issuer.url],
        scopes_supported: suggested,
      }),
    });
    await rig.server().start();
    const [request] = rig.signInRequests;
    assert.deepEqual(request?.scopes, ['read', ...Array.from({ length: 99 }, (_, at) => `s${at}`), 'offline_access']);
  });

  it('requests no tokens if the metadata names another resource', async () => {
    rig = await AuthorizationRig.start();
    rig.resource.switches.resource = 'https://bank.example/mcp';
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /bank\.example/ });
    assert.equal(rig.signInRequests.length, 0);
  });

  for (const registration of ['refused', 'none'] as const) {
    it(`fails with an error that names "clientId" (registration: ${registration})`, async () => {
      rig = await AuthorizationRig.start();
      rig.issuer.switches.registration = registration;
      await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /"clientId"/ });
    });
  }

  it('uses the pre-registered client of the entry', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.registration = 'none';
    rig.issuer.switches.clients.set('desk', { secret: 'very-secret', redirectUris: [rig.redirects.uri] });
    await rig.server({ clientId: 'desk', clientSecret: 'very-secret', scopes: ['write'] }).start();
    assert.deepEqual(rig.issuer.events, ['authorize write offline_access', 'code']);
  });

  it('uses a client metadata document if the authorization server supports it', async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.takesMetadataUrl = true;
    await rig.server({ clientMetadataUrl: 'https://client.example/client.json' }).start();
    assert.deepEqual(rig.issuer.events, ['authorize read offline_access', 'code']);
  });

  it('ends after one attempt if the server does not accept the new token', async () => {
    rig = await AuthorizationRig.start();
    rig.resource.switches.refusesAll = true;
    await assert.rejects(rig.server().start(), { name: 'AuthorizationFailed', message: /does not accept the token/ });
    assert.equal(rig.browser.opened.length, 1);
  });

  it('does not happen for an entry with "oauth": false or with an Authorization header', async () => {
    rig = await AuthorizationRig.start();
    await assert.rejects(rig.server(false).start(), { name: 'ServerUnreachable', message: /401/ });
    const headers = { authorization: 'Bearer mine' };
    await assert.rejects(rig.server(undefined, { entry: { headers } }).start(), { name: 'ServerUnreachable' });
    assert.equal(rig.signInRequests.length, 0);
  });

  it('leaves no secret in the log', async () => {
    rig = await AuthorizationRig.start();
    const server = rig.server();
    await server.start();
    rig.issuer.expire();
    await server.call(tool('read'), byUser);
    const tokens = rig.issuer.secrets.slice(1);
    assert.equal(tokens.length, 5);
    await server.call(tool('read', { echo: tokens }), byUser);
    assert.match(rig.host.log.text, /"echo":\["\[secret\]"/);
    for (const token of tokens) {
      assert.ok(!rig.host.log.text.includes(token));
    }
  });
});
