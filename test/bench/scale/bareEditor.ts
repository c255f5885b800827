import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { installExtension, startEditor, writeUserSettings } from '#scripts/lib/codeServer.ts';
import { freePort } from '#scripts/lib/webServer.ts';
import { benchExtension, ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { findDescendants } from '#test/workbench/harness/childProcesses.ts';
import { baseSettings } from '#test/workbench/harness/editor.ts';

export interface BareEditor {
  extensionHosts(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** Opens an editor with the bench's extension but without this project's, in a new page. */
export async function openBareEditor(context: BrowserContext): Promise<BareEditor> {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'bare-'));
  const folders = { userData: join(temporaryFolder, 'user-data'), extensions: join(temporaryFolder, 'extensions') };
  // A subfolder, so that the workspace's file watchers do not see the files that the editor writes.
  const folder = join(temporaryFolder, 'workspace');
  const discard = () => rm(temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
  const port = await freePort();
  const { vsix, discard: discardVsix } = await benchExtension(port);
  try {
    await mkdir(folder);
    await writeUserSettings(folders, baseSettings);
    await installExtension(vsix, folders);
    const server = await startEditor(folders, await freePort());
    const page = await context.newPage();
    await page.goto(`${server.url}/?${new URLSearchParams({ folder })}`);
    await new ExtensionHostDriver(port).ready();
    return {
      extensionHosts: () => findDescendants(server.pid, '--type=extensionHost'),
      stop: () => server.stop().finally(discard),
    };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await discardVsix();
  }
}
