import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { root } from '#scripts/lib/process.mjs';
import { quietSettings } from '#scripts/lib/quietSettings.ts';
import { eventually } from '#test/eventually.ts';
import { extensionId } from '#test/extensionId.ts';
import type { EditorOptions } from '#test/workbench/harness/editor.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { HistoryPage } from '#test/workbench/harness/historyPage.ts';
import { openWorkbench, type Workbench } from '#test/workbench/harness/workbench.ts';
import { drawSheet } from './contactSheet.ts';
import { withPalette } from './palette.ts';

/** The folder for the pictures of all scenes; git ignores it. */
export const picturesFolder = join(root, '.cache/pictures');

/** The themes, in the order in which the key `nextTheme` switches them. */
const themes = [
  { name: 'dark', kind: 'vscode-dark', workbench: 'vs-dark' },
  { name: 'light', kind: 'vscode-light', workbench: 'vs' },
  { name: 'hc-dark', kind: 'vscode-high-contrast', workbench: 'hc-black' },
  { name: 'hc-light', kind: 'vscode-high-contrast-light', workbench: 'hc-light' },
] as const;
type Theme = (typeof themes)[number];

/** The widths of a panel beside another editor, and of a panel alone in the window. In CSS pixels. */
const panelWidths = [420, 900] as const;
const activityBar = 48;
const key = {
  nextTheme: 'Control+Alt+Shift+T',
  closeEditors: 'Control+Alt+Shift+W',
  clearToasts: 'Control+Alt+Shift+N',
};

/**
 * The editor's command switches from a theme to the preferred theme of the opposite kind. These settings chain all four
 * themes, so that one key shows one after the other.
 */
const settings = {
  ...quietSettings,
  'files.autoSave': 'off',
  'workbench.editor.useModal': 'off',
  'window.autoDetectHighContrast': false,
  'workbench.colorTheme': 'Dark 2026',
  'workbench.preferredLightColorTheme': 'Light 2026',
  'workbench.preferredDarkColorTheme': 'Default High Contrast',
  'workbench.preferredHighContrastLightColorTheme': 'Default High Contrast Light',
  'workbench.preferredHighContrastColorTheme': 'Dark 2026',
};

interface PictureOptions {
  /** The part of the window in the picture; by default the extension's webview. */
  readonly area?: Locator;
  /** The height of the webview, in CSS pixels; by default 800. */
  readonly height?: number;
  /** The widths of the webview, in CSS pixels; by default both. */
  readonly widths?: readonly number[];
  /** Runs after the window was resized. For a state that ends when the window is resized, such as an open list. */
  readonly afterResize?: () => Promise<unknown>;
}

/** A real editor in which scenes are set up and taken. */
export class PictureSession {
  readonly workbench: Workbench;
  readonly host: ExtensionUi;
  readonly history: HistoryPage;
  #theme = 0;

  private constructor(workbench: Workbench) {
    this.workbench = workbench;
    this.host = new ExtensionUi(() => workbench);
    this.history = new HistoryPage(() => workbench);
  }

  static async open(options: EditorOptions): Promise<PictureSession> {
    const workbench = await openWorkbench({
      ...options,
      settings: { ...settings, ...options.settings },
      keybindings: [
        { key: 'ctrl+alt+shift+t', command: 'workbench.action.toggleLightDarkThemes' },
        { key: 'ctrl+alt+shift+w', command: 'workbench.action.closeAllEditors' },
        { key: 'ctrl+alt+shift+n', command: 'notifications.clearAll' },
      ],
    });
    await mkdir(picturesFolder, { recursive: true });
    return new PictureSession(workbench);
  }

  /** The extension's webview that is in sight. */
  get webview(): Locator {
    const selector = `iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`;
    return this.workbench.page.locator(selector);
  }

  /** Takes pictures in every theme and width, `.cache/pictures/NAME-THEME-WIDTH.png`, and an overview of them, NAME.png. */
  async takeThemes(
    name: string,
    { area = this.webview, height = 800, widths = panelWidths, afterResize }: PictureOptions = {},
  ) {
    const paths: string[] = [];
    const { keyboard, mouse } = this.workbench.page;
    await keyboard.press(key.clearToasts);
    // To a place without hover effects.
    await mouse.move(0, 0);
    for (const width of widths) {
      await this.#resize(width, height);
      await afterResize?.();
      for (const theme of themes) {
        await this.#show(theme);
        const path = join(picturesFolder, `${name}-${theme.name}-${width}.png`);
        await this.#take(area, path);
        paths.push(path);
      }
    }
    await drawSheet(this.workbench.page.context(), name, paths, picturesFolder);
    console.log(`  ${name}`);
  }

  /**
   * Takes pictures for the walkthrough, `media/NAME-THEME.png`.
   * @param clip the size of the part of `area` in the picture, from its upper left corner, in CSS pixels
   */
  async takeForMedia(
    name: string,
    clip: { width: number; height: number },
    { area = this.webview, windowWidth = clip.width } = {},
  ) {
    await this.#resize(windowWidth, clip.height);
    for (const theme of themes.filter(({ name }) => ['dark', 'light'].includes(name))) {
      await this.#show(theme);
      const path = join(root, 'media', `${name}-${theme.name}.png`);
      await mkdir(join(path, '..'), { recursive: true });
      await this.#take(area, path, clip);
      await writeFile(path, withPalette(await readFile(path)));
    }
  }

  /** Takes the whole window in this size: `media/NAME.png`. */
  async takeWindow(name: string, size: { width: number; height: number }) {
    await this.showWindow(size);
    const path = join(root, 'media', `${name}.png`);
    await this.#take(this.workbench.page.locator('.monaco-workbench'), path);
    await writeFile(path, withPalette(await readFile(path)));
  }

  /** Shows the whole window in this size and the first theme. */
  async showWindow(size: { width: number; height: number }): Promise<void> {
    await this.workbench.page.setViewportSize(size);
    await this.#show(themes[0]);
  }

  /** A picture of the whole window, as PNG. */
  windowPicture(): Promise<Buffer> {
    return this.workbench.page.screenshot({ animations: 'disabled' });
  }

  async showSideBar(): Promise<void> {
    await this.#setSideBar(true);
  }

  /** Hides the side bar, which is not in the pictures of webviews. */
  async hideSideBar(): Promise<void> {
    await this.#setSideBar(false);
  }

  async #setSideBar(isOpen: boolean): Promise<void> {
    const bar = this.workbench.page.locator('.part.sidebar');
    if ((await bar.isVisible()) !== isOpen) {
      await this.workbench.page.keyboard.press('Control+B');
      await bar.waitFor({ state: isOpen ? 'visible' : 'hidden' });
    }
  }

  /** Ends open requests and calls without an answer, and closes every tab. */
  async endAll(): Promise<void> {
    const { page } = this.workbench;
    await eventually('everything is closed', async () => {
      const stop = this.host.button('Stop the Call').first();
      if (await this.webview.count()) {
        if (await stop.isVisible()) {
          await stop.click({ timeout: 2000 }).catch(() => undefined);
          await this.host.panel
            .getByText('The call was cancelled.')
            .waitFor({ timeout: 3000 })
            .catch(() => undefined);
          return false;
        }
      }
      await page.keyboard.press(key.closeEditors);
      await this.workbench.tabs
        .first()
        .waitFor({ state: 'detached', timeout: 2000 })
        .catch(() => undefined);
      if (await this.workbench.tabs.count()) return false;
      if ((await this.workbench.statusBarItem(/MCP question/).count()) === 0) return true;
      await this.workbench.statusBarItem(/MCP question/).click();
      return false;
    });
  }

  /** Resizes the window so that the webview has this size. */
  async #resize(width: number, height: number): Promise<void> {
    const { page } = this.workbench;
    const chrome = (await page.locator('.part.titlebar:visible').count()) ? 35 : 0;
    await page.setViewportSize({ width: width + activityBar, height: height + chrome + 35 + 22 });
  }

  async #show(theme: Theme): Promise<void> {
    const { page } = this.workbench;
    const index = themes.indexOf(theme);
    while (this.#theme !== index) {
      this.#theme = (this.#theme + 1) % themes.length;
      const next = themes[this.#theme] ?? theme;
      await page.keyboard.press(key.nextTheme);
      await page.locator(`.monaco-workbench.${next.workbench}`).waitFor();
      for (const frame of await this.webview.all()) {
        const body = frame.contentFrame().frameLocator('#active-frame').locator('body');
        await body
          .and(body.page().locator(`[data-vscode-theme-kind="${next.kind}"]`))
          .waitFor()
          .catch(() => undefined);
      }
    }
  }

  async #take(area: Locator, path: string, size?: { width: number; height: number }): Promise<void> {
    const { page } = this.workbench;
    // A change of style sheets is drawn with the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const box = await area.first().boundingBox();
    if (!box) throw new Error(`There is nothing to take for ${path}.`);
    const { width, height } = size ?? box;
    const clip = { ...box, width: Math.min(width, box.width), height: Math.min(height, box.height) };
    await page.screenshot({ path, clip, animations: 'disabled' });
  }

  async dispose(): Promise<void> {
    await this.workbench.dispose();
  }
}

/** An empty folder for the files of the test servers. */
export async function emptyFolder(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'heard'), '');
  return path;
}
