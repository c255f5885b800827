import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { root } from '#scripts/lib/process.mjs';
import { openBrowser } from './browser.ts';
import { baseSettings, type Editor, type EditorOptions, openEditor } from './editor.ts';

/** How long anything is waited for, in milliseconds: much longer than it takes on a machine that has other things to do. */
const patience = 60_000;

export interface WorkbenchOptions extends EditorOptions {
  /** The window's inner size in CSS pixels, by default 1280 by 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** For the browser's command line, beside those that keep it quiet. */
  readonly browserArguments?: readonly string[];
}

/** Starts an editor and opens it in a browser. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const editor = await openEditor(options);
  let context: BrowserContext | undefined;
  try {
    const { viewport = { width: 1280, height: 800 }, browserArguments = [] } = options;
    context = await openBrowser({ viewport, args: browserArguments });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    // It begins with a page.
    return await openWindow(editor, context.pages()[0] ?? (await context.newPage()));
  } catch (error) {
    await context?.close();
    await editor.stop();
    throw error;
  }
}

async function openWindow(editor: Editor, page: Page): Promise<Workbench> {
  page.setDefaultTimeout(patience);
  // A page that asks whether to leave it, as an editor may on reload, is left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await page.goto(editor.url);
  const workbench = new Workbench(editor, page);
  await workbench.ready();
  return workbench;
}

/** The editor's window: what a user sees and does there. Every wait is for a condition and fails after a minute. */
export class Workbench {
  readonly editor: Editor;
  /** For everything that has no word of its own here. */
  readonly page: Page;

  constructor(editor: Editor, page: Page) {
    this.editor = editor;
    this.page = page;
  }

  /** The panel's document: a webview's contents sit two frames deep. */
  panel(): FrameLocator {
    const ours = 'iframe.webview.ready[src*="extensionId=mcp-elicitation.mcp-elicitation-host"]';
    return this.page.frameLocator(ours).frameLocator('#active-frame');
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
    await this.choice(text).click();
  }

  /** Answers an input box at the top of the window. */
  async enter(text: string): Promise<void> {
    const box = this.quickInput.locator('input[type="text"], input[type="password"]');
    await box.fill(text);
    await box.press('Enter');
  }

  /**
   * Runs a command through the command palette.
   * @param title as the palette shows it, category included: "Category: Title"
   */
  async runCommand(title: string): Promise<void> {
    const row = this.quickInput.getByRole('option', { name: new RegExp(`^${escapeRegExp(title)}($|,)`) }).first();
    const deadline = Date.now() + patience;
    // The palette does not show commands that arrive while it is open, and it closes when a question that the person
    // has just asked for takes the keyboard: then it is opened again.
    for (;;) {
      await this.#openPalette();
      try {
        await this.quickInput.locator('input[type="text"]').fill(`>${title}`, { timeout: 3000 });
        await row.waitFor({ timeout: 3000 });
        return await row.click({ timeout: 3000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
        // Nowhere else: to a prompt, Escape would be an answer.
        if (await this.quickInput.isVisible()) await this.quickInput.press('Escape');
      }
    }
  }

  /** Chooses from a menu. The editor leaves a click without effect that comes right after the menu has opened. */
  async clickUntilGone(choice: Locator): Promise<void> {
    const deadline = Date.now() + patience;
    for (;;) {
      await choice.click();
      try {
        return await choice.waitFor({ state: 'detached', timeout: 2000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /**
   * Replaces the user settings, those that keep the editor quiet excepted, in the editor's own settings.json: it
   * does not look at that file when others write it. What follows must wait for what it expects of them.
   */
  async writeSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.runCommand('Preferences: Open User Settings (JSON)');
    const tab = this.tabs.and(this.page.locator('.active')).filter({ hasText: 'settings.json' });
    await tab.waitFor();
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

  /** Loads the window anew: the extension host is a new one afterwards. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /**
   * The same with the editor's own command, as a user does it: the editor then keeps which tabs are open. When the browser
   * loads the page anew at once, it may have no time for that.
   */
  async reloadByCommand(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** One more window of this editor, on the same workspace folder, with an extension host of its own. */
  async secondWindow(): Promise<Workbench> {
    return openWindow(this.editor, await this.page.context().newPage());
  }

  /** Closes the window, restarts the editor, and opens the window again. `meanwhile` runs while no editor does. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    await this.page.goto('about:blank');
    await this.editor.restart(meanwhile);
    await this.page.goto(this.editor.url);
    await this.ready();
  }

  /** Saves what the window shows now. @returns the picture's path, `.cache/screenshots/NAME.png` */
  async screenshot(name: string): Promise<string> {
    const path = join(root, '.cache/screenshots', `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }

  /** The same in a light, a dark and a high contrast theme, whose names are added to the picture's. The last one stays. */
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

  /** Waits until the window is drawn and knows what the extension contributes, its commands included. */
  async ready(): Promise<void> {
    await this.statusBarItem(/\S/)
      .first()
      .waitFor({ timeout: 2 * patience });
    const ofExtension = this.page.locator('.activitybar').getByRole('tab', { name: /^MCP Elicitation/ });
    await ofExtension.waitFor({ state: 'attached', timeout: 2 * patience });
  }

  async #openPalette(): Promise<void> {
    const deadline = Date.now() + patience;
    // An editor that is still starting may miss the key.
    for (;;) {
      await this.page.keyboard.press('F1');
      try {
        await this.quickInput.waitFor({ timeout: 2000 });
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  async dispose(): Promise<void> {
    await this.page.context().close();
    await this.editor.stop();
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
