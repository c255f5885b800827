import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installExtension, startEditor, writeUserSettings } from '#scripts/lib/codeServer.ts';
import { quietSettings } from '#scripts/lib/quietSettings.ts';
import { vsixPath } from '#scripts/lib/vsix.ts';
import { freePort } from '#scripts/lib/webServer.ts';
import { extensionId } from '#test/extensionId.ts';
import { findDescendants } from './childProcesses.ts';
import { processFolder } from './processFolder.ts';

/** The user settings of every test: a quiet editor, in which settings.json opens in a tab and is not saved automatically. */
export const baseSettings = { ...quietSettings, 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' };

type Settings = Readonly<Record<string, unknown>>;

export interface EditorOptions {
  /** User settings, which override `baseSettings`; a function receives the workspace folder. */
  readonly settings?: Settings | ((folder: string) => Settings);
  /** The workspace folder's files: path relative to it -> text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Adds to the workspace folder what `files` cannot describe, such as links and executable programs. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** Fills the folder of the extension's record, which does not exist yet. */
  readonly fillRecord?: (recordFolder: string) => Promise<void>;
  /** The path of another folder, or the URI of a virtual one, which is opened in place of the workspace folder. */
  readonly otherFolder?: string;
  /** The user's key bindings, in the shape of keybindings.json. */
  readonly keybindings?: readonly { readonly key: string; readonly command: string }[];
  /** Added to the editor's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The absolute paths of packages of other extensions, which are installed in addition. */
  readonly extensions?: readonly string[];
  /** The editor's display language (BCP 47). The editor's own texts stay English. */
  readonly locale?: string;
  /** The absolute path of the package that is installed in place of the one under test. */
  readonly vsix?: string;
}

/** An editor with the packaged extension and new user data, all below one temporary folder. */
export interface Editor {
  /** The URL at which a browser opens the workspace folder in the editor. */
  readonly url: string;
  /** The workspace folder. */
  readonly folder: string;
  /** The folder of the extension's record. */
  readonly recordFolder: string;
  /** Returns the ids of the extension host processes, one for each open window. */
  extensionHosts(): Promise<readonly number[]>;
  /** Stops the editor, runs `meanwhile`, and starts the editor again on the same port. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Kills the editor's server, but not the extension hosts. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

let installation: Promise<string> | undefined;
/** The port of the previous editor. It is reused, because the browser's caches belong to an origin. */
let lastPort: number | undefined;

/** Returns the folder of extensions into which the packaged one was installed, once for this process. */
function installedExtensions(): Promise<string> {
  installation ??= (async () => {
    const folder = processFolder('editor');
    const extensions = join(folder, 'extensions');
    await installExtension(vsixPath, { userData: join(folder, 'user-data'), extensions });
    return extensions;
  })();
  return installation;
}

/**
 * A browser that reloads a page may drop the page's last message, that the window is closed. The editor then keeps the
 * extension host for this number of seconds, by default three hours, because the window may connect again.
 */
const hostEndsWithoutWindow = ['--reconnection-grace-time', '10'];

/** Starts an editor with new user data. */
export async function openEditor(options: EditorOptions = {}): Promise<Editor> {
  const { settings = {}, files = {}, otherFolder, keybindings, extensions = [], vsix, environment, locale } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'workbench-'));
  const folders = { userData: join(scratch, 'user-data'), extensions: join(scratch, 'extensions') };
  const folder = join(scratch, 'workspace');
  const recordFolder = join(folders.userData, 'User/globalStorage', extensionId, 'record');
  const commandLine = [...hostEndsWithoutWindow, ...(locale ? ['--locale', locale] : [])];
  const discard = () => rm(scratch, { recursive: true, force: true, maxRetries: 5 });

  await mkdir(folder);
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await options.prepare?.(folder);
    await options.fillRecord?.(recordFolder);
    const testSettings = typeof settings === 'function' ? settings(folder) : settings;
    await writeUserSettings(folders, { ...baseSettings, ...testSettings });
    if (keybindings) await writeFile(join(folders.userData, 'User/keybindings.json'), JSON.stringify(keybindings));
    if (locale) await addLanguage(folders.userData, locale);
    if (vsix) await installExtension(vsix, folders);
    else await cp(await installedExtensions(), folders.extensions, { recursive: true });
    for (const other of extensions) await installExtension(other, folders);
    const port = await freePort(lastPort);
    lastPort = port;
    let server = await startEditor(folders, port, commandLine, environment);
    return {
      url: `${server.url}/?${new URLSearchParams({ folder: otherFolder ?? folder })}`,
      folder,
      recordFolder,
      extensionHosts: () => findDescendants(server.pid, '--type=extensionHost'),
      async restart(meanwhile) {
        await server.stop();
        await meanwhile();
        server = await startEditor(folders, port, commandLine, environment);
      },
      async kill() {
        const children = await findDescendants(server.pid, 'code-server/out/node/entry');
        for (const pid of [server.pid, ...children]) process.kill(pid, 'SIGKILL');
      },
      stop: () => server.stop().finally(discard),
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Registers a language without texts, as the editor does when a language pack is installed: the packs are in no registry here. */
async function addLanguage(userData: string, locale: string): Promise<void> {
  const texts = join(userData, 'no-texts.json');
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensions = [{ extensionIdentifier: { id: 'test.language' }, version: '1.0.0' }];
  const language = { hash: locale, label: locale, extensions, translations: { vscode: texts } };
  await writeFile(join(userData, 'languagepacks.json'), JSON.stringify({ [locale]: language }));
}
