import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { type DrivenEditor, openDrivenEditor } from '#test/bench/lib/drivenEditor.ts';
import type { ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';

/** The script of a server that sends nothing unrequested; see `test/servers/lightweight.ts`. */
export const lightweightServer = join(root, 'test/servers/lightweight.ts');

/** The commands that open the extension's view and the floor's view. */
export const hostView = 'mcpElicitation.servers.focus';
export const floorView = 'bare.servers.focus';

/** The settings entry of a stdio server with `tools` tools. */
export function lightweightEntry(tools: number): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [lightweightServer, 'stdio', 'legacy', `${tools}`] };
}

/** A real editor with the packaged extension, the floor beside it, and a driver in its extension host. */
export class ScaleEditor {
  readonly workbench: Workbench;
  readonly host: ExtensionUi;
  readonly driver: ExtensionHostDriver;

  constructor({ workbench, driver }: DrivenEditor) {
    this.workbench = workbench;
    this.host = new ExtensionUi(() => workbench);
    this.driver = driver;
  }

  /** @param settings the user's settings when the editor starts */
  static async open(settings: Readonly<Record<string, unknown>> = {}): Promise<ScaleEditor> {
    return new ScaleEditor(await openDrivenEditor({ settings }));
  }

  /** Reloads the window, which starts a new extension host. */
  async reload(): Promise<void> {
    await this.workbench.reload();
    await this.driver.ready();
  }

  /**
   * The milliseconds until a row is drawn whose list has `size` rows. The page has only the rows in sight, but each row has the
   * size of its list for screen readers. `act` resolves with the time at which it began: see `ExtensionHostDriver.command`.
   */
  async timeUntilDrawn(size: number, act: () => Promise<number>): Promise<number> {
    const find = (wanted: number) =>
      document.querySelector(`.sidebar [role="treeitem"][aria-setsize="${wanted}"]`) && Date.now();
    const drawnAt = this.workbench.page.waitForFunction(find, size, { polling: 'raf', timeout: 60_000 });
    const [began, handle] = await Promise.all([act(), drawnAt]);
    return ((await handle.jsonValue()) ?? Number.NaN) - began;
  }

  /**
   * The milliseconds until the first element that matches is painted in a webview. `act` resolves with the time at which it
   * began: see `ExtensionHostDriver.command`.
   */
  async timeUntilPainted(selector: string, act: () => Promise<number>): Promise<number> {
    const find = (wanted: string) =>
      [...document.querySelectorAll<HTMLIFrameElement>('iframe.webview')].some((outer) => {
        const inner = outer.contentDocument?.querySelector<HTMLIFrameElement>('#active-frame');
        const element = inner?.contentDocument?.querySelector(wanted);
        return element?.checkVisibility({ visibilityProperty: true });
      }) && Date.now();
    const painted = this.workbench.page.waitForFunction(find, selector, { polling: 'raf', timeout: 60_000 });
    const [began, handle] = await Promise.all([act(), painted]);
    return ((await handle.jsonValue()) || Number.NaN) - began;
  }

  /** Waits until no row is drawn whose list has `size` rows. */
  async untilGone(size: number): Promise<void> {
    await this.workbench.page.waitForFunction(
      (wanted) => !document.querySelector(`.sidebar [role="treeitem"][aria-setsize="${wanted}"]`),
      size,
    );
  }
}
