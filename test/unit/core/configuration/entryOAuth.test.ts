import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readServers } from '#core/configuration/serverEntries.ts';
import { variablesUsedBy } from '#core/configuration/variables.ts';
import { resolveEntry } from '#core/launch/resolveEntry.ts';

function read(oauth: unknown) {
  const { definitions, problems } = readServers({ s: { url: 'https://example.com/mcp', oauth } }, { kind: 'user' });
  const [definition] = definitions;
  const entry = definition?.entry;
  return { definition, oauth: entry?.type === 'http' ? entry.oauth : undefined, problems };
}

describe('the key "oauth" of an entry', () => {
  for (const [what, written, expected] of [
    ['the clientId that VS Code supports', { clientId: 'abc' }, { clientId: 'abc' }],
    ['absent', undefined, undefined],
    ['false', false, false],
    ['an empty object', {}, {}],
    ['an object with unknown keys', { clientId: 'abc', authServerMetadataUrl: 7 }, { clientId: 'abc' }],
    ['an object with scopes as one text', { scopes: 'read write  read' }, { scopes: ['read', 'write'] }],
    [
      'an object with all keys of a sign-in',
      {
        clientId: 'a',
        clientSecret: `\${input:s}`,
        clientMetadataUrl: 'https://a.example/c.json',
        scopes: ['a:b'],
        callbackPort: 8080,
      },
      {
        clientId: 'a',
        clientSecret: `\${input:s}`,
        clientMetadataUrl: 'https://a.example/c.json',
        scopes: ['a:b'],
        callbackPort: 8080,
      },
    ],
    [
      'a client_credentials grant with a secret',
      { grant: 'client_credentials', clientId: 'a', clientSecret: 'b', issuer: 'https://login.example' },
      { grant: 'client_credentials', clientId: 'a', clientSecret: 'b', issuer: 'https://login.example' },
    ],
    [
      'a private key, which implies client_credentials',
      { clientId: 'a', privateKeyFile: '~/key.pem', signingAlgorithm: 'PS256' },
      { grant: 'client_credentials', clientId: 'a', privateKeyFile: '~/key.pem', signingAlgorithm: 'PS256' },
    ],
    [
      'an assertion, which implies jwt-bearer',
      { assertionFile: '/var/run/token' },
      { grant: 'jwt-bearer', assertionFile: '/var/run/token' },
    ],
    [
      'an identity provider, which implies jwt-bearer',
      { clientId: 'a', identityProvider: { issuer: 'https://home.example', clientId: 'b', idToken: 'c', more: 1 } },
      {
        grant: 'jwt-bearer',
        clientId: 'a',
        identityProvider: { issuer: 'https://home.example', clientId: 'b', idToken: 'c' },
      },
    ],
    ['the grant of a sign-in, which is the default', { grant: 'authorization_code', clientId: 'a' }, { clientId: 'a' }],
  ] as const) {
    it(`may be ${what}`, () => {
      const { oauth, problems } = read(written);
      assert.deepEqual(problems, []);
      assert.deepEqual(oauth, expected);
    });
  }

  for (const [written, key] of [
    [true, 'oauth'],
    ['abc', 'oauth'],
    [{ clientId: 7 }, 'oauth.clientId'],
    [{ clientId: ' ' }, 'oauth.clientId'],
    [{ clientSecret: 'x' }, 'oauth.clientSecret'],
    [{ clientMetadataUrl: 'http://a.example/c.json' }, 'oauth.clientMetadataUrl'],
    [{ clientMetadataUrl: 'https://a.example/' }, 'oauth.clientMetadataUrl'],
    [{ scopes: ['two words'] }, 'oauth.scopes'],
    [{ scopes: [] }, 'oauth.scopes'],
    [{ scopes: {} }, 'oauth.scopes'],
    [{ callbackPort: '8080' }, 'oauth.callbackPort'],
    [{ callbackPort: 80 }, 'oauth.callbackPort'],
    [{ grant: 'password' }, 'oauth.grant'],
    [{ grant: 'client_credentials' }, 'oauth.grant'],
    [{ grant: 'client_credentials', clientId: 'a' }, 'oauth.grant'],
    [{ grant: 'client_credentials', clientSecret: 'b' }, 'oauth.clientSecret'],
    [{ grant: 'client_credentials', clientId: 'a', clientSecret: 'b', callbackPort: 8080 }, 'oauth.callbackPort'],
    [{ grant: 'client_credentials', clientId: 'a', assertion: 'b' }, 'oauth.assertion'],
    [{ grant: 'jwt-bearer', clientId: 'a', clientSecret: 'b' }, 'oauth.grant'],
    [{ clientId: 'a', clientSecret: 'b', privateKey: 'c' }, 'oauth.privateKey'],
    [{ privateKey: 'c' }, 'oauth.privateKey'],
    [{ grant: 'authorization_code', clientId: 'a', privateKey: 'c' }, 'oauth.privateKey'],
    [{ clientId: 'a', signingAlgorithm: 'ES256' }, 'oauth.signingAlgorithm'],
    [{ clientId: 'a', privateKey: 'c', signingAlgorithm: 'HS256' }, 'oauth.signingAlgorithm'],
    [{ assertion: 'b', assertionFile: 'c' }, 'oauth.assertionFile'],
    [{ issuer: 'http://login.example' }, 'oauth.issuer'],
    [{ clientId: 'a', identityProvider: 'https://home.example' }, 'oauth.identityProvider'],
    [
      { clientId: 'a', identityProvider: { issuer: 'https://a.example', idToken: 'b' } },
      'oauth.identityProvider.clientId',
    ],
    [{ clientId: 'a', identityProvider: { clientId: 'b', idToken: 'c' } }, 'oauth.identityProvider.issuer'],
    [
      { clientId: 'a', identityProvider: { issuer: 'https://a.example', clientId: 'b' } },
      'oauth.identityProvider.idToken',
    ],
    [
      { clientId: 'a', identityProvider: { tokenEndpoint: 'ftp://a.example', clientId: 'b', idToken: 'c' } },
      'oauth.identityProvider.tokenEndpoint',
    ],
    [{ identityProvider: { issuer: 'https://a.example', clientId: 'b', idToken: 'c' } }, 'oauth.clientId'],
  ] as const) {
    it(`has one problem if it is ${JSON.stringify(written)}`, () => {
      assert.deepEqual(
        read(written).problems.map((problem) => problem.key),
        [key],
      );
    });
  }

  it('has a problem if a header of the entry has credentials', () => {
    const entry = {
      url: 'https://example.com/mcp',
      headers: { authorization: 'Bearer abc' },
      oauth: { assertionFile: '/var/run/token' },
    };
    const { problems } = readServers({ s: entry }, { kind: 'user' });
    assert.deepEqual(
      problems.map(({ key }) => key),
      ['oauth'],
    );
  });

  it('has its variables replaced, and its secret masked in logs', async () => {
    const { definition } = read({
      clientId: `id-\${env:TEAM}`,
      clientSecret: `\${input:s}`,
      scopes: [`\${env:TEAM}:read`],
    });
    assert.ok(definition);
    assert.deepEqual(variablesUsedBy(definition.entry), { inputs: ['s'], environment: ['TEAM'], unsupported: [] });
    const spec = await resolveEntry(definition, {
      workspaceFolders: [],
      trust: { trusted: true as const },
      userHome: '/home/me',
      environment: { TEAM: 'blue' },
      input: async () => ({ value: 'typed-secret', isSecret: false }),
      readFile: async () => '',
    });
    assert.ok(spec.type === 'http');
    assert.deepEqual(spec.oauth, { clientId: 'id-blue', clientSecret: 'typed-secret', scopes: ['blue:read'] });
    assert.deepEqual(spec.secrets, ['typed-secret']);
  });

  const context = {
    workspaceFolders: [{ name: 'app', path: '/projects/app' }],
    trust: { trusted: true as const },
    userHome: '/home/me',
    environment: { TOKEN: 'token-of-me', PLAIN: 'http://login.example' },
    platform: 'linux' as const,
    input: async () => ({ value: 'typed-secret', isSecret: false }),
    readFile: async () => '',
  };

  it('has the secrets of an identity provider masked in logs, and its file paths resolved', async () => {
    const identityProvider = { issuer: 'https://home.example', clientId: 'b', clientSecret: `\${input:s}` };
    const one = read({
      clientId: 'a',
      clientSecret: 'plain',
      identityProvider: { ...identityProvider, idToken: `\${env:TOKEN}` },
    });
    assert.ok(one.definition);
    assert.deepEqual(variablesUsedBy(one.definition.entry), { inputs: ['s'], environment: ['TOKEN'], unsupported: [] });
    const { secrets } = await resolveEntry(one.definition, context);
    assert.deepEqual([...secrets].sort(), ['plain', 'token-of-me', 'typed-secret']);
    for (const [written, expected] of [
      ['~/token', '/home/me/token'],
      [`\${workspaceFolder}/token`, '/projects/app/token'],
      ['token', '/projects/app/token'],
    ]) {
      const other = read({ clientId: 'a', identityProvider: { ...identityProvider, idTokenFile: written } });
      assert.ok(other.definition);
      const spec = await resolveEntry(other.definition, context);
      assert.ok(spec.type === 'http' && spec.oauth);
      assert.equal(spec.oauth.identityProvider?.idTokenFile, expected);
    }
  });

  for (const [what, oauth, message] of [
    ['a secret is empty', { clientId: 'a', clientSecret: `\${env:UNSET}` }, /oauth\.clientSecret is empty after/],
    ['a URL is not https', { issuer: `\${env:PLAIN}` }, /oauth\.issuer must be an https/],
  ] as const) {
    it(`is refused if ${what} after its variables were replaced`, async () => {
      const { definition } = read(oauth);
      assert.ok(definition);
      await assert.rejects(resolveEntry(definition, context), { name: 'EntryInvalid', message });
    });
  }
});
