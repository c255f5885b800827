import assert from 'node:assert/strict';
import { type LaunchContext, resolveEntry } from '#core/launch/resolveEntry.ts';
import type { HttpEntry, Scope, ServerDefinition, StdioEntry } from '#core/model/definition.ts';

const files: Record<string, string> = { '/projects/app/.env': 'FROM_FILE=filevalue\nFLAG=true\nN=1\n' };
const context: LaunchContext = {
  workspaceFolders: [{ name: 'app', path: '/projects/app' }],
  trust: { trusted: true },
  userHome: '/home/me',
  environment: { PATH: '/bin', MY_TOKEN: 'mytoken1', PORT: '8080' },
  platform: 'linux',
  input: async (id) =>
    ({
      key: { value: 'typed-key', isSecret: true },
      name: { value: 'Ann', isSecret: false },
      broken: { value: 'a\r\nb', isSecret: false },
    })[id],
  readFile: async (path) => {
    const text = files[path];
    if (text === undefined) {
      throw new Error('ENOENT: no such file or directory');
    }
    return text;
  },
};
const common = { enabled: true, elicitation: { form: true, url: true } };

function definition(entry: StdioEntry | HttpEntry, scope: Scope = { kind: 'user' }): ServerDefinition {
  return { id: 'user:files', name: 'files', scope, entry };
}
async function stdio(entry: Partial<StdioEntry>, changes: Partial<LaunchContext> = {}, scope?: Scope) {
  const whole: StdioEntry = { type: 'stdio', command: 'npx', args: [], env: {}, ...common, ...entry };
  const spec = await resolveEntry(definition(whole, scope), { ...context, ...changes });
  assert.ok(spec.type === 'stdio');
  return spec;
}
async function http(entry: Partial<HttpEntry>) {
  const whole: HttpEntry = { type: 'http', url: 'https://example.com/mcp', headers: {}, ...common, ...entry };
  const spec = await resolveEntry(definition(whole), context);
  assert.ok(spec.type !== 'stdio');
  return spec;
}

describe('the resolution of a stdio entry', () => {
  it('replaces variables in every text and builds the environment', async () => {
    const spec = await stdio({
      command: `\${workspaceFolder}/run`,
      args: [`--name=\${input:name}`, '-v'],
      env: { PORT: `\${env:PORT}1`, N: 2, MY_TOKEN: null },
      envFile: '.env',
      cwd: `\${userHome}/x`,
    });
    assert.deepEqual(spec, {
      type: 'stdio',
      command: '/projects/app/run',
      args: ['--name=Ann', '-v'],
      env: { PATH: '/bin', PORT: '80801', FROM_FILE: 'filevalue', FLAG: 'true', N: '2' },
      cwd: '/home/me/x',
      secrets: ['filevalue'],
    });
  });

  const lib: Scope = { kind: 'folder', name: 'lib', path: '/work/lib' };
  const virtual: Scope = { kind: 'folder', name: 'lib', path: 'vscode-vfs://host/work/lib' };
  const folders: [string, string | undefined, Partial<LaunchContext>, Scope | undefined, string][] = [
    ['the first folder', undefined, {}, undefined, '/projects/app'],
    ["the entry's folder", undefined, { workspaceFolders: [...context.workspaceFolders, lib] }, lib, '/work/lib'],
    ['the home folder if the folder of the entry is virtual', undefined, {}, virtual, '/home/me'],
    ['the home folder without a folder', undefined, { workspaceFolders: [] }, undefined, '/home/me'],
    ['a subfolder', 'src', {}, undefined, '/projects/app/src'],
    ['a folder below home', '~/src', {}, lib, '/home/me/src'],
    ['the home folder for ~', '~', {}, undefined, '/home/me'],
    ['an absolute path', '/opt', {}, undefined, '/opt'],
    ['a subfolder whose name begins with a tilde', '~x', {}, undefined, '/projects/app/~x'],
    [
      'a path on Windows',
      'src',
      { platform: 'win32', workspaceFolders: [{ name: 'a', path: 'C:\\a' }] },
      undefined,
      'C:\\a\\src',
    ],
  ];
  for (const [what, cwd, changes, scope, expected] of folders) {
    it(`starts in ${what}`, async () => {
      assert.equal((await stdio(cwd === undefined ? {} : { cwd }, changes, scope)).cwd, expected);
    });
  }

  it('replaces ~ at the start of the command and of arguments', async () => {
    const { command, args } = await stdio({ command: '~/bin/run', args: ['~/data', '--at=~/data'] });
    assert.deepEqual([command, args], ['/home/me/bin/run', ['/home/me/data', '--at=~/data']]);
  });

  it('replaces ~ by a home folder with a dollar sign', async () => {
    assert.equal((await stdio({ command: '~/run' }, { userHome: '/home/$&' })).command, '/home/$&/run');
  });

  it('lists secret values, the longest first, without short ones', async () => {
    const { secrets } = await stdio({
      args: [`--who=\${input:key}`, `\${env:MY_TOKEN}`, '--password', 'abc', '--api-key=argument-key'],
      env: { API_KEY: 'key1', DB_PASSWORD: 'pw', MODE: 'production' },
      envFile: '.env',
    });
    assert.deepEqual(secrets, ['argument-key', 'typed-key', 'filevalue', 'mytoken1', 'key1']);
  });

  it('fails with the path of an envFile that cannot be read', async () => {
    await assert.rejects(stdio({ envFile: 'no.env' }), {
      name: 'EntryInvalid',
      summary: 'The envFile /projects/app/no.env cannot be read.',
      detail: 'ENOENT: no such file or directory',
    });
  });

  it('fails with the place of a variable without a value', async () => {
    await assert.rejects(stdio({ args: ['a', `\${input:nobody}`] }), {
      name: 'VariableMissing',
      detail: 'In args[1] of the server "files".',
    });
  });

  it('refuses a command that is empty after the replacement, and null characters', async () => {
    await assert.rejects(stdio({ command: `\${env:UNSET}` }), { name: 'EntryInvalid', message: /command is empty/ });
    await assert.rejects(stdio({ args: ['a\0b'] }), {
      name: 'EntryInvalid',
      message: /args\[0\] has a null character/,
    });
  });
});

describe('the resolution of an HTTP entry', () => {
  it('replaces variables in url and headers, and lists credentials without their scheme as secrets', async () => {
    const spec = await http({
      type: 'sse',
      url: `http://localhost:\${env:PORT}/mcp?api_key=query-key`,
      headers: { Authorization: `Bearer \${input:key}`, 'X-Team': 'blue-team', 'X-Auth-Token': 'tok-1' },
    });
    assert.deepEqual(spec, {
      type: 'sse',
      url: 'http://localhost:8080/mcp?api_key=query-key',
      headers: { Authorization: 'Bearer typed-key', 'X-Team': 'blue-team', 'X-Auth-Token': 'tok-1' },
      secrets: ['typed-key', 'query-key', 'tok-1'],
    });
  });

  it('refuses a url that is invalid after the replacement', async () => {
    await assert.rejects(http({ url: `\${env:UNSET}` }), { name: 'EntryInvalid', message: /url is empty/ });
    await assert.rejects(http({ url: `\${input:name}:x` }), { name: 'EntryInvalid', message: /http:\/\// });
  });

  it('refuses a header with a line break after the replacement', async () => {
    await assert.rejects(http({ headers: { A: `\${input:broken}` } }), { name: 'EntryInvalid', message: /line break/ });
  });
});

describe('the resolution in an untrusted workspace', () => {
  const untrusted: Partial<LaunchContext> = {
    trust: {
      trusted: false,
      emptyFolder: '/ours/empty',
      folders: { contains: async (path) => path.startsWith('/projects/app'), mentionedIn: () => undefined },
    },
    input: () => assert.fail('It asked for an input.'),
    readFile: () => assert.fail('It read a file.'),
  };

  for (const [what, entry, message] of [
    [
      'a relative argument',
      { args: [`\${input:key}`, './x'] },
      'files was not started: args[1] has the relative path "./x"',
    ],
    ['a folder', { env: { AT: `\${workspaceFolder}` } }, `files was not started: env.AT uses \${workspaceFolder}`],
    ['the name of a folder', { args: [`\${workspaceFolderBasename}`] }, 'args[0] uses'],
    ['a path in a folder', { envFile: '/projects/app/.env' }, 'envFile leads into a folder that is not trusted'],
    ['a variable with a path in a folder', { args: [`\${env:AT}`] }, 'args[0] leads into a folder'],
  ] as const) {
    it(`fails for ${what}, with one sentence, before an input or a file is read`, async () => {
      const environment = { ...context.environment, AT: '/projects/app/x' };
      const start = stdio(
        { ...entry },
        { ...untrusted, environment: what.startsWith('a var') ? environment : { PATH: '/bin' } },
      );
      await assert.rejects(start, (error: Error) => {
        assert.equal(error.name, 'WorkspaceNotTrusted');
        assert.ok(error.message.includes(message), error.message);
        return true;
      });
    });
  }

  it('uses the empty folder for an entry without such paths, with its inputs', async () => {
    const input = async () => ({ value: 'typed', isSecret: false });
    const spec = await stdio({ args: ['-y', `--name=\${input:key}`] }, { ...untrusted, input });
    assert.deepEqual([spec.cwd, spec.args], ['/ours/empty', ['-y', '--name=typed']]);
  });

  it('also checks the values of inputs', async () => {
    const input = async () => ({ value: '/projects/app/x', isSecret: false });
    await assert.rejects(stdio({ args: [`\${input:key}`] }, { ...untrusted, input }), { name: 'WorkspaceNotTrusted' });
  });

  it('fails for an HTTP entry with a file or a path in an untrusted folder', async () => {
    for (const entry of [
      { oauth: { clientId: 'desk', privateKeyFile: 'key.pem' } },
      { oauth: { clientId: 'desk', privateKeyFile: '/projects/app/key.pem' } },
      { headers: { At: `\${workspaceFolder}` } },
    ]) {
      const whole = { type: 'http' as const, url: 'https://example.com/mcp', headers: {}, ...common, ...entry };
      await assert.rejects(resolveEntry(definition(whole), { ...context, ...untrusted }), {
        name: 'WorkspaceNotTrusted',
      });
    }
  });
});
