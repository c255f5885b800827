// VS Code in a browser: code-server is an npm package with the complete editor, both workbench and extension host.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportDuration, root, runNpm, runProgram } from './process.mjs';
import { type RunningServer, startWebServer } from './webServer.ts';

const version = '4.139.1';
const editorFolder = join(root, '.cache/editor', version);
const codeServer = join(editorFolder, 'node_modules/code-server');

/** The data folders of one editor: absolute paths of folders that need not exist. */
interface EditorFolders {
  readonly userData: string;
  readonly extensions: string;
}

/**
 * Installs the editor into `.cache/editor/VERSION`, unless it is installed. Its native modules (terminal, logs, storage)
 * are not built; the module that writes logs is replaced. The folder is filled under a temporary name and then renamed, so
 * it is never incomplete, even if the installation is interrupted or runs twice at the same time.
 */
export async function installEditor(): Promise<void> {
  if (!existsSync(editorFolder)) await downloadEditor();
  await replaceLogModule();
}

/** Replaces the module that writes the editor's logs by `editorLog.cjs`, also in an editor that was installed before. */
async function replaceLogModule(): Promise<void> {
  const modulePath = join(codeServer, 'lib/vscode/node_modules/@vscode/spdlog/index.js');
  const replacement = await readFile(join(import.meta.dirname, 'editorLog.cjs'), 'utf8');
  if ((await readFile(modulePath, 'utf8')) === replacement) return;
  const temporary = `${modulePath}.${process.pid}.tmp`;
  await writeFile(temporary, replacement);
  await rename(temporary, modulePath);
}

async function downloadEditor(): Promise<void> {
  await reportDuration(`Installing the editor, code-server ${version} (a minute or more, by the network)`, async () => {
    const temporary = `${editorFolder}.${process.pid}.tmp`;
    await mkdir(temporary, { recursive: true });
    try {
      await writeFile(join(temporary, 'package.json'), JSON.stringify({ private: true }));
      const vscode = join(temporary, 'node_modules/code-server/lib/vscode');
      await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `code-server@${version}`], {
        cwd: temporary,
      });
      for (const cwd of [vscode, join(vscode, 'extensions')]) {
        await runNpm(['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
      }
      await rename(temporary, editorFolder).catch((error) => {
        if (!existsSync(editorFolder)) throw error;
      });
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  });
}

/** Installs a packaged extension with the editor's command line. */
export async function installExtension(vsix: string, folders: EditorFolders): Promise<void> {
  await runProgram(process.execPath, [...(await prepareCommand(folders)), '--install-extension', vsix, '--force'], {
    env: editorEnvironment(folders),
  });
}

/** The used part of package.json. */
interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
  };
}

/**
 * Writes the user's settings, for an editor that is not running. The extension's settings whose scope starts with `machine`
 * go into `Machine/settings.json`, because code-server reads them from there.
 */
export async function writeUserSettings(folders: EditorFolders, settings: Record<string, unknown>): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { properties } = manifest.contributes.configuration;
  const hasMachineScope = ([name]: [string, unknown]) =>
    Object.entries(properties).some(([setting, { scope }]) => setting === name && scope.startsWith('machine'));
  const all = Object.entries(settings);
  await writeSettingsFile(
    join(folders.userData, 'User'),
    all.filter((setting) => !hasMachineScope(setting)),
  );
  await writeSettingsFile(join(folders.userData, 'Machine'), all.filter(hasMachineScope));
}

async function writeSettingsFile(folder: string, settings: [string, unknown][]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(Object.fromEntries(settings), undefined, 2));
}

/**
 * Starts the editor for a user: on the loopback interface, without a password.
 * @param furtherOptions added to the editor's command line
 * @param environment added to the editor's environment
 */
export async function startEditor(
  folders: EditorFolders,
  port: number,
  furtherOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const options = [
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    '--ignore-last-opened',
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...furtherOptions,
  ];
  return startWebServer({
    args: [...(await prepareCommand(folders)), ...options],
    env: { ...editorEnvironment(folders), ...environment },
    url: `http://localhost:${port}`,
    healthPath: '/healthz',
    log: join(folders.userData, 'editor.log'),
  });
}

/**
 * Starts the editor for automated tests. The query parameter `payload` of its page names the extension under development
 * and the extension's tests. In this mode VS Code throws an error instead of showing a modal dialog.
 */
export async function startTestEditor(
  folders: EditorFolders,
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  return startWebServer({
    args: [
      join(codeServer, 'lib/vscode/out/server-main.js'),
      ...['--host', '127.0.0.1', '--port', `${port}`, '--server-data-dir', folders.userData],
      ...['--extensions-dir', folders.extensions, '--without-connection-token', '--accept-server-license-terms'],
      ...['--enable-smoke-test-driver', '--disable-telemetry'],
    ],
    env: { ...editorEnvironment(folders), ...environment },
    url: `http://localhost:${port}`,
    healthPath: '/version',
    log: join(folders.userData, 'editor.log'),
  });
}

/** Writes the configuration file of code-server and returns the command line without options. */
async function prepareCommand({ userData, extensions }: EditorFolders): Promise<string[]> {
  const config = join(userData, 'code-server.yaml');
  await mkdir(userData, { recursive: true });
  // Without `--config`, code-server reads or creates the file in the user's home folder.
  await writeFile(config, 'auth: none\n');
  const entryPoint = join(codeServer, 'out/node/entry.js');
  return [entryPoint, '--config', config, '--user-data-dir', userData, '--extensions-dir', extensions];
}

/**
 * This process's environment without the variables of another editor, another code-server or npm. For example, in a
 * terminal of VS Code `VSCODE_IPC_HOOK_CLI` makes code-server open everything in that window.
 */
function editorEnvironment({ userData }: EditorFolders): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|CODE_SERVER_|CS_|ELECTRON_|npm_|PORT$|PASSWORD$|HASHED_PASSWORD$)/;
  const variables = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // code-server writes its logs below `XDG_DATA_HOME`, even if other folders are set.
  return { ...Object.fromEntries(variables), XDG_DATA_HOME: join(userData, 'share') };
}
