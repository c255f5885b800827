import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageExtension } from '#test/bench/lib/packageExtension.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

describe('another extension that asks in the panel', function () {
  this.timeout(120_000);
  let folder = '';
  const workbench = useWorkbench(async () => {
    folder = await mkdtemp(join(tmpdir(), 'asking-'));
    const source = fromRoot('test/workbench/agents/askingExtension');
    await build({
      ...{ entryPoints: [join(source, 'main.ts')], outfile: join(folder, 'main.cjs') },
      ...{ bundle: true, platform: 'node', format: 'cjs', external: ['vscode'] },
    });
    await cp(join(source, 'manifest.json'), join(folder, 'package.json'));
    return { extensions: [await packageExtension(folder)] };
  });
  const host = new ExtensionUi(workbench);
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [protocol, command] of [
    ['MCP', 'Asking: Ask as an MCP Client'],
    ['ACP', 'Asking: Ask as an ACP Client'],
  ] as const) {
    it(`gets the answer, with the parameters of ${protocol}, and is shown as one that cannot be named`, async () => {
      await workbench().runCommand(command);
      await host.panel.getByRole('heading', { name: `Which ticket of ${protocol}?` }).waitFor();
      await host.panel.getByText('An extension asks this. The editor does not say which one.').waitFor();
      await host.field('ticket').fill(`${protocol}-7`);
      await host.answer('Submit');
      await workbench().notification(`Version 1: {"action":"accept","content":{"ticket":"${protocol}-7"}}`).waitFor();
    });
  }

  it('withdraws its request', async () => {
    await workbench().runCommand('Asking: Ask and Withdraw');
    await workbench().notification('Version 1: {"action":"cancel"}').waitFor();
  });

  it('gets the error that a server would get', async () => {
    await workbench().runCommand('Asking: Ask What Is Not Valid');
    await workbench()
      .notification(/Error -32602: /)
      .waitFor();
  });
});
