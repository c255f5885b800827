// Opens the user's editor, with a separate profile, so that the user's profile is not changed.
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeUserSettings } from './codeServer.ts';
import { reportDuration, root, runProgram } from './process.mjs';
import { quietSettings } from './quietSettings.ts';
import { findOnPath } from './systemPackages.ts';

/** The commands of editors that can install VSIX files and use another profile folder. */
const commands = ['code', 'code-insiders', 'codium', 'cursor'];

/**
 * Finds the command of an editor that can open a window on this machine. Not in a remote terminal, in which `code` opens
 * windows on another machine and has no option for profile folders.
 */
export function findDesktopEditor(): string | undefined {
  if (process.env['VSCODE_IPC_HOOK_CLI']) return undefined;
  const display = process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'];
  if (process.platform === 'linux' && !display) return undefined;
  return commands.map(findOnPath).find((path) => path !== undefined);
}

/** Installs the extension and opens a window. Returns false if that failed, after printing the reason. */
export async function openDesktopEditor(
  command: string,
  { vsix, folder }: { vsix: string; folder: string },
): Promise<boolean> {
  const folders = {
    userData: join(root, '.cache/start/desktop/user-data'),
    extensions: join(root, '.cache/start/desktop/extensions'),
  };
  const profile = ['--user-data-dir', folders.userData, '--extensions-dir', folders.extensions];
  // Chromium does not start as root with its sandbox.
  if (process.getuid?.() === 0) profile.push('--no-sandbox');
  const options = { shell: process.platform === 'win32' };
  try {
    await mkdir(folders.extensions, { recursive: true });
    // The folder exists after the first start. Its settings are kept, because the user may have changed them.
    if (!existsSync(folders.userData)) await writeUserSettings(folders, quietSettings);
    await reportDuration(`Installing the extension into a fresh profile of ${command}`, () =>
      runProgram(command, [...profile, '--install-extension', vsix, '--force'], options),
    );
    await reportDuration('Opening the window', () =>
      runProgram(command, [...profile, '--new-window', folder], options),
    );
    return true;
  } catch (error) {
    console.log(`${command} could not be used: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}
