import assert from 'node:assert/strict';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { OAuthSettings, StdioEntry } from '#core/model/definition.ts';
import { agreementContent, agreementRows, type LaunchFacts } from '#editor/agreement/agreementRows.ts';

const texts = { removed: '(removed)', secret: '(secret)', notDefined: '(not defined)' };
const entry: StdioEntry = {
  type: 'stdio',
  command: 'node',
  args: ['server.js', `--token=\${input:token}`],
  env: { MODE: 'fast', HOME: null, PORT: 80 },
  envFile: '.env',
  cwd: `\${workspaceFolder}/sub`,
  enabled: true,
  elicitation: { form: true, url: true },
};
const facts: LaunchFacts = {
  inputs: new Map([
    ['token', { type: 'promptString', id: 'token', description: 'Token', password: true }],
    ['other', undefined],
  ]),
  environment: ['GITHUB_TOKEN'],
  envFile: {
    path: '/w/.env',
    content: 'SECRET=hush\nMODE=fast\nPATH=/evil\n',
    variables: [
      ['SECRET', 'hush'],
      ['MODE', 'fast'],
      ['PATH', '/evil'],
    ],
  },
};

describe('the rows of an agreement', () => {
  it('show the whole entry and all data that it would receive', () => {
    const rows = Object.fromEntries(agreementRows(entry, facts, texts).map(({ kind, values }) => [kind, values]));
    assert.deepEqual(rows, {
      command: ['node', 'server.js', `--token=\${input:token}`],
      folder: [`\${workspaceFolder}/sub`],
      environment: ['MODE=fast', 'HOME (removed)', 'PORT=80'],
      environmentFile: ['/w/.env', 'PATH=/evil', 'SECRET (secret)', 'MODE=fast'],
      inputs: ['token (secret)', 'other (not defined)'],
      reads: ['GITHUB_TOKEN'],
    });
  });

  it('show the values of an environment file that decide which code runs, even if they look like secrets', () => {
    const lines = ['NODE_OPTIONS=--require ./x.js', 'LD_PRELOAD=ghp_0123456789abcdef', 'npm_config_script_shell=/w/sh'];
    const variables = lines.map((line) => line.split(/=(.*)/, 2) as [string, string]);
    const envFile = { path: '/w/.env', content: lines.join('\n'), variables };
    const rows = agreementRows(entry, { ...facts, envFile }, texts);
    assert.deepEqual(rows.find(({ kind }) => kind === 'environmentFile')?.values, ['/w/.env', ...lines]);
  });

  it('show no secret of an environment file', () => {
    for (const [name, value] of [
      ['API_TOKEN', 'hush'],
      ['PASSWORD', 'a'],
      ['DATABASE', 'postgres://me:hush@host/db'],
    ] as const) {
      const envFile = { path: '/w/.env', content: `${name}=${value}`, variables: [[name, value]] as const };
      const rows = agreementRows(entry, { ...facts, envFile }, texts);
      const expected = ['/w/.env', `${name} ${texts.secret}`];
      assert.deepEqual(rows.find(({ kind }) => kind === 'environmentFile')?.values, expected);
    }
  });

  it('show the folder in which the server starts, if the entry names none', () => {
    const { cwd: _, ...without } = entry;
    const rows = agreementRows(without, { ...facts, cwd: '/w' }, texts);
    assert.deepEqual(rows.find(({ kind }) => kind === 'folder')?.values, ['/w']);
  });

  it('show the default and every option of its inputs, shortened if they are too long', () => {
    const options = [
      { label: 'fast', value: '--eval=x()' },
      { label: 'slow', value: '--slow' },
    ];
    const many = Array.from({ length: 250 }, (_none, index) => ({ label: 'one', value: `${index}` }));
    const inputs: LaunchFacts['inputs'] = new Map([
      ['mode', { type: 'pickString', id: 'mode', description: '', options, default: '--slow' }],
      ['name', { type: 'promptString', id: 'name', description: '', password: false, default: 'x'.repeat(3000) }],
      ['key', { type: 'promptString', id: 'key', description: '', password: true, default: 'hush' }],
      ['any', { type: 'promptString', id: 'any', description: '', password: false }],
      ['many', { type: 'pickString', id: 'many', description: '', options: many }],
    ]);
    const rows = agreementRows(entry, { ...facts, inputs }, texts);
    const values = rows.find(({ kind }) => kind === 'inputs')?.values ?? [];
    assert.deepEqual(values.slice(0, 5), [
      'mode = --slow',
      'mode = --eval=x()',
      `name = ${'x'.repeat(1000)}…`,
      'key (secret)',
      'any',
    ]);
    assert.deepEqual([values.length, values.at(-2), values.at(-1)], [206, 'many = 199', 'many = …']);
  });

  it('show invisible characters as code points', () => {
    const rows = agreementRows({ ...entry, args: ['a\u202eb\n'] }, facts, texts);
    assert.deepEqual(rows[0]?.values, ['node', 'a[U+202E]b[U+000A]']);
  });

  it('show the URL of a server and every header', () => {
    const { enabled, elicitation } = entry;
    const http = {
      type: 'http' as const,
      url: 'https://x.test/mcp',
      headers: { 'X-Key': `\${env:KEY}` },
      enabled,
      elicitation,
    };
    assert.deepEqual(agreementRows(http, { inputs: new Map(), environment: ['KEY'] }, texts), [
      { kind: 'url', values: ['https://x.test/mcp'] },
      { kind: 'headers', values: [`X-Key: \${env:KEY}`] },
      { kind: 'reads', values: ['KEY'] },
    ]);
  });

  it('show the OAuth settings of a sign-in', () => {
    const { enabled, elicitation } = entry;
    const http = { type: 'http' as const, url: 'https://x.test/mcp', headers: {}, enabled, elicitation };
    const values = (oauth: OAuthSettings | false) =>
      agreementRows({ ...http, oauth }, { inputs: new Map(), environment: [] }, texts).at(-1)?.values;
    assert.deepEqual(values({ clientId: 'desk', scopes: ['read', 'write'], callbackPort: 8080 }), [
      'clientId: desk',
      'scopes: read write',
      'callbackPort: 8080',
    ]);
    assert.deepEqual(values(false), ['oauth: false']);
    const secret = `\${input:key}`;
    assert.deepEqual(
      values({
        grant: 'jwt-bearer',
        clientId: 'desk',
        clientSecret: 'in plain text',
        identityProvider: { issuer: 'https://login.test', clientId: 'home', clientSecret: secret, idToken: 'plain' },
      }),
      [
        'grant: jwt-bearer',
        'clientId: desk',
        `clientSecret ${texts.secret}`,
        'identityProvider.issuer: https://login.test',
        'identityProvider.clientId: home',
        `identityProvider.clientSecret: ${secret}`,
        `identityProvider.idToken ${texts.secret}`,
      ],
    );
  });
});

describe('an agreement to start a server', () => {
  const agreed = fingerprintOf(agreementContent(entry, facts));

  it('is valid for the same entry', () => {
    assert.equal(fingerprintOf(agreementContent({ ...entry }, { ...facts })), agreed);
  });

  for (const [what, changedEntry, changedFacts] of [
    ['an argument', { ...entry, args: ['other.js'] }, facts],
    ['a variable', { ...entry, env: { ...entry.env, MODE: 'slow' } }, facts],
    ['the folder', { ...entry, cwd: '/' }, facts],
    ['the definition of an input', entry, { ...facts, inputs: new Map([['token', undefined]]) }],
    ['the environment file', entry, { ...facts, envFile: { path: '/w/.env', content: 'PATH=/x', variables: [] } }],
  ] as const) {
    it(`is not valid any more if ${what} changes`, () => {
      assert.notEqual(fingerprintOf(agreementContent(changedEntry, changedFacts)), agreed);
    });
  }
});
