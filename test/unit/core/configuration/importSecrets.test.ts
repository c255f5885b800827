import assert from 'node:assert/strict';
import type { ImportCandidate } from '#core/configuration/importFile.ts';
import { extractSecrets, renameInputs } from '#core/configuration/importSecrets.ts';

const withoutSecrets: ImportCandidate = {
  name: 'Git Hub',
  entry: { type: 'stdio', command: 'npx' },
  inputs: [],
  secrets: [],
};

describe('the import of a server with secrets', () => {
  it('replaces each secret by an input', () => {
    const extracted = extractSecrets({
      ...withoutSecrets,
      entry: {
        type: 'stdio',
        command: 'npx',
        args: ['-y', 'server', '--api-key', 'abcd1234', 'ghp_abcdefgh1234'],
        env: { GITHUB_TOKEN: 'wxyz6789', MODE: 'fast' },
      },
    });
    assert.deepEqual(extracted, {
      entry: {
        type: 'stdio',
        command: 'npx',
        args: ['-y', 'server', '--api-key', `\${input:git-hub-api-key}`, `\${input:git-hub-args-4}`],
        env: { GITHUB_TOKEN: `\${input:git-hub-github-token}`, MODE: 'fast' },
      },
      inputs: [
        { type: 'promptString', id: 'git-hub-api-key', description: 'api-key for Git Hub', password: true },
        { type: 'promptString', id: 'git-hub-args-4', description: 'args[4] for Git Hub', password: true },
        { type: 'promptString', id: 'git-hub-github-token', description: 'GITHUB_TOKEN for Git Hub', password: true },
      ],
      secrets: [
        { inputId: 'git-hub-api-key', value: 'abcd1234' },
        { inputId: 'git-hub-args-4', value: 'ghp_abcdefgh1234' },
        { inputId: 'git-hub-github-token', value: 'wxyz6789' },
      ],
    });
  });

  it('replaces the client secret by an input', () => {
    const oauth = { clientId: 'desk', clientSecret: 'wxyz6789', scopes: ['read'] };
    const { entry, secrets } = extractSecrets({
      ...withoutSecrets,
      entry: { type: 'http', url: 'https://example.com/', oauth },
    });
    const clientSecret = `\${input:git-hub-clientsecret}`;
    assert.deepEqual(entry, { type: 'http', url: 'https://example.com/', oauth: { ...oauth, clientSecret } });
    assert.deepEqual(secrets, [{ inputId: 'git-hub-clientsecret', value: 'wxyz6789' }]);
  });

  it('keeps the scheme of a header', () => {
    const { entry, secrets } = extractSecrets({
      ...withoutSecrets,
      entry: { type: 'http', url: 'https://example.com/', headers: { Authorization: 'Bearer XYZ12345' } },
    });
    assert.deepEqual(entry, {
      type: 'http',
      url: 'https://example.com/',
      headers: { Authorization: `Bearer \${input:git-hub-authorization}` },
    });
    assert.deepEqual(secrets, [{ inputId: 'git-hub-authorization', value: 'XYZ12345' }]);
  });

  it('does not change variables, nor an entry without secrets', () => {
    const entry = {
      type: 'http',
      url: `https://example.com/?key=\${env:KEY}`,
      headers: { Authorization: `Bearer \${input:x}` },
    } as const;
    assert.deepEqual(extractSecrets({ ...withoutSecrets, entry }), { entry, inputs: [], secrets: [] });
    assert.deepEqual(extractSecrets(withoutSecrets).entry, withoutSecrets.entry);
  });

  it('creates one input for equal secrets', () => {
    const { entry, secrets } = extractSecrets({
      ...withoutSecrets,
      entry: { type: 'stdio', command: 'x', args: ['--token=abcd1234'], env: { A_TOKEN: 'abcd1234' } },
    });
    assert.deepEqual(entry, {
      type: 'stdio',
      command: 'x',
      args: [`--token=\${input:git-hub-token}`],
      env: { A_TOKEN: `\${input:git-hub-token}` },
    });
    assert.equal(secrets.length, 1);
  });

  it('appends a number to an id that is already used', () => {
    const entry = { type: 'stdio', command: 'x', env: { A_KEY: 'abcd1', 'A-KEY': 'abcd2' } } as const;
    const { secrets } = extractSecrets({ ...withoutSecrets, entry }, ['git-hub-a-key']);
    assert.deepEqual(
      secrets.map(({ inputId }) => inputId),
      ['git-hub-a-key-2', 'git-hub-a-key-3'],
    );
  });

  it('creates a valid id for any name of the server', () => {
    const entry = { type: 'stdio', command: 'x', env: { KEY: 'abcd1' } } as const;
    assert.equal(extractSecrets({ ...withoutSecrets, name: '天気 }$/', entry }).secrets[0]?.inputId, '天気-key');
    assert.equal(extractSecrets({ ...withoutSecrets, name: '}', entry }).secrets[0]?.inputId, 'key');
  });
});

describe('the inputs of an imported server', () => {
  it('are renamed, everywhere in the entry, if another input has the same id', () => {
    const candidate: ImportCandidate = {
      ...withoutSecrets,
      entry: {
        type: 'stdio',
        command: `\${input:key}`,
        args: [`\${input:other}`, `-\${input:key}-\${env:key}`],
        env: { A: `\${input:key}`, B: 1, C: null },
        envFile: `\${input:key}`,
        cwd: `\${input:key}`,
      },
      inputs: [
        { type: 'promptString', id: 'key', description: 'Key', password: true },
        { type: 'promptString', id: 'other', description: 'Other', password: false },
      ],
    };
    const { entry, inputs } = renameInputs(candidate, ['key']);
    assert.deepEqual(entry, {
      type: 'stdio',
      command: `\${input:key-2}`,
      args: [`\${input:other}`, `-\${input:key-2}-\${env:key}`],
      env: { A: `\${input:key-2}`, B: 1, C: null },
      envFile: `\${input:key-2}`,
      cwd: `\${input:key-2}`,
    });
    assert.deepEqual(
      inputs.map(({ id }) => id),
      ['key-2', 'other'],
    );
  });

  it('are also renamed in url and headers', () => {
    const candidate: ImportCandidate = {
      ...withoutSecrets,
      entry: { type: 'sse', url: `https://\${input:key}/`, headers: { A: `\${input:key}` } },
      inputs: [{ type: 'promptString', id: 'key', description: 'Key', password: true }],
    };
    assert.deepEqual(renameInputs(candidate, ['key', 'key-2']).entry, {
      type: 'sse',
      url: `https://\${input:key-3}/`,
      headers: { A: `\${input:key-3}` },
    });
  });
});
