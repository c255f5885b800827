import { freePort } from '#scripts/lib/webServer.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '#test/workbench/harness/workbench.ts';
import { benchExtension, ExtensionHostDriver } from './extensionHostDriver.ts';

/** A real editor with the packaged extension, and a client of the driver in the editor's extension host. */
export interface DrivenEditor {
  readonly workbench: Workbench;
  readonly driver: ExtensionHostDriver;
}

export async function openDrivenEditor(options: WorkbenchOptions): Promise<DrivenEditor> {
  const port = await freePort();
  const { vsix, discard } = await benchExtension(port);
  try {
    const workbench = await openWorkbench({ ...options, extensions: [vsix] });
    const driver = new ExtensionHostDriver(port);
    try {
      await driver.ready();
      return { workbench, driver };
    } catch (error) {
      await workbench.dispose();
      throw error;
    }
  } finally {
    await discard();
  }
}
