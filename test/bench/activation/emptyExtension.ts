import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageExtension } from '#test/bench/lib/packageExtension.ts';

/** Packages an extension that does nothing, with the activation event of this project's extension. @returns the VSIX */
export async function packageEmptyExtension(publisher: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nothing-'));
  const manifest = {
    name: 'nothing',
    publisher,
    version: '1.0.0',
    engines: { vscode: '^1.101.0' },
    main: './extension.cjs',
    activationEvents: ['onStartupFinished'],
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'extension.cjs'), 'exports.activate = () => {};\n');
  return packageExtension(folder);
}
