import assert from 'node:assert/strict';
import { decideStart, maxPaths, type StartRequest } from '#core/launch/startDecision.ts';
import type { Scope, StdioEntry } from '#core/model/definition.ts';
import { absolutePathsIn } from '#core/trust/paths.ts';
import type { HeldBack, Untrusted } from '#core/trust/trust.ts';

const folder = '/open/app';
const user: Scope = { kind: 'user' };
const scopes: readonly Scope[] = [
  user,
  { kind: 'builtIn' },
  { kind: 'workspace' },
  { kind: 'folder', name: 'app', path: folder },
];

/** Links into the open folder. */
const links = ['/beside/link', '/usr/bin/linked'];
const untrusted: Untrusted = {
  trusted: false,
  emptyFolder: '/ours/empty',
  folders: {
    contains: async (path) => [folder, ...links].some((place) => path === place || path.startsWith(`${place}/`)),
    mentionedIn: () => undefined,
  },
};

type Entry = Partial<Pick<StdioEntry, 'command' | 'args' | 'env' | 'envFile' | 'cwd'>>;
type More = Partial<Omit<StartRequest, 'entry' | 'trust'>> & { readonly file?: string };

function decide(trusted: boolean, entry: Entry, { file = '', ...more }: More = {}) {
  return decideStart({
    trust: trusted ? { trusted: true } : untrusted,
    scope: user,
    workspaceFolders: [{ name: 'app', path: folder }],
    userHome: '/home/me',
    environment: { PATH: '/usr/bin', HOME: '/home/me' },
    platform: 'linux',
    readFile: async () => file,
    ...more,
    entry: { command: 'node', args: [], env: {}, ...entry },
  });
}

async function reasonOf(entry: Entry, more?: More): Promise<HeldBack | undefined> {
  const decision = await decide(false, entry, more);
  return decision.starts ? undefined : decision.reason;
}

describe('the decision on the start of a stdio server', () => {
  /** A description, the entry, the kind and key of the reason in an untrusted workspace, and more of the request. */
  const table: readonly (readonly [string, Entry, string | undefined, More?])[] = [
    [
      'bare words',
      { command: 'npx', args: ['-y', 'some-mcp-server', '@scope/pkg', 'server.js', 'dist/x.js'] },
      undefined,
    ],
    ['an option with a bare word', { args: ['--config=app.json', '--level', '1..5', '.env', '...'] }, undefined],
    ['a URL with ..', { args: ['--at=https://example.com/a/../b'] }, undefined],
    ['absolute paths outside', { command: '/usr/bin/node', args: ['/beside/server.js'], cwd: '/beside' }, undefined],
    ['a sibling folder whose name begins with that of the folder', { args: ['/open/app2/server.js'] }, undefined],
    ['a relative command', { command: './run' }, 'relative command'],
    ['a command in a subfolder', { command: 'bin/run' }, 'relative command'],
    ['a command that is a folder', { command: '..' }, 'relative command'],
    ['a command in the folder', { command: '/open/app/run' }, 'inFolder command'],
    ['a command that is a link into the folder', { command: '/beside/link/run' }, 'inFolder command'],
    ['a command that PATH has as a link into the folder', { command: 'linked' }, 'inFolder command'],
    ['an argument that PATH has as a link', { command: 'npx', args: ['linked'] }, 'inFolder args[0]'],
    ['.', { args: ['.'] }, 'relative args[0]'],
    ['..', { args: ['-y', '..'] }, 'relative args[1]'],
    ['./x', { args: ['./x'] }, 'relative args[0]'],
    ['../x', { args: ['../x'] }, 'relative args[0]'],
    ['.\\x', { args: ['.\\x'] }, 'relative args[0]'],
    ['..\\x', { args: ['..\\x'] }, 'relative args[0]'],
    ['. after =', { args: ['--root=.'] }, 'relative args[0]'],
    ['./x after =', { args: ['--require=./x'] }, 'relative args[0]'],
    ['..\\x after =', { args: ['--require=..\\x'] }, 'relative args[0]'],
    ['./x in a list', { args: ['type=bind,source=./x,target=/y'] }, 'relative args[0]'],
    ['a path with ..', { args: ['a/../../b'] }, 'relative args[0]'],
    ['an absolute path in the folder', { args: ['/open/app/x'] }, 'inFolder args[0]'],
    ['a path in the folder after =', { args: ['--config=/open/app/x'] }, 'inFolder args[0]'],
    ['a path in the folder in a list', { args: ['-v', '/open/app:/work'] }, 'inFolder args[1]'],
    ['a path in the folder in a script', { command: 'sh', args: ['-c', 'cat /open/app/x'] }, 'inFolder args[1]'],
    ['a path in the folder after an option letter', { args: ['-I/open/app/x'] }, 'inFolder args[0]'],
    ['a file: URL in the folder', { args: ['--import=file:///open/app/x.mjs'] }, 'inFolder args[0]'],
    ['a path in the folder with ..', { args: ['/beside/../open/app/x'] }, 'inFolder args[0]'],
    ['a link into the folder', { args: ['/beside/link/x'] }, 'inFolder args[0]'],
    ['a path relative to cwd, in the folder', { command: 'sh', args: ['app/run'], cwd: '/open' }, 'inFolder args[0]'],
    [
      'a path relative to cwd, outside the folder',
      { command: 'sh', args: ['other/run', 'x.js'], cwd: '/open' },
      undefined,
    ],
    [
      'cwd above the folder with bare words',
      { command: 'npx', args: ['-y', 'some-mcp-server'], cwd: '/open' },
      undefined,
    ],
    ['a directory that an option changes to', { command: 'env', args: ['-C', '/open', 'app/run'] }, 'inFolder args[2]'],
    ['an option with its directory', { command: 'npm', args: ['--prefix=/open', 'start', 'app'] }, 'inFolder args[2]'],
    ['cd in a shell', { command: 'sh', args: ['-c', 'cd /open && app/run'] }, 'inFolder args[1]'],
    [
      'cd alone in a shell',
      { command: 'sh', args: ['-c', 'cd; app/run'] },
      'inFolder args[1]',
      { userHome: '/open', environment: { HOME: '/open', PATH: '/usr/bin' } },
    ],
    [
      'cd step by step in a shell',
      { command: 'sh', args: ['-c', 'cd; cd app; sh run'] },
      'inFolder args[1]',
      { userHome: '/open', environment: { HOME: '/open', PATH: '/usr/bin' } },
    ],
    [
      'a program in a shell that PATH has as a link',
      { command: 'sh', args: ['-c', 'linked --stdio'] },
      'inFolder args[1]',
    ],
    [
      'a package with the name of the folder, which is in the home folder',
      { command: 'npx', args: ['-y', 'app'] },
      undefined,
      { userHome: '/open', environment: { HOME: '/home/me', PATH: '/usr/bin' } },
    ],
    ['~ outside', { command: '~/run', args: ['~/x', '--at=~/y'], cwd: '~' }, undefined],
    ['~ where home is the folder', { args: ['--at=~/x'] }, 'inFolder args[0]', { userHome: folder, environment: {} }],
    ['home in the folder', {}, 'inFolder HOME', { userHome: folder, environment: { PATH: '/usr/bin' } }],
    ['HOME in the folder', {}, 'inFolder HOME', { environment: { HOME: '/beside/link/home' } }],
    ['a relative cwd', { cwd: 'data' }, 'relative cwd'],
    ['cwd .', { cwd: '.' }, 'relative cwd'],
    ['cwd in the folder', { cwd: '/open/app/data' }, 'inFolder cwd'],
    ['cwd that is a link', { cwd: '/beside/link' }, 'inFolder cwd'],
    ['a relative envFile', { envFile: '.env' }, 'relative envFile'],
    ['envFile in the folder', { envFile: '/open/app/.env' }, 'inFolder envFile'],
    ['envFile through a link', { envFile: '/beside/link/.env' }, 'inFolder envFile'],
    ['envFile outside', { envFile: '/beside/.env' }, undefined, { file: 'A=1' }],
    ['PATH of an envFile', { envFile: '/beside/.env' }, 'relative env.PATH', { file: 'PATH=node_modules/.bin' }],
    [
      'NODE_OPTIONS of an envFile',
      { envFile: '/e' },
      'inFolder env.NODE_OPTIONS',
      { file: 'NODE_OPTIONS=-r /open/app/x' },
    ],
    ['a relative PATH', { env: { PATH: 'node_modules/.bin' } }, 'relative env.PATH'],
    ['a relative entry of PATH', { env: { PATH: '/usr/bin:bin' } }, 'relative env.PATH'],
    ['PATH in the folder', { env: { PATH: '/bin:/open/app/bin' } }, 'inFolder env.PATH'],
    ['PATH through a link', { env: { PATH: '/beside/link/bin' } }, 'inFolder env.PATH'],
    ['PATH from home in the folder', { env: { PATH: '~/bin' } }, 'inFolder env.PATH', { userHome: folder }],
    [
      'the PATH of the editor in the folder',
      {},
      'inFolder PATH',
      { environment: { PATH: '/open/app/node_modules/.bin' } },
    ],
    ['relative NODE_OPTIONS', { env: { NODE_OPTIONS: '--require ./hook.cjs' } }, 'relative env.NODE_OPTIONS'],
    ['NODE_OPTIONS in the folder', { env: { NODE_OPTIONS: '--require=/open/app/x' } }, 'inFolder env.NODE_OPTIONS'],
    ['quoted NODE_OPTIONS', { env: { NODE_OPTIONS: '--require "/open/app/x"' } }, 'inFolder env.NODE_OPTIONS'],
    ['NODE_OPTIONS of the editor', {}, 'relative NODE_OPTIONS', { environment: { NODE_OPTIONS: '-r ./x' } }],
    ['a relative PYTHONPATH', { env: { PYTHONPATH: 'lib' } }, 'relative env.PYTHONPATH'],
    ['PYTHONPATH in the folder', { env: { PYTHONPATH: '/x:/open/app' } }, 'inFolder env.PYTHONPATH'],
    [
      'npm settings in the folder',
      { env: { npm_config_userconfig: '/open/app/.npmrc' } },
      'inFolder env.npm_config_userconfig',
    ],
    ['relative npm settings', { env: { NPM_CONFIG_USERCONFIG: './.npmrc' } }, 'relative env.NPM_CONFIG_USERCONFIG'],
    [
      'npm settings of the editor',
      {},
      'inFolder npm_config_prefix',
      { environment: { npm_config_prefix: '/open/app' } },
    ],
    ['LD_PRELOAD in the folder', { env: { LD_PRELOAD: 'a.so /open/app/x.so' } }, 'inFolder env.LD_PRELOAD'],
    ['any variable of the entry', { env: { DATA: './data' } }, 'relative env.DATA'],
    ['any variable with a path in the folder', { env: { DATA: '/open/app/data' } }, 'inFolder env.DATA'],
    [
      'numbers and removed variables',
      { env: { PORT: 80, NODE_OPTIONS: null } },
      undefined,
      { environment: { NODE_OPTIONS: '-r ./x' } },
    ],
    [
      'variables with the folder in which the editor was started',
      {},
      undefined,
      { environment: { PWD: folder, OLDPWD: folder, INIT_CWD: folder } },
    ],
    ['relative folders in the PATH of the editor', {}, undefined, { environment: { PATH: 'bin:.::/usr/bin' } }],
    ['text that is not a path', { env: { PROMPT: 'Go on. / Stop' } }, undefined],
  ];

  for (const [what, entry, expected, more] of table) {
    it(`${expected === undefined ? 'starts' : 'holds back'} in an untrusted workspace: ${what}`, async () => {
      const reason = await reasonOf(entry, more);
      assert.equal(reason && `${reason.kind} ${'key' in reason ? reason.key : ''}`, expected);
    });

    it(`starts in a trusted workspace: ${what}`, async () => {
      assert.equal((await decide(true, entry, more)).starts, true);
    });
  }

  for (const scope of scopes) {
    const isWorkspaceScope = scope.kind === 'workspace' || scope.kind === 'folder';
    it(`${isWorkspaceScope ? 'holds back' : 'starts'} in an untrusted workspace: an entry without paths in the scope ${scope.kind}`, async () => {
      assert.deepEqual(await reasonOf({}, { scope }), isWorkspaceScope ? { kind: 'workspaceServer' } : undefined);
    });

    it(`reads no environment file of an entry that is held back, in the scope ${scope.kind}`, async () => {
      for (const envFile of ['.env', '/open/app/.env', '/beside/link/.env']) {
        const readFile = () => assert.fail('It was read.');
        assert.ok(await reasonOf({ envFile }, { scope, readFile }));
      }
    });
  }

  it('starts in the empty folder of an untrusted workspace, and in the first folder of a trusted one', async () => {
    for (const [trusted, cwd] of [
      [false, '/ours/empty'],
      [true, folder],
    ] as const) {
      const decision = await decide(trusted, {});
      assert.equal(decision.starts && decision.cwd, cwd);
    }
  });

  it('removes relative folders from PATH and the folder of the editor in an untrusted workspace', async () => {
    const environment = { PATH: 'bin:.::/usr/bin', PWD: folder, VSCODE_CWD: folder, LANG: 'C' };
    const decision = await decide(false, {}, { environment });
    assert.deepEqual(decision.starts && decision.env, { PATH: '/usr/bin', LANG: 'C' });
    const trusted = await decide(true, {}, { environment });
    assert.deepEqual(trusted.starts && trusted.env, environment);
  });

  it('holds back every entry if the empty folder is inside an untrusted folder', async () => {
    const trust = { ...untrusted, emptyFolder: '/open/app/.data/empty' };
    const decision = await decideStart({
      trust,
      scope: user,
      workspaceFolders: [],
      userHome: '/home/me',
      environment: {},
      platform: 'linux',
      readFile: async () => '',
      entry: { command: 'node', args: [], env: {} },
    });
    assert.deepEqual(decision, { starts: false, reason: { kind: 'inFolder', key: 'cwd', text: trust.emptyFolder } });
  });

  it('checks a limited number of paths', async () => {
    let pathChecks = 0;
    const trust: Untrusted = {
      ...untrusted,
      folders: {
        contains: async () => {
          pathChecks += 1;
          return false;
        },
        mentionedIn: () => undefined,
      },
    };
    const many = Array.from({ length: 2 * maxPaths }, (_, at) => `/p${at}`).join(':');
    const decision = await decideStart({
      trust,
      scope: user,
      workspaceFolders: [],
      userHome: '/home/me',
      environment: { PATH: many },
      platform: 'linux',
      readFile: async () => '',
      entry: { command: 'node', args: [], env: {} },
    });
    assert.deepEqual(decision, { starts: false, reason: { kind: 'tooMuch', key: 'PATH' } });
    assert.ok(pathChecks <= maxPaths, String(pathChecks));
  });

  it('recognizes paths of Windows', async () => {
    const windows = (entry: Entry) =>
      reasonOf(entry, { platform: 'win32', userHome: 'C:\\Users\\me', environment: { Path: 'C:\\bin' } });
    assert.equal((await windows({ command: 'bin\\run' }))?.kind, 'relative');
    assert.equal((await windows({ args: ['C:x'] }))?.kind, 'relative');
    assert.equal((await windows({ cwd: 'data' }))?.kind, 'relative');
    assert.equal((await windows({ env: { PATH: 'C:\\a;b' } }))?.kind, 'relative');
    assert.equal(await windows({ command: 'C:\\bin\\node.exe', args: ['/c', 'C:\\x'], cwd: 'C:\\y' }), undefined);
    const found = absolutePathsIn('C:\\a b\\c;D:\\d --x="E:\\e"', 'C:\\h', 'win32');
    for (const path of ['C:\\a b\\c', 'D:\\d', 'E:\\e']) {
      assert.ok(found.has(path), path);
    }
  });
});
