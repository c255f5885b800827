import { join } from 'node:path';
import { root, runProgram } from '#scripts/lib/process.mjs';

/** Packages the extension in a folder. @returns the path of the VSIX, which is in the same folder */
export async function packageExtension(folder: string): Promise<string> {
  const vsix = join(folder, 'bench.vsix');
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const options = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', vsix];
  await runProgram(process.execPath, [vsce, 'package', ...options], { cwd: folder });
  return vsix;
}
