import assert from 'node:assert/strict';
import { t } from '@vscode/l10n';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type FromHistory, readFromHistory, readToHistory, type ToHistory } from '#bridge/historyMessages.ts';
import { readToExtension, readToWebview, type ToExtension, type ToWebview } from '#bridge/messages.ts';
import { documentUrl, type Language, type PageName } from './documentServer.ts';
import { styleSheet, type Theme, themeByLabel } from './editorThemes.ts';
import { installFakeEditor } from './fakeEditor.ts';
import { sharedBrowser } from './sharedBrowser.ts';

/**
 * The messages of each page. They are checked by the product's readers, so that no fixture contains a message that the
 * product cannot send.
 */
interface PageMessages {
  readonly panel: { readonly in: ToWebview; readonly out: ToExtension };
  readonly history: { readonly in: ToHistory; readonly out: FromHistory };
}
export type MessageTo<P extends PageName> = PageMessages[P]['in'];
type MessageFrom<P extends PageName> = PageMessages[P]['out'];

const readers: {
  readonly [P in PageName]: {
    readonly in: (message: unknown) => MessageTo<P> | undefined;
    readonly out: (message: unknown) => MessageFrom<P> | undefined;
  };
} = {
  panel: { in: readToWebview, out: readToExtension },
  history: { in: readToHistory, out: readFromHistory },
};

export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

/** A panel beside a text editor, on a common screen. In CSS pixels. */
export const usualSize: PanelSize = { width: 900, height: 700 };

/** The initial time of every page. */
const initialTime = new Date('2026-03-10T09:30:00Z');

/** Longer than buttons ignore input. In milliseconds. */
const ignoreInputOverMs = 600;

interface OpenOptions extends Language {
  /** Messages that the extension posts together with the document: delivered when the page is loaded. */
  readonly kept?: readonly ToWebview[];
  /** A label of `test/data/themes.json`; "Dark 2026" by default. */
  readonly theme?: string;
  readonly size?: PanelSize;
  /** The pixels of the screen for each CSS pixel; 1 by default. */
  readonly pixelRatio?: number;
  /** Uses the real clock, to measure time. */
  readonly realTime?: true;
}

/** Opens one of the extension's pages in a new browser context. */
export async function openPage<P extends PageName>(name: P, options: OpenOptions = {}): Promise<WebviewPage<P>> {
  const { theme = 'Dark 2026', size = usualSize, pixelRatio = 1, realTime, kept = [], ...language } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: pixelRatio,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  if (!realTime) await page.clock.install({ time: initialTime });
  await page.addInitScript(installFakeEditor, { theme: themeByLabel(theme), styleSheet, kept });
  const opened = new WebviewPage(name, context, page, await documentUrl(name, language));
  await opened.load();
  return opened;
}

/** One of the extension's pages, as seen by the extension and by the user. */
export class WebviewPage<P extends PageName = PageName> {
  readonly name: P;
  /** Playwright's page, for actions that this class does not have. */
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #address: string;
  #errors: string[] = [];
  #isClockStopped = false;

  constructor(name: P, context: BrowserContext, page: Page, address: string) {
    this.name = name;
    this.page = page;
    this.#context = context;
    this.#address = address;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    // The browser reports violations of the content security policy here.
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(message.text());
    });
  }

  /** Reloads the document. A stopped clock runs again. */
  async load(): Promise<void> {
    this.#errors = [];
    if (this.#isClockStopped) await this.resumeClock();
    await this.page.goto(this.#address);
    await this.page.waitForFunction(() => window.posted.length > 0);
  }

  /** Reloads the document as after a reload of the window: the editor has kept the webview's state. */
  async reloadWindow(): Promise<void> {
    await this.page.evaluate(() => sessionStorage.setItem('editorState', JSON.stringify(window.editorState)));
    await this.load();
  }

  /** Posts messages to the webview, one after the other. They are handled when the promise resolves. */
  async send(...messages: readonly MessageTo<P>[]): Promise<void> {
    for (const message of messages) {
      assert.deepEqual(readers[this.name].in(message), message, 'this is no message of the contract');
    }
    await this.sendRaw(...messages);
  }

  /** Posts any values. */
  async sendRaw(...messages: readonly unknown[]): Promise<void> {
    await this.page.evaluate((all) => {
      for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
    }, messages);
  }

  /** The messages that the webview has posted since it was loaded, or since `clearPosted`. */
  async posted(): Promise<MessageFrom<P>[]> {
    const raw = await this.page.evaluate(() => window.posted);
    return raw.map((message) => {
      const read = readers[this.name].out(message);
      assert.ok(read, `the extension would ignore ${JSON.stringify(message)}`);
      return read;
    });
  }

  /** The posted messages of one type. */
  async postedOf<T extends MessageFrom<P>['type']>(type: T): Promise<Extract<MessageFrom<P>, { type: T }>[]> {
    const isOfType = (message: MessageFrom<P>): message is Extract<MessageFrom<P>, { type: T }> =>
      message.type === type;
    return (await this.posted()).filter(isOfType);
  }

  async clearPosted(): Promise<void> {
    await this.page.evaluate(() => {
      window.posted = [];
    });
  }

  /** Errors of scripts, and violations of the content security policy. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Changes the color theme, as the editor does while a webview is open. */
  async applyTheme(theme: Theme): Promise<void> {
    await this.page.evaluate((worn) => window.applyTheme(worn), theme);
    await this.#drawn();
  }

  /** Resizes the panel. */
  async resize(size: PanelSize): Promise<void> {
    await this.page.setViewportSize(size);
    await this.#drawn();
  }

  /** Advances the clock by `ms` milliseconds; by default until buttons take input. */
  async advanceTime(ms: number = ignoreInputOverMs): Promise<void> {
    await this.page.clock.runFor(ms);
    await this.#drawn();
  }

  /** Lets time pass only in `advanceTime`, so that a pause of some milliseconds does not end early on a busy machine. */
  async stopClock(): Promise<void> {
    // The clock stops in the future. It runs until then, and a time in the past is an error.
    this.#isClockStopped = true;
    await this.page.clock.pauseAt(await this.page.evaluate(() => Date.now() + 10_000));
  }

  async resumeClock(): Promise<void> {
    await this.page.clock.resume();
    this.#isClockStopped = false;
  }

  /** Waits until changes are laid out and all ResizeObservers have run: they run in the order of their creation. */
  async #drawn(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const last = new ResizeObserver(() => {
            last.disconnect();
            resolve();
          });
          last.observe(document.documentElement);
        }),
    );
  }

  /** `name`: in English; it is translated to the current language. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name: t(name), exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /** Closes the page and its context. */
  close(): Promise<void> {
    return this.#context.close();
  }
}
