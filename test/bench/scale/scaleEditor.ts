import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { type DrivenEditor, openDrivenEditor } from '#test/bench/lib/drivenEditor.ts';
import type { ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';

/** A server that says nothing unasked; see `test/servers/lightweight.ts`. */
export const lightweightServer = join(root, 'test/servers/lightweight.ts');

/** Commands that open our view, and that of the floor. */
export const hostView = 'mcpElicitation.servers.focus';
export const floorView = 'bare.servers.focus';

/** How to start a server with so many tools over stdio. */
export function lightweightEntry(tools: number): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [lightweightServer, 'stdio', 'legacy', `${tools}`] };
}

/** A real editor with the packaged extension, the floor beside it, and a driver in its extension host. */
export class ScaleEditor {
  readonly workbench: Workbench;
  readonly host: ExtensionUi;
  readonly driver: ExtensionHostDriver;

  private constructor({ workbench, driver }: DrivenEditor) {
    this.workbench = workbench;
    this.host = new ExtensionUi(() => workbench);
    this.driver = driver;
  }

  /** @param settings of the user, from the beginning */
  static async open(settings: Readonly<Record<string, unknown>> = {}): Promise<ScaleEditor> {
    return new ScaleEditor(await openDrivenEditor({ settings }));
  }

  /** Loads the window anew: the extension host is a new one afterwards. */
  async reload(): Promise<void> {
    await this.workbench.reload();
    await this.driver.ready();
  }

  /**
   * Milliseconds until a row is drawn that is one of so many at its place. VS Code says to screen readers how many there are,
   * of which only those in sight are in the page. `act` resolves with the moment at which it began: see `ExtensionHostDriver.command`.
   */
  async untilDrawn(size: number, act: () => Promise<number>): Promise<number> {
    const find = (wanted: number) =>
      document.querySelector(`.sidebar [role="treeitem"][aria-setsize="${wanted}"]`) && Date.now();
    const drawn = this.workbench.page.waitForFunction(find, size, { polling: 'raf', timeout: 60_000 });
    const [began, handle] = await Promise.all([act(), drawn]);
    return ((await handle.jsonValue()) ?? Number.NaN) - began;
  }

  /**
   * Milliseconds until the first of these elements is painted in a webview. `act` resolves with the moment at which it began:
   * see `ExtensionHostDriver.command`.
   */
  async untilPainted(selector: string, act: () => Promise<number>): Promise<number> {
    const find = (wanted: string) =>
      [...document.querySelectorAll<HTMLIFrameElement>('iframe.webview')].some((outer) => {
        const inner = outer.contentDocument?.querySelector<HTMLIFrameElement>('#active-frame');
        const found = inner?.contentDocument?.querySelector(wanted);
        return found?.checkVisibility({ visibilityProperty: true });
      }) && Date.now();
    const painted = this.workbench.page.waitForFunction(find, selector, { polling: 'raf', timeout: 60_000 });
    const [began, handle] = await Promise.all([act(), painted]);
    return ((await handle.jsonValue()) || Number.NaN) - began;
  }

  /** Waits until no row is drawn that is one of so many. */
  async gone(size: number): Promise<void> {
    await this.workbench.page.waitForFunction(
      (wanted) => !document.querySelector(`.sidebar [role="treeitem"][aria-setsize="${wanted}"]`),
      size,
    );
  }
}
