import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { IdentityProviderSettings } from '#core/model/definition.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { IdentityProvider } from '#test/servers/authorization/identityProvider.ts';
import { AuthorizationRig } from './authorizationRig.ts';

const byUser = { origin: 'user' } as const;

describe('an assertion of an identity provider', () => {
  let rig: AuthorizationRig;
  let provider: IdentityProvider;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
    provider = await IdentityProvider.start();
    rig.issuer.switches.trusts = provider.keys.publicKey;
    rig.issuer.switches.clients.set('desk', { secret: 'desk-secret', redirectUris: [] });
  });
  afterEach(() => Promise.all([rig.end(), provider.stop()]));
  const createServer = (more: Partial<IdentityProviderSettings>) =>
    rig.server({
      grant: 'jwt-bearer',
      clientId: 'desk',
      clientSecret: 'desk-secret',
      identityProvider: { clientId: 'desk-at-home', ...more },
    });

  for (const setting of ['issuer', 'tokenEndpoint'] as const) {
    it(`is requested with an ID token if the settings name the provider by its ${setting}`, async () => {
      const url = setting === 'issuer' ? provider.url : `${provider.url}/token`;
      const idToken = provider.idToken('desk-at-home');
      const server = createServer({ [setting]: url, idToken });
      await server.start();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.deepEqual(rig.issuer.events, ['jwt-bearer read']);
      const [exchange] = provider.exchanges;
      assert.equal(exchange?.get('audience'), rig.issuer.url);
      assert.equal(exchange?.get('resource'), rig.resource.url);
      assert.equal(rig.signInRequests.length, 0);
      assert.ok(!rig.host.log.text.includes(idToken));
    });
  }

  it('that the provider refuses ends the start with an error without the ID token', async () => {
    const idToken = provider.idToken('somebody-else');
    provider.refusal = { error: 'access_denied', error_description: `Not with ${idToken}` };
    const server = createServer({ issuer: provider.url, idToken });
    await assert.rejects(server.start(), (error: Error & { detail?: string }) => {
      assert.match(error.message, /failed at the identity provider at localhost:/);
      return true;
    });
    assert.equal(provider.exchanges.length, 1);
    assert.deepEqual(rig.issuer.events, []);
    assert.ok(!rig.host.log.text.includes(idToken));
    assert.ok(server.state.kind === 'failed' && !JSON.stringify(server.state).includes(idToken));
  });

  for (const [what, content] of [
    [
      'a private key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----',
    ],
    ['a list of accounts', 'root:x:0:0:root:/root:/bin/bash'],
    ['an opaque token', 'ghp_1234567890abcdef1234567890abcdef1234'],
    ['three words separated by dots', 'one.two.three'],
    ['a signed text whose claims are not an object', `${base64UrlJson({ alg: 'RS256' })}.${base64UrlJson(['a'])}.c2ln`],
    [
      'a signed token without issuer and audience',
      `${base64UrlJson({ alg: 'RS256' })}.${base64UrlJson({ a: 1 })}.c2ln`,
    ],
    ['claims after an invalid header', `bm90aGluZw.${base64UrlJson({ iss: 'a', aud: 'b', sub: 'c' })}.c2ln`],
  ] as const) {
    it(`is not requested if the file of the ID token holds ${what}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'id-token-'));
      try {
        const idTokenFile = join(folder, 'token');
        await writeFile(idTokenFile, content);
        await assert.rejects(createServer({ tokenEndpoint: `${provider.url}/token`, idTokenFile }).start(), {
          name: 'EntryInvalid',
          message: /idTokenFile/,
        });
        assert.equal(provider.exchanges.length, 0);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  }

  it('is requested with an ID token from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'id-token-'));
    const idTokenFile = join(folder, 'token');
    await writeFile(idTokenFile, `${provider.idToken('desk-at-home')}\n`);
    const server = createServer({ issuer: provider.url, idTokenFile });
    await server.start();
    assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    await rm(folder, { recursive: true });
  });

  it('is not requested, and the start fails, if the provider has no metadata', async () => {
    const idToken = provider.idToken('desk-at-home');
    await assert.rejects(createServer({ issuer: `${provider.url}/elsewhere`, idToken }).start(), {
      name: 'AuthorizationFailed',
    });
    assert.equal(provider.exchanges.length, 0);
  });
});

function base64UrlJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
