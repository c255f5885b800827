// The editor suite: runs mocha inside a real extension host, of VS Code in a browser.
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { format } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { browserArguments, findOrInstallBrowser } from '#scripts/lib/chromium.ts';
import { installEditor, startTestEditor } from '#scripts/lib/codeServer.ts';
import { reportDuration, root, runProgram } from '#scripts/lib/process.mjs';
import { freePort } from '#scripts/lib/webServer.ts';
import { type Counts, countsFileVariable, readCounts } from './testCounts.ts';

/** The environment in which an editor on Linux trusts the authority of the tests' certificates. */
export const testCertificateEnvironment = { SSL_CERT_FILE: join(root, 'test/servers/certificates/authority.pem') };

/** Options for running files of `test/editor` inside an editor. */
interface EditorRun {
  /** The end of the names, without extension, of the files that run. */
  readonly files: string;
  /** The time limit of the whole run. */
  readonly limitMs: number;
  /** Environment variables of the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Acts as the user in the editor's page during the run. A rejection fails the run. */
  readonly user?: (page: Page) => Promise<void>;
}

const editorLog = join(root, '.cache/logs/editor-suite.log');

/** Runs the tests of `test/editor` against the built extension; EDITOR_TESTS can choose files (see `EditorRun.files`). */
export function runEditorSuite(): Promise<Counts> {
  return runInEditor({ files: process.env['EDITOR_TESTS'] ?? '.test', limitMs: 10 * 60_000 });
}

/** Runs files of `test/editor` against the built extension. */
export async function runInEditor({ files, limitMs, environment, user }: EditorRun): Promise<Counts> {
  await installEditor();
  const executablePath = await findOrInstallBrowser();
  await bundleEditorTests();
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'editor-suite-'));
  const folders = { userData: join(temporaryFolder, 'server'), extensions: join(temporaryFolder, 'extensions') };
  const workspace = join(temporaryFolder, 'workspace');
  const countsFile = join(temporaryFolder, 'counts.json');
  await mkdir(workspace);
  await mkdir(join(root, '.cache/logs'), { recursive: true });
  try {
    const variables = {
      ...environment,
      ...testCertificateEnvironment,
      EDITOR_TESTS: files,
      [countsFileVariable]: countsFile,
    };
    const server = await startTestEditor(folders, await freePort(), variables);
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const page = await browser.newPage();
      const code = await Promise.race([
        exitCodeOf(page, testUrl(server.url, workspace)),
        page.waitForEvent('crash', { timeout: 0 }).then(() => Promise.reject(new Error('The browser page crashed.'))),
        ...(user ? [user(page).then(() => new Promise<never>(() => undefined))] : []),
        server.ended.then(() => Promise.reject(new Error('The editor ended before its tests did.'))),
        wait(limitMs, undefined, { ref: false }).then(() => Promise.reject(new Error('The tests did not end.'))),
      ]);
      const counts = await readCounts(countsFile);
      if (code !== 0) console.log(`The editor's own log: ${editorLog}`);
      return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Bundles test/editor into out/test/editor. */
export function bundleEditorTests(): Promise<string> {
  return reportDuration('Bundling the editor tests', () => runProgram(process.execPath, ['esbuild.mjs', '--tests']));
}

function testUrl(server: string, workspace: string): string {
  const { host } = new URL(server);
  const remote = (path: string) => `vscode-remote://${host}${path}`;
  const payload = [
    ['extensionDevelopmentPath', remote(root.replace(/\/$/, ''))],
    ['extensionTestsPath', remote(join(root, 'out/test/editor/index.cjs'))],
  ];
  return `${server}/?${new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) })}`;
}

/**
 * Opens the page whose editor runs the tests. Mocha's output is printed; the editor's output goes into a log file.
 * @returns the tests' exit code, 0 if all passed
 */
async function exitCodeOf(page: Page, url: string): Promise<number> {
  const exit = new EventEmitter<{ code: [number] }>();
  const ended = once(exit, 'code');
  const log = createWriteStream(editorLog);
  await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
    const line = format(...args);
    if (line.startsWith('mocha:')) console.log(line.slice('mocha:'.length));
    else log.write(`${line}\n`);
  });
  await page.exposeFunction('codeAutomationExit', (code: number) => exit.emit('code', code));
  await page.goto(url);
  const [code] = await ended;
  log.end();
  return code;
}
