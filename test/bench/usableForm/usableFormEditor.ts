import assert from 'node:assert/strict';
import { freePort } from '#scripts/lib/webServer.ts';
import { type DrivenEditor, openDrivenEditor } from '#test/bench/lib/drivenEditor.ts';
import type { ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';
import { type FieldSource, nextField, type PaintedField } from './nextField.ts';

/** Our name for the server. */
const asker = 'usable-form';

/** Of the server in our host, and of the same in the editor's own. */
interface Ports {
  readonly ours: number;
  readonly builtIn: number;
}

/** A real editor with the packaged extension, the floor beside it, and a driver in its extension host. */
export class UsableFormEditor {
  readonly workbench: Workbench;
  readonly host: ExtensionUi;
  readonly driver: ExtensionHostDriver;
  readonly #ports: Ports;

  private constructor({ workbench, driver }: DrivenEditor, ports: Ports) {
    this.workbench = workbench;
    this.host = new ExtensionUi(() => workbench);
    this.driver = driver;
    this.#ports = ports;
  }

  static async open(): Promise<UsableFormEditor> {
    const ports = { ours: await freePort(), builtIn: await freePort() };
    const entry = (port: number) => ({
      command: process.execPath,
      args: [fromRoot('test/bench/usableForm/server.ts'), String(port)],
    });
    const opened = await openDrivenEditor({
      settings: {
        'chat.disableAIFeatures': false,
        'mcpElicitation.servers': { [asker]: entry(ports.ours) },
        'mcpElicitation.rateLimit.requestsPerMinute': 10_000,
        'mcpElicitation.rateLimit.maxPending': 50,
      },
      files: {
        '.vscode/mcp.json': JSON.stringify({ servers: { builtIn: { type: 'stdio', ...entry(ports.builtIn) } } }),
      },
    });
    return new UsableFormEditor(opened, ports);
  }

  /** Starts the server in our host and in the editor's own. */
  async startServers(): Promise<void> {
    await this.driver.command('mcpElicitation.startServer', asker);
    await this.driver.command('workbench.mcp.startServer', '*', { autoTrustChanges: true });
    for (const port of [this.#ports.ours, this.#ports.builtIn]) {
      await eventually('the servers are connected', () =>
        fetch(`http://127.0.0.1:${port}/0`).then(Boolean, () => false),
      );
    }
  }

  /**
   * Has a server ask by itself, and waits for the form.
   * @returns the milliseconds from when it asked until the first field was painted and could be used
   */
  async asked(by: 'ours' | 'builtIn', fields = 1): Promise<number> {
    await this.#idle();
    const { painted } = await this.watch(by === 'ours' ? 'webview' : 'quickInput');
    const response = await fetch(`http://127.0.0.1:${this.#ports[by]}/${fields}`);
    const begun = Number(await response.text());
    return since(begun, await painted);
  }

  /** The floor: from when its panel was opened until its field was painted. */
  reference(): Promise<number> {
    return this.#referenceDoes('referenceOpen');
  }

  /** The same in a panel that is open, from when it was told to show its field. */
  async openReference(): Promise<number> {
    await this.driver.act('referenceOpenEmpty');
    return this.#referenceDoes('referenceShow');
  }

  async #referenceDoes(act: 'referenceOpen' | 'referenceShow'): Promise<number> {
    await this.#idle();
    const { painted } = await this.watch('webview');
    const begun = await this.driver.act<number>(act);
    return since(begun, await painted);
  }

  /** Waits until the editor has nothing to do but what never ends. */
  async #idle(): Promise<void> {
    await this.workbench.page.evaluate(async () => {
      const endless = (animation: Animation) => animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
      await Promise.allSettled(document.getAnimations().flatMap((each) => (endless(each) ? [] : [each.finished])));
      // A page that draws nothing at all may never be told that it is idle.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 }));
    });
  }

  /** Begins to look for a field; resolves once the page does. */
  async watch(place: FieldSource): Promise<{ readonly painted: Promise<PaintedField> }> {
    const handle = await this.workbench.page.evaluateHandle(
      ([source, wanted]) => ({ painted: new Function(`return ${source}`)()(wanted) as Promise<PaintedField> }),
      [String(nextField), place] as const,
    );
    return { painted: handle.evaluate(({ painted }) => painted) };
  }

  /** Opens the panel, where it is not open, and waits until it is drawn. */
  async openPanel(): Promise<void> {
    await this.driver.command('notifications.clearAll');
    await this.driver.command('mcpElicitation.showPending');
    await this.host.panel.getByRole('heading').first().waitFor();
  }

  /** Closes every tab and every notification. */
  async clear(): Promise<void> {
    await this.driver.command('workbench.action.closeAllEditors');
    await this.driver.command('notifications.clearAll');
    const { page, notifications } = this.workbench;
    await page.locator('iframe.webview').first().waitFor({ state: 'detached' });
    await notifications.first().waitFor({ state: 'detached' });
  }
}

function since(begun: number, { at, takesFocus }: PaintedField): number {
  assert.ok(takesFocus, 'The field does not take the keyboard.');
  return at - begun;
}
