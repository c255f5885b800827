import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installExtension, startEditor, writeUserSettings } from '#scripts/lib/editor.ts';
import { quietSettings } from '#scripts/lib/quietSettings.ts';
import { vsixPath } from '#scripts/lib/vsix.ts';
import { freePort } from '#scripts/lib/webServer.ts';
import { descendants } from './processes.ts';
import { processFolder } from './processFolder.ts';

/** User settings that every test begins with: the editor is quiet, and settings.json opens in a tab and waits to be saved. */
export const baseSettings = { ...quietSettings, 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' };

type Settings = Readonly<Record<string, unknown>>;

export interface EditorOptions {
  /** User settings, beside or instead of those that keep the editor quiet; a function gets the workspace folder. */
  readonly settings?: Settings | ((folder: string) => Settings);
  /** The workspace folder's files: path relative to it -> text. */
  readonly files?: Readonly<Record<string, string>>;
  /** Does to the workspace folder what files with a text cannot: links, and programs that can be run. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** The URI of a folder that is on no disk, to be opened in place of the workspace folder. */
  readonly virtualFolder?: string;
  /** The user's key bindings, in the shape of keybindings.json. */
  readonly keybindings?: readonly { readonly key: string; readonly command: string }[];
  /** Packaged extensions to be installed beside ours: absolute paths. */
  readonly extensions?: readonly string[];
  /** Another package of ours to begin with, an absolute path: see `Editor.update`. */
  readonly vsix?: string;
}

/** An editor with the packaged extension installed and everything else new, all of it below one temporary folder. */
export interface Editor {
  /** Opens the workspace folder. */
  readonly url: string;
  /** The workspace folder. */
  readonly folder: string;
  /** Where the extension keeps its record. */
  readonly recordFolder: string;
  /** The processes that run extensions, one for each window that is open. */
  extensionHosts(): Promise<readonly number[]>;
  /** Installs the packaged extension over the one that is there, as a user updates it. The editor must not run. */
  update(): Promise<void>;
  /** Ends the editor, does something to what it keeps, and starts it again at the same address. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

let installed: Promise<string> | undefined;
/** That of the editor before is free again, and what the browser keeps belongs to an address. */
let lastPort: number | undefined;

/** A folder of extensions into which the packaged one was installed as a user does, once in this process. */
function installedExtensions(): Promise<string> {
  installed ??= (async () => {
    const folder = processFolder('editor');
    const extensions = join(folder, 'extensions');
    await installExtension(vsixPath, { userData: join(folder, 'user-data'), extensions });
    return extensions;
  })();
  return installed;
}

/** Starts a separate editor, set up as a user has it. */
export async function openEditor(options: EditorOptions = {}): Promise<Editor> {
  const { settings = {}, files = {}, prepare, virtualFolder, keybindings, extensions = [], vsix } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'workbench-'));
  const folders = { userData: join(scratch, 'user-data'), extensions: join(scratch, 'extensions') };
  const folder = join(scratch, 'workspace');
  const discard = () => rm(scratch, { recursive: true, force: true, maxRetries: 5 });

  await mkdir(folder);
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await prepare?.(folder);
    const own = typeof settings === 'function' ? settings(folder) : settings;
    await writeUserSettings(folders, { ...baseSettings, ...own });
    if (keybindings) await writeFile(join(folders.userData, 'User/keybindings.json'), JSON.stringify(keybindings));
    if (vsix) await installExtension(vsix, folders);
    else await cp(await installedExtensions(), folders.extensions, { recursive: true });
    for (const other of extensions) await installExtension(other, folders);
    const port = await freePort(lastPort);
    lastPort = port;
    let server = await startEditor(folders, port);
    return {
      url: `${server.url}/?${new URLSearchParams({ folder: virtualFolder ?? folder })}`,
      folder,
      recordFolder: join(folders.userData, 'User/globalStorage/mcp-elicitation.mcp-elicitation-host/record'),
      extensionHosts: () => descendants(server.pid, '--type=extensionHost'),
      update: () => installExtension(vsixPath, folders),
      async restart(meanwhile) {
        await server.stop();
        await meanwhile();
        server = await startEditor(folders, port);
      },
      stop: () => server.stop().finally(discard),
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
