import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The folder that `npm start -- FOLDER` opens; `otherwise` if none is given. A relative path starts where the user has run npm, which runs
 * scripts in the folder of the package. @throws Error with a sentence for the user
 */
export function folderToOpen(
  given: readonly string[],
  otherwise: string,
  started = process.env['INIT_CWD'] ?? process.cwd(),
): string {
  const [path, ...others] = given;
  if (path === undefined) {
    return otherwise;
  }
  const folder = resolve(started, path);
  if (others.length > 0 || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`Give one folder that exists, not ${given.join(' ')}.`);
  }
  return folder;
}
