// The editor suite, mocha inside a real extension host, without a desktop: in a browser's VS Code.
import { EventEmitter, once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { format } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from '#scripts/lib/browser.ts';
import { installEditor, startTestEditor } from '#scripts/lib/editor.ts';
import { root, runProgram, step } from '#scripts/lib/process.mjs';
import { freePort } from '#scripts/lib/webServer.ts';
import { type Counts, countsVariable, readCounts } from './testCounts.ts';

/** For an editor that shall trust the authority whose certificates the tests use. */
export const testCertificateVariables = { SSL_CERT_FILE: join(root, 'test/servers/certificates/authority.pem') };

/** One run of files of `test/editor` inside an editor. */
interface EditorRun {
  /** The end of the names of the files that are run, without their extension. */
  readonly files: string;
  readonly limitMs: number;
  /** For the extension host. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What the user does in the editor's page meanwhile. Rejects when that fails. */
  readonly user?: (page: Page) => Promise<void>;
}

const editorLog = join(root, '.cache/logs/editor-suite.log');

/** Runs the tests of `test/editor`, or those that EDITOR_TESTS names, against the built extension. */
export function runEditorSuite(): Promise<Counts> {
  return runInEditor({ files: process.env['EDITOR_TESTS'] ?? '.test', limitMs: 10 * 60_000 });
}

/** Runs files of `test/editor` against the built extension. */
export async function runInEditor({ files, limitMs, environment, user: person }: EditorRun): Promise<Counts> {
  await installEditor();
  const executablePath = await findBrowser();
  await bundleEditorTests();
  const scratch = await mkdtemp(join(tmpdir(), 'editor-suite-'));
  const folders = { userData: join(scratch, 'server'), extensions: join(scratch, 'extensions') };
  const workspace = join(scratch, 'workspace');
  const file = join(scratch, 'counts.json');
  await mkdir(workspace);
  await mkdir(join(root, '.cache/logs'), { recursive: true });
  try {
    const variables = { ...environment, ...testCertificateVariables, EDITOR_TESTS: files, [countsVariable]: file };
    const server = await startTestEditor(folders, await freePort(), variables);
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const page = await browser.newPage();
      const code = await Promise.race([
        exitCodeOf(page, testUrl(server.url, workspace)),
        page.waitForEvent('crash', { timeout: 0 }).then(() => Promise.reject(new Error('The browser page crashed.'))),
        ...(person ? [person(page).then(() => new Promise<never>(() => undefined))] : []),
        server.ended.then(() => Promise.reject(new Error('The editor ended before its tests did.'))),
        wait(limitMs, undefined, { ref: false }).then(() => Promise.reject(new Error('The tests did not end.'))),
      ]);
      const counts = await readCounts(file);
      if (code !== 0) console.log(`The editor's own log: ${editorLog}`);
      return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Bundles test/editor into out/test/editor. */
export function bundleEditorTests(): Promise<string> {
  return step('Bundling the editor tests', () => runProgram(process.execPath, ['esbuild.mjs', '--tests']));
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
 * Opens the page whose editor runs the tests. Mocha's output is printed, the editor's output goes to a log file.
 * @returns the tests' exit code, 0 when all passed
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
