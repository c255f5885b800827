import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { installExtension, startEditor, writeUserSettings } from '#scripts/lib/editor.ts';
import { freePort } from '#scripts/lib/webServer.ts';
import { benchExtension, ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { baseSettings } from '#test/workbench/harness/editor.ts';
import { descendants } from '#test/workbench/harness/processes.ts';

export interface BareEditor {
  extensionHosts(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** An editor with the bench's extension and without ours, open in a page of its own. */
export async function openBareEditor(context: BrowserContext): Promise<BareEditor> {
  const scratch = await mkdtemp(join(tmpdir(), 'bare-'));
  const folders = { userData: join(scratch, 'user-data'), extensions: join(scratch, 'extensions') };
  // Not the folder above: what the editor writes there itself would keep those busy that watch the workspace.
  const folder = join(scratch, 'workspace');
  const discard = () => rm(scratch, { recursive: true, force: true, maxRetries: 5 });
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
      extensionHosts: () => descendants(server.pid, '--type=extensionHost'),
      stop: () => server.stop().finally(discard),
    };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    await discardVsix();
  }
}
