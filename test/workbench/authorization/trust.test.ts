import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const node = process.execPath;
const trapScript = fromRoot('test/servers/trap.cjs');
const npm = {
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
};

/** Paths beside the workspace folder: the log of what ran or was read of the folder, a harmless server, a link into the folder. */
const pathsBeside = (folder: string) => ({
  trapLog: join(dirname(folder), 'caught'),
  harmless: join(dirname(folder), 'beside', 'server.cjs'),
  link: join(dirname(folder), 'beside', 'link'),
});

/** Servers of the user, one for each way in which an entry can run or read files of the open folder. */
function serversLeadingInto(folder: string): Record<string, { env?: object; [key: string]: unknown }> {
  const { harmless, link } = pathsBeside(folder);
  return {
    'a package': { command: 'npx', args: ['-y', 'trap-of-the-folder'], env: npm },
    'a script of npx': { command: 'npx', args: ['-y', '-c', `"${node}" "${harmless}"`], env: npm },
    'a relative command': { command: 'tools/trap' },
    'a relative argument': { command: node, args: ['./server.cjs'] },
    'an option': { command: node, args: ['--require=./hook.cjs', harmless] },
    'a bare argument': { command: node, args: ['server.cjs'] },
    'a relative folder': { command: node, args: ['server.cjs'], cwd: 'tools' },
    'a linked folder': { command: node, args: [harmless], cwd: link },
    'an environment file': { command: node, args: [harmless], envFile: '.env' },
    'a linked environment file': { command: node, args: [harmless], envFile: join(link, '.env') },
    'the workspace folder': { command: node, args: [`\${workspaceFolder}/server.cjs`] },
    'an absolute argument': { command: node, args: [join(folder, 'server.cjs')] },
    'a linked argument': { command: node, args: [join(link, 'server.cjs')] },
    'a relative PATH': { command: 'trap-of-the-folder', env: { PATH: 'node_modules/.bin' } },
    'an absolute PATH': { command: 'trap-of-the-folder', env: { PATH: join(folder, 'node_modules/.bin') } },
    'relative NODE_OPTIONS': { command: node, args: [harmless], env: { NODE_OPTIONS: '--require ./hook.cjs' } },
    'absolute NODE_OPTIONS': { command: node, args: [harmless], env: { NODE_OPTIONS: `--require ${folder}/hook.cjs` } },
    'npm settings': {
      command: 'npx',
      args: ['-y', '-c', `"${node}" "${harmless}"`],
      env: { ...npm, npm_config_userconfig: join(link, '.npmrc') },
    },
  };
}

/** Fills the folder with files that note in the log when they are run or read. */
async function setTraps(folder: string): Promise<void> {
  const { trapLog, harmless, link } = pathsBeside(folder);
  await mkdir(dirname(harmless), { recursive: true });
  await copyFile(trapScript, harmless);
  await symlink(folder, link);
  for (const path of ['node_modules/.bin/trap-of-the-folder', 'tools/trap', 'tools/server.cjs', 'server.cjs']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `#!${node}\n${await readFile(trapScript, 'utf8')}`);
    await chmod(join(folder, path), 0o755);
  }
  const shell = join(folder, 'shell.sh');
  await writeFile(shell, `#!/bin/sh\necho "ran the script-shell" >>"${trapLog}"\nexec /bin/sh "$@"\n`);
  await chmod(shell, 0o755);
  const hook = join(folder, 'hook.cjs');
  await writeFile(hook, `require('node:fs').appendFileSync(${JSON.stringify(trapLog)}, 'ran a hook\\n');\n`);
  await writeFile(join(folder, '.npmrc'), `script-shell=${shell}\nnode-options=--require ${hook}\n`);
  await writeFile(join(folder, '.env'), `FROM_ENV_FILE=1\nNODE_OPTIONS=--require ${hook}\n`);
}

describe('a workspace that is not trusted', function () {
  this.timeout(240_000);
  const workbench = useWorkbench({
    prepare: setTraps,
    files: {
      'package.json': JSON.stringify({ name: 'hostile', bin: { 'trap-of-the-folder': './server.cjs' } }),
      '.vscode/settings.json': JSON.stringify({
        'mcpElicitation.autoStart': 'onStartup',
        'mcpElicitation.servers': {
          'a relative argument': { command: './tools/trap' },
          theirs: { command: './tools/trap' },
        },
      }),
    },
    settings: (folder) => ({
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'mcpElicitation.autoStart': 'onStartup',
      'mcpElicitation.servers': Object.fromEntries(
        Object.entries(serversLeadingInto(folder)).map(([name, entry]) => [
          name,
          { ...entry, env: { TRAP_FILE: pathsBeside(folder).trapLog, ...entry.env } },
        ]),
      ),
    }),
  });
  const host = new ExtensionUi(workbench);
  const names = Object.keys(serversLeadingInto('/'));
  const readTrapLog = () => readFile(pathsBeside(workbench().editor.folder).trapLog, 'utf8').catch(() => '');

  it('runs no code and has no file read, whatever an entry of the user refers to', async () => {
    await host.showView();
    for (const name of names) {
      // This server runs only a program outside the workspace.
      const expectedState = name === 'a script of npx' ? 'running' : 'failed';
      await host.serverItem(new RegExp(`^${name}, ${expectedState}`)).waitFor();
    }
    assert.equal(await host.serverItem(/^theirs/).count(), 0);
    assert.equal(await readTrapLog(), '');
  });

  const notice = (text: RegExp) => workbench().page.locator('.notification-list-item').filter({ hasText: text });

  it('causes one notification, which leads to the settings of its trust', async () => {
    // The notification may have been hidden; the list also contains hidden ones.
    await workbench().runCommand('Notifications: Show Notifications');
    const notTrusted = notice(/not trusted/);
    await notTrusted.waitFor();
    assert.equal(await notTrusted.count(), 1);
    await notTrusted.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench().page.locator('.workspace-trust-editor').waitFor();
    assert.equal(await readTrapLog(), '');
  });

  it('has one button that starts all servers that were held back, once it is trusted', async () => {
    const { page } = workbench();
    await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    const trustedNow = notice(/trusted now/).first();
    await trustedNow.getByRole('button', { name: /^Start/ }).click();
    for (const name of names) {
      await host.serverItem(new RegExp(`^${name}, running`)).waitFor();
    }
    await host.serverItem(/^theirs, workspace, stopped/).waitFor();
    for (const logText of ['ran a hook', 'read .env', 'works in', 'ran the script-shell', 'node_modules/.bin']) {
      assert.match(await readTrapLog(), new RegExp(logText.replaceAll('.', '\\.')));
    }
  });
});
