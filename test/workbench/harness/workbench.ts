import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { root } from '#scripts/lib/process.mjs';
import { extensionId } from '#test/extensionId.ts';
import { openBrowser } from './browser.ts';
import { baseSettings, type Editor, type EditorOptions, openEditor } from './editor.ts';

/** The timeout of every wait, in milliseconds. Long enough for a busy machine. */
const waitTimeout = 60_000;

export interface WorkbenchOptions extends EditorOptions {
  /** The window's inner size in CSS pixels, by default 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Added to the browser's command line. */
  readonly browserArguments?: readonly string[];
  /** A window in whose browser the new one is opened, too: a process has one browser. That window must be closed last. */
  readonly beside?: Workbench;
}

/** Starts an editor and opens it in a browser. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const editor = await openEditor(options);
  let context: BrowserContext | undefined;
  try {
    const { viewport = { width: 1280, height: 800 }, browserArguments = [], beside } = options;
    if (beside) return await openWindow(editor, await beside.page.context().newPage(), true);
    context = await openBrowser({ viewport, args: browserArguments });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // A browser context starts with one page.
    return await openWindow(editor, context.pages()[0] ?? (await context.newPage()));
  } catch (error) {
    await context?.close();
    await editor.stop();
    throw error;
  }
}

async function openWindow(editor: Editor, page: Page, sharesBrowser = false): Promise<Workbench> {
  page.setDefaultTimeout(waitTimeout);
  // Confirms the browser's question whether to leave the page, which a reload of the editor may cause.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await page.goto(editor.url);
  const workbench = new Workbench(editor, page, sharesBrowser);
  await workbench.waitUntilReady();
  return workbench;
}

/** The actions of a user in the editor's window, and its elements. Every wait is for a condition and fails after a minute. */
export class Workbench {
  readonly editor: Editor;
  /** The browser page, for actions that have no method here. */
  readonly page: Page;
  readonly #sharesBrowser: boolean;

  /** @param sharesBrowser true if the browser is that of another editor's window */
  constructor(editor: Editor, page: Page, sharesBrowser = false) {
    this.editor = editor;
    this.page = page;
    this.#sharesBrowser = sharesBrowser;
  }

  /** The panel's document, two frames below the page of the editor. */
  panel(): FrameLocator {
    const selector = `iframe.webview.ready[src*="extensionId=${extensionId}"]`;
    return this.page.frameLocator(selector).frameLocator('#active-frame');
  }

  /** The open tabs of the editor area. */
  get tabs(): Locator {
    return this.page.locator('.tabs-container').getByRole('tab');
  }

  /** The notifications on screen. */
  get notifications(): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item');
  }

  /** The notification that contains this text. */
  notification(text: string | RegExp): Locator {
    return this.notifications.filter({ hasText: text });
  }

  get statusBar(): Locator {
    return this.page.locator('[id="workbench.parts.statusbar"]');
  }

  /** The item of the status bar that contains this text. */
  statusBarItem(text: string | RegExp): Locator {
    return this.statusBar.locator('.statusbar-item').filter({ hasText: text });
  }

  /** The modal dialog. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The box at the top of the window in which something is picked or typed. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget');
  }

  /** The choice with this text in the box at the top of the window. */
  choice(text: string | RegExp): Locator {
    return this.quickInput.locator('.monaco-list-row').filter({ hasText: text }).first();
  }

  /** Picks a choice in the box at the top of the window. */
  async choose(text: string | RegExp): Promise<void> {
    // The tooltip of the choice on which the pointer rests would cover the next one.
    await this.page.mouse.move(0, 0);
    await this.choice(text).click();
  }

  /** Answers an input box at the top of the window. */
  async enter(text: string): Promise<void> {
    const box = this.quickInput.locator('input[type="text"], input[type="password"]');
    await box.fill(text);
    await box.press('Enter');
  }

  /**
   * Answers the editor's file dialog with a path. The dialog replaces what is typed before it lists its first folder, and the
   * first Enter does nothing but list the folder of the path, if the dialog has not listed it yet.
   */
  async enterPath(path: string): Promise<void> {
    await this.quickInput.getByRole('option', { name: '..', exact: true }).waitFor();
    await this.enter(path);
    const deadline = Date.now() + waitTimeout;
    for (;;) {
      try {
        return await this.quickInput.waitFor({ state: 'hidden', timeout: 3000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
      await this.quickInput.press('Enter');
    }
  }

  /**
   * Runs a command through the command palette.
   * @param title as the palette shows it, category included: "Category: Title"
   */
  async runCommand(title: string): Promise<void> {
    const row = this.quickInput.getByRole('option', { name: new RegExp(`^${escapeRegExp(title)}($|,)`) }).first();
    const deadline = Date.now() + waitTimeout;
    // The palette does not show commands that are registered while it is open, and it closes when a new request takes the
    // focus. Both are solved by opening the palette again.
    for (;;) {
      await this.#openPalette();
      try {
        await this.quickInput.locator('input[type="text"]').fill(`>${title}`, { timeout: 3000 });
        await row.waitFor({ timeout: 3000 });
        // A click that takes too long may have run the command, which would then run twice.
        return await row.click({ timeout: 20_000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
        // Only in the palette: in a request, Escape would be an answer. A busy editor closes the palette later, and would then
        // close what is open by that time.
        if (await this.quickInput.isVisible()) {
          await this.quickInput.press('Escape');
          await this.quickInput.waitFor({ state: 'hidden', timeout: 5000 }).catch(() => undefined);
        }
      }
    }
  }

  /** Closes all tabs. A busy editor does so some time after the command: what opens by then would be closed, too. */
  async closeAllEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
    await this.tabs.first().waitFor({ state: 'detached' });
  }

  /**
   * Clicks an element until it is gone: the editor ignores clicks right after a menu has opened, and it may replace an action
   * above a line of a file that was just opened between the two halves of a click.
   */
  async clickUntilGone(choice: Locator): Promise<void> {
    const deadline = Date.now() + waitTimeout;
    await choice.click();
    for (;;) {
      try {
        return await choice.waitFor({ state: 'detached', timeout: 2000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
      // Rejects if the element is gone by now.
      await choice.click({ timeout: 2000 }).catch(() => undefined);
    }
  }

  /**
   * Replaces the user settings other than `baseSettings`, by typing into settings.json in an editor tab: the editor does not
   * notice when another program writes the file. The caller must wait for the effect of the settings.
   */
  async writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.runCommand('Preferences: Open User Settings (JSON)');
    const tab = this.tabs.and(this.page.locator('.active')).filter({ hasText: 'settings.json' });
    await tab.waitFor();
    // If the panel was active before, the editor may return the focus to it after the palette has closed.
    await this.page.locator('.editor-instance .monaco-editor .view-lines').click();
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.insertText(JSON.stringify({ ...baseSettings, ...settings }));
    await tab.and(this.page.locator('.dirty')).waitFor();
    await this.page.keyboard.press('ControlOrMeta+S');
    await tab.and(this.page.locator(':not(.dirty)')).waitFor();
    await this.runCommand('View: Close Editor');
    await tab.waitFor({ state: 'detached' });
  }

  /** Chooses a color theme by its label, such as "Dark Modern", "Light Modern" or "Dark High Contrast". */
  async setTheme(label: string): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.locator('input[type="text"]').fill(label);
    await this.choose(label);
    await this.quickInput.waitFor({ state: 'hidden' });
  }

  /** Reloads the browser page. A new extension host starts. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
  }

  /**
   * Reloads the window with the editor's command, as a user does. The editor then stores which tabs are open, for which it
   * may have no time if the browser reloads the page.
   */
  async reloadByCommand(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.waitUntilReady();
  }

  /** Opens another window of this editor on the same workspace folder. Each window has a separate extension host. */
  async openSecondWindow(): Promise<Workbench> {
    return openWindow(this.editor, await this.page.context().newPage());
  }

  /** Closes the window, restarts the editor, and opens the window again. `meanwhile` runs while the editor is stopped. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.page.goto('about:blank');
    await this.editor.restart(meanwhile);
    await this.page.goto(this.editor.url);
    await this.waitUntilReady();
  }

  /** Saves a picture of the window. @returns its path, `.cache/screenshots/NAME.png` */
  async screenshot(name: string): Promise<string> {
    const path = join(root, '.cache/screenshots', `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** Saves pictures in a light, a dark and a high contrast theme: NAME-light, NAME-dark, NAME-contrast. The last theme stays. */
  async screenshots(name: string): Promise<void> {
    for (const [theme, label] of [
      ['light', 'Light Modern'],
      ['dark', 'Dark Modern'],
      ['contrast', 'Dark High Contrast'],
    ] as const) {
      await this.setTheme(label);
      await this.screenshot(`${name}-${theme}`);
    }
  }

  /** Waits until the window is rendered and the extension's contributions are registered, its commands included. */
  async waitUntilReady(): Promise<void> {
    await this.statusBarItem(/\S/)
      .first()
      .waitFor({ timeout: 2 * waitTimeout });
    const viewTab = this.page.locator('.activitybar').getByRole('tab', { name: /^MCP Elicitation/ });
    await viewTab.waitFor({ state: 'attached', timeout: 2 * waitTimeout });
  }

  async #openPalette(): Promise<void> {
    const deadline = Date.now() + waitTimeout;
    // An editor that is still starting may ignore the key.
    for (;;) {
      await this.page.keyboard.press('F1');
      try {
        // A busy editor handles a second key later, and would then open the palette over another box.
        await this.quickInput.waitFor({ timeout: 5000 });
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  async dispose(): Promise<void> {
    await (this.#sharesBrowser ? this.page.close() : this.page.context().close());
    await this.editor.stop();
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
