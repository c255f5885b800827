import assert from 'node:assert/strict';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { entryRuntime } from '#editor/agents/connect/entryRuntime.ts';

const home = homeFolder('/home/me');
const script = join(home.bin, 'proxy.cjs');

/** The runtime on Windows, where these programs say which version of Node they are, and where it is if it is another program. */
function onWindows(
  path: string,
  versions: Readonly<Record<string, string>> = {},
  found: Readonly<Record<string, string>> = {},
) {
  const run = async (program: string) => {
    const version = versions[program];
    return version === undefined ? undefined : JSON.stringify([version, found[program] ?? program]);
  };
  const isUntrusted = async (program: string) => program.startsWith('C:\\cloned\\');
  const environment = { platform: 'win32', executable: 'C:\\Code.exe', isUntrusted, run } as const;
  return entryRuntime(home, { ...environment, variables: { Path: path } });
}

describe('the runtime in an agent’s entry', () => {
  it('is the shell on systems that have one', async () => {
    const environment = {
      platform: 'linux',
      variables: {},
      executable: '/editor',
      isUntrusted: async () => false,
    } as const;
    assert.deepEqual(await entryRuntime(home, environment), { kind: 'posix' });
  });

  it('is the editor on Windows if no folder of PATH has Node', async () => {
    const variables = { Path: 'relative;C:\\nowhere;' };
    const isUntrusted = async () => false;
    const runtime = await entryRuntime(home, { platform: 'win32', variables, executable: 'C:\\Code.exe', isUntrusted });
    assert.deepEqual(runtime, { kind: 'windows', program: 'C:\\Code.exe', isEditor: true, script });
  });

  it('is the first Node on Windows that can run the proxy, in whatever folder of PATH', async () => {
    const versions = { 'C:\\old\\node.exe': '18.20.8', 'C:\\new\\node.exe': '20.0.0', 'C:\\newer\\node.exe': '24.1.0' };
    const path = ['.', 'C:\\old', ...Array.from({ length: 9 }, (_, index) => `C:\\${index}`), 'C:\\new', 'C:\\newer'];
    assert.deepEqual(await onWindows(path.join(';'), versions), {
      kind: 'windows',
      program: 'C:\\new\\node.exe',
      isEditor: false,
      script,
    });
  });

  it('is the editor on Windows if every Node is too old, or says nothing', async () => {
    const runtime = await onWindows('C:\\old;C:\\odd', { 'C:\\old\\node.exe': '18.20.8', 'C:\\odd\\node.exe': '' });
    assert.deepEqual(runtime, { kind: 'windows', program: 'C:\\Code.exe', isEditor: true, script });
  });

  it('is no program in a folder that is not trusted, which is not run either', async () => {
    const bin = 'C:\\cloned\\node_modules\\.bin';
    const versions = { [`${bin}\\node.exe`]: '24.1.0', 'C:\\new\\node.exe': '20.0.0' };
    const { program } = (await onWindows(`${bin};C:\\new`, versions)) as { program: string };
    assert.equal(program, 'C:\\new\\node.exe');
  });

  it('is no program in a folder that is not trusted that another program leads to', async () => {
    const versions = { 'C:\\shims\\node.exe': '24.1.0', 'C:\\new\\node.exe': '20.0.0' };
    const found = { 'C:\\shims\\node.exe': 'C:\\cloned\\node.exe' };
    const { program } = (await onWindows('C:\\shims;C:\\new', versions, found)) as { program: string };
    assert.equal(program, 'C:\\new\\node.exe');
  });
});
