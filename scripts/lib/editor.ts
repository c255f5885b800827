// VS Code without a desktop: code-server carries the whole of it, workbench and extension host, as npm packages.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, root, runProgram, step } from './process.mjs';
import { type RunningServer, startWebServer } from './webServer.ts';

const version = '4.139.1';
const home = join(root, '.cache/editor', version);
const codeServer = join(home, 'node_modules/code-server');

/** The data folders of one editor: absolute paths, created by the caller or on first use. */
interface EditorFolders {
  readonly userData: string;
  readonly extensions: string;
}

/**
 * Installs the editor into `.cache/editor/VERSION` unless it is there. Its native modules (terminal, logs, storage) are left
 * unbuilt; the one that writes logs is replaced. The finished folder appears in one move, so neither an interruption nor a
 * second installation at the same time can leave half of one.
 */
export async function installEditor(): Promise<void> {
  if (!existsSync(home)) await downloadEditor();
  await replaceLogModule();
}

/** Puts `editorLog.cjs` in the place of the module that writes the editor's logs, in an editor that is there already, too. */
async function replaceLogModule(): Promise<void> {
  const replaced = join(codeServer, 'lib/vscode/node_modules/@vscode/spdlog/index.js');
  const ours = await readFile(join(import.meta.dirname, 'editorLog.cjs'), 'utf8');
  if ((await readFile(replaced, 'utf8')) === ours) return;
  const draft = `${replaced}.${process.pid}.tmp`;
  await writeFile(draft, ours);
  await rename(draft, replaced);
}

async function downloadEditor(): Promise<void> {
  await step(`Installing the editor, code-server ${version} (about 15 s)`, async () => {
    const draft = `${home}.${process.pid}.tmp`;
    await mkdir(draft, { recursive: true });
    try {
      await writeFile(join(draft, 'package.json'), JSON.stringify({ private: true }));
      const vscode = join(draft, 'node_modules/code-server/lib/vscode');
      await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `code-server@${version}`], { cwd: draft });
      for (const cwd of [vscode, join(vscode, 'extensions')]) {
        await npm(['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
      }
      await rename(draft, home).catch((error) => {
        if (!existsSync(home)) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
}

/** Installs a packaged extension by the editor's command line. */
export async function installExtension(vsix: string, folders: EditorFolders): Promise<void> {
  await runProgram(process.execPath, [...(await commandFor(folders)), '--install-extension', vsix, '--force'], {
    env: editorEnvironment(folders),
  });
}

/** The part of package.json that is read here. */
interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
  };
}

/**
 * Writes the user's settings, for an editor that is not running. What starts programs belongs to the machine that runs
 * them: to this editor that is the server's own settings file.
 */
export async function writeUserSettings(folders: EditorFolders, settings: Record<string, unknown>): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { properties } = manifest.contributes.configuration;
  const ofMachine = ([name]: [string, unknown]) =>
    Object.entries(properties).some(([setting, { scope }]) => setting === name && scope.startsWith('machine'));
  const all = Object.entries(settings);
  await writeSettingsFile(
    join(folders.userData, 'User'),
    all.filter((entry) => !ofMachine(entry)),
  );
  await writeSettingsFile(join(folders.userData, 'Machine'), all.filter(ofMachine));
}

async function writeSettingsFile(folder: string, settings: [string, unknown][]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(Object.fromEntries(settings), undefined, 2));
}

/** Starts the editor for a user: on loopback, without password. */
export async function startEditor(folders: EditorFolders, port: number): Promise<RunningServer> {
  const options = [
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    '--ignore-last-opened',
  ];
  return startWebServer({
    args: [...(await commandFor(folders)), ...options, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    env: editorEnvironment(folders),
    url: `http://localhost:${port}`,
    healthPath: '/healthz',
    log: join(folders.userData, 'editor.log'),
  });
}

/**
 * Starts the editor as a test driver uses it: its page takes a `payload` that names an extension under development
 * and its tests. Modal dialogs are refused there.
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

async function commandFor({ userData, extensions }: EditorFolders): Promise<string[]> {
  const config = join(userData, 'code-server.yaml');
  await mkdir(userData, { recursive: true });
  // Without a file of its own it would read, or write, the one in the user's home folder.
  await writeFile(config, 'auth: none\n');
  const entry = join(codeServer, 'out/node/entry.js');
  return [entry, '--config', config, '--user-data-dir', userData, '--extensions-dir', extensions];
}

/**
 * This process's environment without what another editor, another code-server or npm put there. In a terminal of
 * VS Code, for one, `VSCODE_IPC_HOOK_CLI` would send everything to that window.
 */
function editorEnvironment({ userData }: EditorFolders): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|CODE_SERVER_|CS_|ELECTRON_|npm_|PORT$|PASSWORD$|HASHED_PASSWORD$)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  // code-server writes its logs there, whatever folders it is given.
  return { ...Object.fromEntries(kept), XDG_DATA_HOME: join(userData, 'share') };
}
