import assert from 'node:assert/strict';
import { t } from '@vscode/l10n';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type FromHistory, readFromHistory, readToHistory, type ToHistory } from '#bridge/historyMessages.ts';
import { readToExtension, readToWebview, type ToExtension, type ToWebview } from '#bridge/messages.ts';
import { documentUrl, type Language, type PageName } from './documentServer.ts';
import { styleSheet, type Theme, themeByLabel } from './editorThemes.ts';
import { installFakeEditor } from './fakeEditor.ts';
import { sharedBrowser } from './sharedBrowser.ts';

/** One conversation for each page, checked by the readers of the product: no fixture can say what the product never says. */
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

/** When it is on every page. Time goes on from there, unless a test holds it. */
const beginning = new Date('2026-03-10T09:30:00Z');

/** More than the time during which buttons ignore input, in milliseconds. */
const QUIET_IS_OVER = 600;

interface OpenOptions extends Language {
  /** What the extension posted to the panel together with its document: passed on when the page is loaded. */
  readonly kept?: readonly ToWebview[];
  /** A label of `test/data/themes.json`, "Dark Modern" unless told. */
  readonly theme?: string;
  readonly size?: PanelSize;
  /** Time goes by as it does, so that it can be measured. */
  readonly realTime?: true;
}

/** Opens one of the extension's pages in a context of its own. */
export async function openPage<P extends PageName>(name: P, options: OpenOptions = {}): Promise<WebviewPage<P>> {
  const { theme = 'Dark Modern', size = usualSize, realTime, kept = [], ...language } = options;
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: size,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  if (!realTime) await page.clock.install({ time: beginning });
  await page.addInitScript(installFakeEditor, { theme: themeByLabel(theme), styleSheet, kept });
  const opened = new WebviewPage(name, context, page, await documentUrl(name, language));
  await opened.load();
  return opened;
}

/** One of the extension's pages, as the extension sees it and as a person does. */
export class WebviewPage<P extends PageName = PageName> {
  readonly name: P;
  /** For everything that has no word of its own here. */
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #address: string;
  #errors: string[] = [];

  constructor(name: P, context: BrowserContext, page: Page, address: string) {
    this.name = name;
    this.page = page;
    this.#context = context;
    this.#address = address;
    page.on('pageerror', (error) => this.#errors.push(String(error)));
    // What the policy forbids is told here too.
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(message.text());
    });
  }

  /** Loads the document anew: nothing of what was shown is left. */
  async load(): Promise<void> {
    this.#errors = [];
    await this.page.goto(this.#address);
    await this.page.waitForFunction(() => window.posted.length > 0);
  }

  /** Posts messages to the webview, one after the other. Each is acted upon when this is done. */
  async send(...messages: readonly MessageTo<P>[]): Promise<void> {
    for (const message of messages) {
      assert.deepEqual(readers[this.name].in(message), message, 'this is no message of the contract');
    }
    await this.sendRaw(...messages);
  }

  /** The same with anything at all. */
  async sendRaw(...messages: readonly unknown[]): Promise<void> {
    await this.page.evaluate((all) => {
      for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
    }, messages);
  }

  /** What the webview has posted since it was loaded, or since `forget`. */
  async posted(): Promise<MessageFrom<P>[]> {
    const raw = await this.page.evaluate(() => window.posted);
    return raw.map((message) => {
      const read = readers[this.name].out(message);
      assert.ok(read, `the extension would ignore ${JSON.stringify(message)}`);
      return read;
    });
  }

  /** Those of one type among them. */
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

  /** Errors of scripts, and what the document's policy has forbidden. */
  get errors(): readonly string[] {
    return this.#errors;
  }

  /** Puts on another color theme, as the editor does while a webview is open. */
  async applyTheme(theme: Theme): Promise<void> {
    await this.page.evaluate((worn) => window.applyTheme(worn), theme);
    await this.#drawn();
  }

  /** Makes the panel so wide and high. */
  async resize(size: PanelSize): Promise<void> {
    await this.page.setViewportSize(size);
    await this.#drawn();
  }

  /** Lets so many milliseconds go by at once; without a number, until buttons take input. */
  async advanceTime(ms: number = QUIET_IS_OVER): Promise<void> {
    await this.page.clock.runFor(ms);
    await this.#drawn();
  }

  /** Waits until what was changed is laid out, and those who watch over sizes know of it: they are told in their order. */
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

  /** `name` in English: the button is found in the language of the moment. */
  button(name: string): Locator {
    return this.page.getByRole('button', { name: t(name), exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /** Ends the page, and everything it knows. */
  close(): Promise<void> {
    return this.#context.close();
  }
}
