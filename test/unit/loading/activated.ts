import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fromRoot } from '#test/root.ts';
import type { EndTime, LoadingReport } from './program.ts';

const program = fromRoot('test/unit/loading/program.ts');
const stub = fromRoot('test/editorStub.ts');

/**
 * Activates the extension that was built into `dist`, in a new process and with these user settings, and deactivates it:
 * by default when the host has been created.
 */
export async function timeActivation(
  dist: string,
  settings: Readonly<Record<string, unknown>> = {},
  when?: EndTime,
): Promise<LoadingReport> {
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
