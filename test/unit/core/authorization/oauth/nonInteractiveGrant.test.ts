import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { OAuthSettings } from '#core/model/definition.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { AuthorizationServer } from '#test/servers/authorization/authorizationServer.ts';
import { ecKeys, jwtOf } from '#test/servers/authorization/jwt.ts';
import { AuthorizationRig } from '#test/unit/core/authorization/authorizationRig.ts';

const byUser = { origin: 'user' } as const;
const secretGrant = { grant: 'client_credentials', clientId: 'robot', clientSecret: 'robot-secret' } as const;

function pemOf(key: KeyObject, type: 'pkcs8' | 'sec1' = 'pkcs8'): string {
  return key.export({ type, format: 'pem' }).toString();
}

describe('a client_credentials or jwt-bearer grant', () => {
  let rig: AuthorizationRig;
  beforeEach(async () => {
    rig = await AuthorizationRig.start();
    rig.issuer.switches.registration = 'none';
    rig.issuer.switches.clients.set('robot', { secret: 'robot-secret', redirectUris: [] });
  });
  afterEach(() => rig.end());

  describe('with a secret', () => {
    it('gets its token without a sign-in, and does not store it', async () => {
      const server = rig.server(secretGrant);
      await server.start();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.deepEqual(rig.issuer.events, ['client_credentials read']);
      assert.equal(rig.signInRequests.length, 0);
      assert.equal(server.isSignedIn, false);
      const stored = [...rig.secrets.values.values()].join();
      for (const each of ['robot-secret', ...rig.issuer.secrets]) {
        assert.ok(!stored.includes(each));
        assert.doesNotMatch(rig.host.log.text, new RegExp(each));
      }
    });

    it('gets another token whenever the last one has expired', async () => {
      const server = rig.server(secretGrant);
      await server.start();
      for (let expiries = 1; expiries <= 5; expiries += 1) {
        rig.issuer.expire();
        assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
        assert.equal(rig.issuer.count('client_credentials'), 1 + expiries);
      }
    });

    it('requests one token for concurrent calls', async () => {
      const server = rig.server(secretGrant);
      await server.start();
      rig.issuer.expire();
      await Promise.all([1, 2, 3].map(() => server.call(tool('read'), byUser)));
      assert.equal(rig.issuer.count('client_credentials'), 2);
    });

    it('requests more scopes once if a call needs them', async () => {
      rig.resource.switches.needed = ['write'];
      const server = rig.server(secretGrant);
      await server.start();
      assert.equal(textOf(await server.call(tool('write'), byUser)), 'write done');
      assert.deepEqual(rig.issuer.events, ['client_credentials read', 'client_credentials read write']);
      rig.issuer.switches.grants = () => 'read';
      rig.issuer.expire();
      await assert.rejects(server.call(tool('write'), byUser), /already requested: write\./);
    });

    it('needs no "grant" in the settings if they name the issuer, and it supports no sign-in', async () => {
      rig.issuer.switches.grantTypes = ['client_credentials'];
      await rig.server({ clientId: 'robot', clientSecret: 'robot-secret', issuer: rig.issuer.url }).start();
      assert.deepEqual(rig.issuer.events, ['client_credentials read']);
      assert.equal(rig.signInRequests.length, 0);
    });

    it('is requested by no word of an authorization server that the settings do not name', async () => {
      rig.issuer.switches.grantTypes = ['client_credentials'];
      await assert.rejects(rig.server({ clientId: 'robot', clientSecret: 'robot-secret' }).start(), {
        name: 'AuthorizationFailed',
        message:
          /localhost:\d+ offers no sign-in, only tokens for programs\..*write that into the entry: "oauth": \{"issuer"/,
      });
      assert.deepEqual(rig.issuer.events, []);
    });

    it('does not repeat a refused request', async () => {
      const server = rig.server({ ...secretGrant, clientSecret: 'another-secret' });
      await assert.rejects(server.start(), {
        name: 'AuthorizationFailed',
        message: /"mine" needs an access token\. That was refused at localhost:\d+: invalid_client/,
      });
      assert.deepEqual(rig.issuer.events, ['invalid_client']);
      assert.doesNotMatch(rig.host.log.text, /another-secret/);
    });

    it('fails if the server does not accept the new token', async () => {
      rig.resource.switches.refusesAll = true;
      await assert.rejects(rig.server(secretGrant).start(), {
        name: 'AuthorizationFailed',
        message: /does not accept the token/,
      });
      assert.equal(rig.issuer.count('client_credentials'), 1);
    });

    for (const [what, more] of [
      ['that is not the issuer of the entry', () => ({ issuer: 'https://login.example.com' })],
      ['that has replaced the first one', () => ({})],
    ] as const) {
      it(`does not send the secret to an authorization server ${what}`, async () => {
        if (!('issuer' in more())) {
          await rig.server(secretGrant).start();
        }
        const other = await AuthorizationServer.start();
        try {
          rig.resource.switches.authorizationServer = other;
          await assert.rejects(rig.server({ ...secretGrant, ...more() }).start(), {
            name: 'AuthorizationFailed',
            message: /another authorization server .* Nothing was sent there/,
          });
          assert.deepEqual(other.events, []);
        } finally {
          await other.stop();
        }
      });
    }

    it('sends the secret to the authorization server that is the issuer of the entry', async () => {
      await rig.server({ ...secretGrant, issuer: `${rig.issuer.url}/` }).start();
      assert.deepEqual(rig.issuer.events, ['client_credentials read']);
    });
  });

  describe('with a private key', () => {
    const keys = ecKeys();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const client = { grant: 'client_credentials', clientId: 'signer' } as const;
    const pem = pemOf(keys.privateKey);

    for (const [what, privateKey, publicKey] of [
      ['unchanged', pem, keys.publicKey],
      ['without its line breaks', pem.replaceAll('\n', ''), keys.publicKey],
      ['with its line breaks written as backslash and n', pem.replaceAll('\n', '\\n'), keys.publicKey],
      ['in SEC1 format', pemOf(keys.privateKey, 'sec1'), keys.publicKey],
      ['of type RSA', pemOf(rsa.privateKey), rsa.publicKey],
    ] as const) {
      it(`authenticates with a signed assertion (key ${what})`, async () => {
        rig.issuer.switches.clients.set('signer', { key: publicKey, redirectUris: [] });
        await rig.server({ ...client, privateKey }).start();
        assert.deepEqual(rig.issuer.events, ['client_credentials read']);
        assert.ok(!rig.host.log.text.includes(pem.split('\n')[1] ?? ''));
      });
    }

    for (const [what, settings, message] of [
      ['is not a private key', { privateKey: 'hello' }, /"privateKey" contains no private key/],
      ['is damaged', { privateKey: pem.replace(/M\w{10}/, '') }, /"privateKey" is damaged/],
      [
        'has a passphrase',
        { privateKey: pem.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY') },
        /"privateKey" has a passphrase/,
      ],
      ['does not fit its algorithm', { privateKey: pem, signingAlgorithm: 'RS256' }, /cannot be used with RS256/],
      [
        'is on an unknown curve',
        { privateKey: pemOf(ecKeys('secp256k1').privateKey) },
        /cannot be used with any algorithm/,
      ],
      [
        'is in a file that does not exist',
        { privateKeyFile: '/nowhere/key.pem' },
        /\/nowhere\/key\.pem cannot be read/,
      ],
    ] as const) {
      it(`fails with the reason if the private key ${what}`, async () => {
        await assert.rejects(rig.server({ ...client, ...settings }).start(), { name: 'EntryInvalid', message });
        assert.deepEqual(rig.issuer.events, []);
      });
    }
  });

  describe('with an assertion', () => {
    const platform = ecKeys();
    let folder: string;
    let assertionFile: string;
    beforeEach(async () => {
      rig.issuer.switches.trusts = platform.publicKey;
      folder = await mkdtemp(join(tmpdir(), 'assertion-'));
      assertionFile = join(folder, 'token');
    });
    afterEach(() => rm(folder, { recursive: true }));
    const workload = (more: OAuthSettings) => rig.server({ grant: 'jwt-bearer', ...more });

    it('exchanges the assertion without a client id', async () => {
      const assertion = jwtOf({ sub: 'workload', aud: rig.issuer.url }, platform);
      const server = workload({ assertion });
      await server.start();
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
      assert.deepEqual(rig.issuer.events, ['jwt-bearer read']);
      assert.ok(!rig.host.log.text.includes(assertion));
    });

    it('reads the assertion file for each token', async () => {
      const server = workload({ assertionFile });
      await writeFile(assertionFile, `${jwtOf({ sub: 'one', aud: rig.issuer.url }, platform)}\n`);
      await server.start();
      rig.issuer.expire();
      await rm(assertionFile);
      await assert.rejects(server.call(tool('read'), byUser), { name: 'EntryInvalid', message: /cannot be read/ });
      await writeFile(assertionFile, jwtOf({ sub: 'two', aud: rig.issuer.url }, platform));
      assert.equal(textOf(await server.call(tool('read'), byUser)), 'read done');
    });

    for (const [what, content, message] of [
      ['holds another text', 'root:x:0:0:root:/root:/bin/bash', /does not contain a signed assertion/],
      ['is empty', '\n', /is empty/],
      ['is far too large', 'x'.repeat(70_000), /does not contain a token or a key/],
    ] as const) {
      it(`sends nothing if the assertion file ${what}`, async () => {
        await writeFile(assertionFile, content);
        await assert.rejects(workload({ assertionFile }).start(), { name: 'EntryInvalid', message });
        assert.deepEqual(rig.issuer.events, []);
      });
    }

    it('sends nothing if the assertion file is a folder', async () => {
      await assert.rejects(workload({ assertionFile: folder }).start(), {
        name: 'EntryInvalid',
        message: /does not contain a token or a key/,
      });
    });

    it('is sent only to its audience, unless the entry names another issuer', async () => {
      const assertion = jwtOf({ aud: 'https://bank.example' }, platform);
      await assert.rejects(workload({ assertion }).start(), {
        name: 'AuthorizationFailed',
        message: /is for https:\/\/bank\.example\. Nothing was sent there/,
      });
      assert.deepEqual(rig.issuer.events, []);
      // The issuer of the entry takes precedence over the audience.
      await assert.rejects(
        workload({ assertion, issuer: rig.issuer.url }).start(),
        /refused at localhost:\d+: invalid_grant/,
      );
      assert.deepEqual(rig.issuer.events, ['jwt-bearer read']);
    });

    it('does not repeat a refused request, and does not fall back to a sign-in', async () => {
      const assertion = jwtOf({ aud: rig.issuer.url, exp: 1 }, platform);
      await assert.rejects(workload({ assertion }).start(), { message: /refused at localhost:\d+: invalid_grant/ });
      assert.deepEqual(rig.issuer.events, ['jwt-bearer read']);
      assert.equal(rig.signInRequests.length, 0);
    });
  });

  for (const kind of ['legacy', 'modern'] as const) {
    for (const [extension, oauth] of [
      ['oauth-client-credentials', secretGrant],
      ['enterprise-managed-authorization', { grant: 'jwt-bearer', assertion: 'not-one', clientId: 'robot' }],
    ] as const) {
      it(`declares the extension of its grant (${kind}, ${extension})`, async () => {
        const other = await AuthorizationRig.start(kind);
        try {
          await other
            .server(oauth)
            .start()
            .catch(() => undefined);
          assert.match(
            other.host.log.text,
            new RegExp(`"extensions":\\{[^}]*"io\\.modelcontextprotocol/${extension}":\\{\\}`),
          );
        } finally {
          await other.end();
        }
      });
    }
  }

  it('is declared in the capabilities only if the settings have a grant', async () => {
    rig.issuer.switches.registration = 'open';
    await rig.server().start();
    assert.doesNotMatch(rig.host.log.text, /oauth-client-credentials|enterprise-managed/);
  });
});
