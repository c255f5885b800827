import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';

/**
 * The path of the proxy.
 * @param path the program; absent: the one that the build makes
 */
export function findProxyProgram(path: string = join(root, 'dist/proxy.cjs')): string {
  if (!existsSync(path)) throw new Error(`There is no ${path}. Run npm run build.`);
  return path;
}
