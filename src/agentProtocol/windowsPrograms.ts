import { win32 } from 'node:path';
import process from 'node:process';

/**
 * The path of a program of Windows, such as `taskkill.exe`. A name alone could find another program in the current folder, which
 * may be that of a workspace. `name`: relative to the folder `System32`.
 */
export function systemProgram(name: string): string {
  const root = process.env['SystemRoot'];
  return win32.join(root !== undefined && win32.isAbsolute(root) ? root : 'C:\\Windows', 'System32', name);
}
