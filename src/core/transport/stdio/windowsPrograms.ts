import { win32 } from 'node:path';
import process from 'node:process';

/**
 * The path of a program of Windows, such as `taskkill.exe`. A name alone could find another program in the current folder, which
 * may be that of a workspace. `name`: relative to the folder `System32`.
 */
export function systemProgram(name: string): string {
  return win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', name);
}
