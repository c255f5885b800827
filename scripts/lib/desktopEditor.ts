// The user's own editor, with a separate profile so that theirs is not changed.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onPath } from './browser.ts';
import { writeUserSettings } from './editor.ts';
import { root, runProgram, step } from './process.mjs';
import { quietSettings } from './quietSettings.ts';

/** Command lines of editors that run VSIX files and take a profile folder. */
const commands = ['code', 'code-insiders', 'codium', 'cursor'];

/**
 * Finds an editor that can open a window here. In a remote terminal `code` opens windows elsewhere and knows no
 * profile folders, so it does not count.
 */
export function findDesktopEditor(): string | undefined {
  if (process.env['VSCODE_IPC_HOOK_CLI']) return undefined;
  const display = process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (process.platform === 'linux' && !display) return undefined;
  return commands.map(onPath).find((path) => path !== undefined);
}

/** @returns whether a window was opened; when it was not, the reason has been printed */
export async function openDesktopEditor(
  command: string,
  { vsix, folder }: { vsix: string; folder: string },
): Promise<boolean> {
  const folders = {
    userData: join(root, '.cache/start/desktop/user-data'),
    extensions: join(root, '.cache/start/desktop/extensions'),
  };
  const profile = ['--user-data-dir', folders.userData, '--extensions-dir', folders.extensions];
  // Chromium refuses root without this.
  if (process.getuid?.() === 0) profile.push('--no-sandbox');
  const options = { shell: process.platform === 'win32' };
  try {
    await mkdir(folders.extensions, { recursive: true });
    // Settings from an earlier start are kept.
    if (!existsSync(folders.userData)) await writeUserSettings(folders, quietSettings);
    await step(`Installing the extension into a fresh profile of ${command}`, () =>
      runProgram(command, [...profile, '--install-extension', vsix, '--force'], options),
    );
    await step('Opening the window', () => runProgram(command, [...profile, '--new-window', folder], options));
    return true;
  } catch (error) {
    console.log(`${command} could not be used: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
