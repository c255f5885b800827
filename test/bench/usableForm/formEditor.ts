import assert from 'node:assert/strict';
import type { DrivenEditor } from '#test/bench/lib/drivenEditor.ts';
import type { ExtensionHostDriver } from '#test/bench/lib/extensionHostDriver.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import type { Workbench } from '#test/workbench/harness/workbench.ts';
import { type FieldSource, nextField, type PaintedField } from './nextField.ts';

/** An editor with the packaged extension, in which the time until a field is usable is measured. */
export class FormEditor {
  readonly workbench: Workbench;
  readonly host: ExtensionUi;
  readonly driver: ExtensionHostDriver;

  constructor({ workbench, driver }: DrivenEditor) {
    this.workbench = workbench;
    this.host = new ExtensionUi(() => workbench);
    this.driver = driver;
  }

  /** Waits until the editor is idle, apart from endless animations. */
  async idle(): Promise<void> {
    await this.workbench.page.evaluate(async () => {
      const endless = (animation: Animation) => animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
      await Promise.allSettled(document.getAnimations().flatMap((each) => (endless(each) ? [] : [each.finished])));
      // A page that draws nothing may never get the idle callback.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 }));
    });
  }

  /** Starts `nextField` in the page; resolves when the page has started it. */
  async watch(place: FieldSource): Promise<{ readonly painted: Promise<PaintedField> }> {
    const handle = await this.workbench.page.evaluateHandle(
      ([source, fieldSource]) => ({
        painted: new Function(`return ${source}`)()(fieldSource) as Promise<PaintedField>,
      }),
      [String(nextField), place] as const,
    );
    return { painted: handle.evaluate(({ painted }) => painted) };
  }

  /** Opens the panel, if it is not open, and waits until it is drawn. */
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

/** The milliseconds from `startedAt` until a field was painted. Throws if it does not take the focus. */
export function msUntil(startedAt: number, { at, takesFocus }: PaintedField): number {
  assert.ok(takesFocus, 'The field does not take the keyboard.');
  return at - startedAt;
}
