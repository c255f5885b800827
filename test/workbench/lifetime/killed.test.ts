import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { isGone } from '#test/host/serverProcesses.ts';
import { findDescendants } from '#test/workbench/harness/childProcesses.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

/** What runs between the extension host and the servers: one process for all of them. */
const watchdogName = 'mcp-elicitation-watchdog';

describe('an editor with servers', function () {
  this.timeout(180_000);
  const { workbench, host, asker } = useRecordingServers((servers) => {
    const { command, args, env } = servers.entry as { command: string; args: string[]; env: Record<string, string> };
    // The server is a child of the shell, as behind `npx`. Neither ends by SIGTERM.
    const behindShell = { command: 'sh', args: ['-c', `trap "" TERM; "${command}" "${args.join('" "')}"; true`], env };
    return { settings: { 'mcpElicitation.servers': { asker: behindShell, other: { command, args, env } } } };
  });

  let extensionHost: number;
  before(async () => {
    const [pid, ...others] = await workbench().editor.extensionHosts();
    assert.ok(pid !== undefined && others.length === 0);
    extensionHost = pid;
  });

  const watchdogs = () => findDescendants(extensionHost, watchdogName);

  it('has one watchdog for all of them', async () => {
    await workbench().runCommand('MCP Elicitation: Start Server');
    await workbench().choose('other');
    await eventually('a watchdog runs', async () => (await watchdogs()).length === 1);
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('given');
    await host.answer('Submit');
    await host.panel.getByText('ask accept').waitFor();
    assert.equal((await watchdogs()).length, 1);
  });

  it('starts another watchdog when it is killed, and the servers continue', async () => {
    const [old = 0] = await watchdogs();
    process.kill(old, 'SIGKILL');
    await eventually('another watchdog runs', async () => {
      const [watchdog, ...others] = await watchdogs();
      return watchdog !== undefined && watchdog !== old && others.length === 0;
    });
    assert.equal(isGone(await asker.lastPid()), false);
  });

  it('leaves no process of them when it is killed', async () => {
    const server = await asker.lastPid();
    const [watchdog = 0] = await watchdogs();
    await workbench().editor.kill();
    await asker.waitForEnd(server);
    await eventually('the watchdog ends', () => isGone(watchdog));
  });
});
