import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromRoot } from '#test/root.ts';
import type { Ending, Loaded } from './program.ts';

const program = fromRoot('test/unit/loading/program.ts');
const stub = fromRoot('test/editorStub.ts');

/**
 * Activates the extension that was built into `dist`, in a process of its own and with these settings of the user's, and
 * ends it: when the host is there, unless told.
 */
export async function timeActivation(
  dist: string,
  settings: Readonly<Record<string, unknown>> = {},
  when?: Ending,
): Promise<Loaded> {
  const storage = await mkdtemp(join(tmpdir(), 'storage-'));
  try {
    const vscode = join(storage, 'modules/vscode');
    await mkdir(vscode, { recursive: true });
    await writeFile(join(vscode, 'index.js'), `module.exports = require(${JSON.stringify(stub)});`);
    const env = { ...process.env, NODE_PATH: join(storage, 'modules'), STUB_SETTINGS: JSON.stringify(settings) };
    const { stdout } = await promisify(execFile)(process.execPath, [program, dist, storage, ...(when ? [when] : [])], {
      env,
    });
    return JSON.parse(stdout);
  } finally {
    await rm(storage, { recursive: true });
  }
}
