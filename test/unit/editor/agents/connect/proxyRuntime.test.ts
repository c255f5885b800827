import assert from 'node:assert/strict';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { findProxyRuntime } from '#editor/agents/connect/proxyRuntime.ts';

const home = homeFolder('/home/me');

describe('the runtime in an agent’s entry', () => {
  it('is the shell on systems that have one', async () =>
    assert.deepEqual(await findProxyRuntime(home, { platform: 'linux', variables: {}, executable: '/editor' }), {
      kind: 'posix',
    }));

  it('is the editor on Windows if no folder of PATH has Node', async () => {
    const variables = { Path: 'relative;C:\\nowhere;' };
    const runtime = await findProxyRuntime(home, { platform: 'win32', variables, executable: 'C:\\Code.exe' });
    assert.deepEqual(runtime, {
      kind: 'windows',
      program: 'C:\\Code.exe',
      isEditor: true,
      script: '/home/me/.mcp-elicitation/bin/proxy.cjs',
    });
  });
});
