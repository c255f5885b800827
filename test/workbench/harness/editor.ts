import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installExtension, startEditor, writeUserSettings } from '../../../scripts/lib/editor.ts';
import { freePort } from '../../../scripts/lib/server.ts';
import { quietSettings } from '../../../scripts/lib/settings.ts';
import { vsixPath } from '../../../scripts/lib/vsix.ts';

/** User settings that every test begins with: the editor is quiet, and settings.json opens in a tab and waits to be saved. */
export const baseSettings = { ...quietSettings, 'files.autoSave': 'off', 'workbench.editor.useModal': 'off' };

export interface EditorOptions {
  /** User settings, beside or instead of those that keep the editor quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The workspace folder's files: path relative to it -> text. */
  readonly files?: Readonly<Record<string, string>>;
}

/** An editor with the packaged extension installed and everything else new, all of it below one temporary folder. */
export interface Editor {
  /** Opens the workspace folder. */
  readonly url: string;
  /** The workspace folder. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Starts an editor of its own, as a person has it. */
export async function openEditor({ settings = {}, files = {} }: EditorOptions = {}): Promise<Editor> {
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
    await writeUserSettings(folders, { ...baseSettings, ...settings });
    await installExtension(vsixPath, folders);
    const server = await startEditor(folders, await freePort());
    return {
      url: `${server.url}/?${new URLSearchParams({ folder })}`,
      folder,
      stop: () => server.stop().finally(discard),
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
