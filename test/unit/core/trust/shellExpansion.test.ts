import assert from 'node:assert/strict';
import { decideStart, type StartRequest } from '#core/launch/startDecision.ts';
import type { StdioEntry } from '#core/model/definition.ts';

type Entry = Partial<Pick<StdioEntry, 'command' | 'args' | 'env'>>;
/** An entry, and the kind, key and variable of the reason why it is held back. */
type Row = readonly [entry: Entry, expected: string | undefined];

const sh = (script: string, ...more: string[]): Entry => ({ command: 'sh', args: ['-c', script, ...more] });
const cmd = (script: string): Entry => ({ command: 'cmd.exe', args: ['/c', script] });
const pwsh = (script: string): Entry => ({ command: 'pwsh', args: ['-Command', script] });

const linux: Partial<StartRequest> = {
  platform: 'linux',
  userHome: '/home/me',
  environment: {
    PATH: '/usr/bin',
    HOME: '/home/me',
    USER: 'me',
    OUT: '/beside',
    PWD: '/home/me/proj',
  },
};
const windows: Partial<StartRequest> = {
  platform: 'win32',
  userHome: 'C:\\Users\\me',
  environment: { Path: 'C:\\bin', UserProfile: 'C:\\Users\\me', HOMEDRIVE: 'C:', HOMEPATH: '\\Users\\me' },
};

async function reasonOf(entry: Entry, more: Partial<StartRequest>): Promise<string | undefined> {
  const isWindows = more.platform === 'win32';
  const [folder, separator] = isWindows ? ['c:\\users\\me\\proj', '\\'] : ['/home/me/proj', '/'];
  const decision = await decideStart({
    trust: {
      trusted: false,
      emptyFolder: isWindows ? 'D:\\ours' : '/ours',
      folders: {
        contains: async (path) => {
          const comparedPath = isWindows ? path.toLowerCase() : path;
          return comparedPath === folder || comparedPath.startsWith(folder + separator);
        },
        mentionedIn: (text) => /\/home\/me\/my proj/.exec(text)?.[0],
      },
    },
    scope: { kind: 'user' },
    workspaceFolders: [],
    userHome: '',
    environment: {},
    platform: 'linux',
    readFile: async () => '',
    ...more,
    entry: { command: 'node', args: [], env: {}, ...entry },
  });
  if (decision.starts) {
    return undefined;
  }
  const { reason } = decision;
  return `${reason.kind} ${'key' in reason ? reason.key : ''}${reason.kind === 'variable' ? ` ${reason.variable}` : ''}`;
}

describe('the decision on the start of an entry with shell syntax', () => {
  const inLinux: readonly Row[] = [
    [sh('node "$HOME/proj/server.js"'), 'inFolder args[1]'],
    [sh(`cd \${HOME}/proj && npm start`), 'inFolder args[1]'],
    [sh('exec node "$HOME"/proj/server.js'), 'inFolder args[1]'],
    [sh(`node "\${HOME}/proj"/server.js`), 'inFolder args[1]'],
    [sh('cd $HOME/"my proj" && npm start'), 'inFolder args[1]'],
    [sh('cd $HOME/my\\ proj && npm start'), 'inFolder args[1]'],
    [sh('cd $HOME; cd proj; npm start'), 'inFolder args[1]'],
    [sh('cd /home && cd $USER/proj && npm start'), 'inFolder args[1]'],
    [{ ...sh('node $BASE/server.js'), env: { BASE: '$HOME/proj' } }, 'inFolder args[1]'],
    [sh('node /home/$USER/proj/server.js'), 'inFolder args[1]'],
    [sh(`node \${HOME:-/nowhere}/proj/server.js`), 'inFolder args[1]'],
    [sh(`node \${NONE:-$HOME}/proj/server.js`), 'inFolder args[1]'],
    [sh(`node \${NONE:-\${HOME}}/proj/server.js`), 'inFolder args[1]'],
    [sh('node $AT/server.js'), 'variable args[1] $AT'],
    [{ ...sh('node $AT/server.js'), env: { AT: '/home/me/proj' } }, 'inFolder args[1]'],
    [{ ...sh('node $H/proj/server.js'), env: { H: '/home/me' } }, 'inFolder args[1]'],
    [{ env: { START: 'node $HOME/proj/server.js' } }, 'inFolder env.START'],
    [{ args: ['--config=$HOME/proj/x.json'] }, 'inFolder args[0]'],
    [{ command: 'env', args: ['A=1', 'bash', '-lc', 'node `pwd`/x'] }, 'variable args[3] `pwd`'],
    [{ command: 'npx', args: ['-c', 'node $(pwd)/x'] }, 'variable args[1] $(pwd)'],
    [sh('node "$(cd; pwd)/proj/server.js"'), 'variable args[1] $(cd; pwd)'],
    [sh('node $PWD/server.js'), 'variable args[1] $PWD'],
    [sh(`cd; node \${OLDPWD}/proj/x.js`), `variable args[1] \${OLDPWD}`],
    [sh(`node \${HOME%/x}/proj/x.js`), `variable args[1] \${HOME%/x}`],
    [sh(`node \${X:-$(pwd)}/proj/x.js`), 'variable args[1] $(pwd)'],
    [sh('node "$0/$1/$2"', '/home', 'me', 'proj'), 'variable args[1] $0'],
    [sh('node ~me/proj/server.js'), 'variable args[1] ~me'],
    [sh('node ~+/server.js'), 'variable args[1] ~+'],
    [sh('node $HOME/pro*/server.js'), 'variable args[1] /home/me/pro*/server.js'],
    [sh('node $HOME/{p,x}roj/server.js'), 'variable args[1] /home/me/{p'],
    [sh('node $HOME/beside/server.js'), undefined],
    [sh(`node $OUT/server.js --port=\${PORT:-3000}`), undefined],
    [sh('exec npx some-server "$@"', 'sh', '--at=https://example.com/a?b=*'), undefined],
    [sh('TOKEN=$(pass show token) exec npx some-server'), undefined],
    [sh("exec npx some-server --cost='5$'"), undefined],
    [{ args: ['--pattern=$(pwd)/*', '--at', '$PWD/x', '--regexp=^/a[0-9]*$'] }, undefined],
  ];
  const inWindows: readonly Row[] = [
    [cmd('node %USERPROFILE%\\proj\\server.js'), 'inFolder args[1]'],
    [cmd('node "%UserProfile%"\\proj\\server.js'), 'inFolder args[1]'],
    [cmd('node %HOMEDRIVE%%HOMEPATH%\\proj\\server.js'), 'inFolder args[1]'],
    [cmd('node !USERPROFILE!\\proj\\server.js'), 'inFolder args[1]'],
    [pwsh('node $HOME\\proj\\server.js'), 'inFolder args[1]'],
    [pwsh('node "$env:USERPROFILE\\proj\\server.js"'), 'inFolder args[1]'],
    [pwsh(`node \${Env:UserProfile}/proj/server.js`), 'inFolder args[1]'],
    [{ command: 'bash', args: ['-c', 'node "$USERPROFILE/proj/server.js"'] }, 'inFolder args[1]'],
    [cmd('node %USERPROFILE:~0,11%\\proj\\server.js'), 'variable args[1] %USERPROFILE:~0,11%'],
    [cmd('node %CD%\\server.js'), 'variable args[1] %CD%'],
    [pwsh('node $pwd\\server.js'), 'variable args[1] $pwd'],
    [pwsh('node $(Get-Location)\\server.js'), 'variable args[1] $(Get-Location)'],
    [cmd('node %USERPROFILE%\\beside\\server.js'), undefined],
    [cmd('npx some-server --part=100% --all'), undefined],
  ];

  for (const [rows, more] of [
    [inLinux, linux],
    [inWindows, windows],
  ] as const) {
    for (const [entry, expected] of rows) {
      it(`${expected === undefined ? 'starts' : 'holds back'} on ${more.platform}: ${JSON.stringify(entry)}`, async () => {
        assert.equal(await reasonOf(entry, more), expected);
      });
    }
  }

  it('holds back an entry whose expansion exceeds a limit', async () => {
    const environment = { HOME: '/home/me', A: '$B'.repeat(20_000), B: '$C'.repeat(20_000), C: 'x'.repeat(20_000) };
    assert.match((await reasonOf(sh('echo $A'), { ...linux, environment })) ?? '', /^tooMuch /);
    const nested = { HOME: '/home/me', A: '$A$A' };
    assert.equal(await reasonOf(sh('echo $A'), { ...linux, environment: nested }), undefined);
  });
});
