// The editor suite in a desktop VS Code, downloaded by @vscode/test-electron into .cache/vscode-test.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { root } from '#scripts/lib/process.mjs';
import { bundleEditorTests, testCertificateEnvironment } from './editorSuite.ts';
import { type Counts, countsFileVariable, readCounts } from './testCounts.ts';

/**
 * Bundles the tests of `test/editor` and runs them against the extension in `dist`. VSCODE_TEST_VERSION chooses the version
 * of VS Code (default: `stable`).
 */
export async function runElectronSuite(): Promise<Counts> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    throw new Error('A desktop VS Code needs a display: run "xvfb-run -a npm run test:electron".');
  }
  await bundleEditorTests();
  const vscodeExecutablePath = await download(process.env['VSCODE_TEST_VERSION'] ?? 'stable');
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'electron-suite-'));
  const workspace = join(temporaryFolder, 'workspace');
  const countsFile = join(temporaryFolder, 'counts.json');
  await mkdir(workspace);
  try {
    const launchArgs = [
      workspace,
      '--user-data-dir',
      join(temporaryFolder, 'user-data'),
      '--extensions-dir',
      join(temporaryFolder, 'extensions'),
      '--disable-workspace-trust',
      '--skip-welcome',
      '--skip-release-notes',
      '--disable-updates',
    ];
    if (process.getuid?.() === 0) launchArgs.push('--no-sandbox');
    const failure = await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: root,
      extensionTestsPath: join(root, 'out/test/editor/index.cjs'),
      extensionTestsEnv: { ...testCertificateEnvironment, [countsFileVariable]: countsFile },
      launchArgs,
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    const counts = await readCounts(countsFile);
    // With failed tests, or without counts, the run is reported as failed by its counts.
    if (failure && counts.failed === 0) throw failure;
    if (failure) console.error(failure);
    return counts;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function download(version: string): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(root, '.cache/vscode-test') });
  } catch (error) {
    throw new Error(
      `VS Code (${version}) could not be downloaded. "npm run test:editor" runs the same suite without a download.`,
      { cause: error },
    );
  }
}
