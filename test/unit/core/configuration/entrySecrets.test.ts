import assert from 'node:assert/strict';
import { findSecrets, isSecretName, isSecretValue, replaceSecrets } from '#core/configuration/entrySecrets.ts';

describe('the name of a secret', () => {
  const secret = [
    'GITHUB_TOKEN',
    'githubToken',
    'X-API-Key',
    'apikey',
    'api_key',
    'OPENAI_API_KEY',
    'KEY',
    'client-secret',
    'PGPASSWORD',
    'password',
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'GITHUB_PAT',
    'BASIC_AUTH',
    'tavilyApiKey',
    'DB_PWD',
    'AWS_SECRET_ACCESS_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'ACCESSTOKEN',
  ];
  for (const name of secret) {
    it(`may be ${name}`, () => assert.equal(isSecretName(name), true));
  }
  const plain = [
    '',
    'PATH',
    'PWD',
    'MAX_TOKENS',
    'TOKEN_LIMIT',
    'KEY_FILE',
    'SECRET_NAME',
    'AWS_ACCESS_KEY_ID',
    'KEYBOARD',
    'MONKEY',
    'PUBLIC_KEY',
    'AUTHOR',
    'TOKENIZERS_PARALLELISM',
    'AUTH_TYPE',
    'X-Team',
    'url',
    'PATTERN',
  ];
  for (const name of plain) {
    it(`is not ${JSON.stringify(name)}`, () => assert.equal(isSecretName(name), false));
  }
});

describe('the value of a secret', () => {
  const secret = [
    'ghp_abcdefgh1234',
    'github_pat_11ABCDEFG0',
    'sk-proj-a1b2c3d4e5',
    'xoxb-123456789012',
    'AKIAIOSFODNN7EXAMPLE',
    'glpat-abcdefgh12',
    'eyJhbGciOi.eyJzdWIiOi.c2ln',
    '-----BEGIN RSA PRIVATE KEY-----\nMII',
    'postgres://me:pw@db/x',
  ];
  for (const value of secret) {
    it(`may be ${JSON.stringify(value)}`, () => assert.equal(isSecretValue(value), true));
  }
  const plain = [
    '',
    'sk-',
    'ghp_',
    'sk-learn-server',
    '@scope/package@1.0.0',
    'https://example.com:8080/a@b',
    'git+ssh://git@host/x',
    'AKIA',
    'npm_run_the_server',
    '/home/me/project',
  ];
  for (const value of plain) {
    it(`is not ${JSON.stringify(value)}`, () => assert.equal(isSecretValue(value), false));
  }
});

describe('the secrets in an entry', () => {
  const args: [string[], string[]][] = [
    [['--api-key', 'abcd1234'], ['args[1] api-key abcd1234']],
    [['--token=abcd1234'], ['args[0] token abcd1234']],
    [['-e', 'GITHUB_TOKEN=abcd1234'], ['args[1] GITHUB_TOKEN abcd1234']],
    [['--header', 'Authorization: Bearer abcd1234'], ['args[1] Authorization abcd1234']],
    [['-H', 'X-Api-Key:abcd1234'], ['args[1] X-Api-Key abcd1234']],
    [['--password', 'YWJjZA=='], ['args[1] password YWJjZA==']],
    [['ghp_abcdefgh1234'], ['args[0]  ghp_abcdefgh1234']],
    [['--config=x', 'postgres://me:pw@db/x'], ['args[1]  postgres://me:pw@db/x']],
    [['-e', 'GITHUB_TOKEN', 'ghcr.io/github/server'], []],
    [['--token', '--verbose'], []],
    [['--key', './tls/key.pem', '--max-tokens', '4096'], []],
    [['-y', '@scope/token-server', '/home/me'], []],
  ];
  for (const [list, expected] of args) {
    it(`are found in the arguments ${JSON.stringify(list)}`, () => {
      const secrets = findSecrets({ args: list });
      assert.deepEqual(
        secrets.map(({ key, name, value }) => `${key} ${name} ${value}`),
        expected,
      );
    });
  }

  it('are found in env, headers and the query of the url', () => {
    const secrets = findSecrets({
      env: {
        API_KEY: 'abcd',
        PIN_TOKEN: 123456,
        AUTH_HEADER: 'Bearer abcdefgh',
        KEY: 'abc',
        USE_TOKEN: 'true',
        A: null,
      },
      headers: { Authorization: 'Basic dXNlcg==', Accept: 'text/plain' },
      url: 'https://example.com/mcp?team=blue&api_key=a%20b1#x',
    });
    assert.deepEqual(
      secrets.map(({ key, value }) => `${key} ${value}`),
      [
        'env.API_KEY abcd',
        'env.PIN_TOKEN 123456',
        'env.AUTH_HEADER abcdefgh',
        'headers.Authorization dXNlcg==',
        'url a%20b1',
      ],
    );
  });

  it('are replaced in a copy that is otherwise equal', () => {
    const holder = {
      args: ['-v', '--token=abcd1234'],
      env: { N: 1, A: null, KEY: 'abcd' },
      headers: { Authorization: 'Bearer abcd1234' },
      url: 'https://example.com/?key=abcd&x=1',
    };
    assert.deepEqual(
      replaceSecrets(holder, () => '***'),
      {
        args: ['-v', '--token=***'],
        env: { N: 1, A: null, KEY: '***' },
        headers: { Authorization: 'Bearer ***' },
        url: 'https://example.com/?key=***&x=1',
      },
    );
  });
});

describe('the secrets in a URL', () => {
  it('are found in linear time', function () {
    this.timeout(5000);
    assert.deepEqual(findSecrets({ url: `x:${'?'.repeat(200_000)}` }), []);
  });

  it('are found in the query, even if it contains another question mark', () => {
    assert.deepEqual(findSecrets({ url: 'https://x.org/??a?token=abcdef&b=1' }), [
      { key: 'url', name: 'token', value: 'abcdef' },
    ]);
  });
});
