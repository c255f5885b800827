import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import type { PageName } from '#test/pages/harness/documentServer.ts';
import { matchTranscript } from '#test/pages/harness/snapshots.ts';
import type { MessageTo, WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { recordAnnouncements } from './announced.ts';
import { type FocusedNode, readFocusedNode } from './focusedNode.ts';

/** More stops than any flow has between two of its controls. */
const maxStops = 40;

interface TranscriptOptions {
  /** The responses of the extension to what the page has posted. */
  readonly respond?: () => Promise<void>;
  /** Returns further lines after each action and message: what a real screen reader has said. */
  readonly hear?: () => Promise<readonly string[]>;
}

/** The focus is at no control, although the user has not left the page: the next Tab would start at its top. */
const lostFocus = 'NOTHING HAS THE FOCUS';

/**
 * Everything that a screen reader announces while a user works with the keyboard alone: one line for each key and each
 * message of the extension, followed by the announcements that it causes, in their order.
 *
 * - `# ...`: what happens; `> ...`: what the user presses or types
 * - `in role "name"`: a group or landmark that the focus has entered
 * - `role "name" = "value" (states) - description`: the element that has the focus now, or a change of its name or states
 * - `status: ...`, `alert: ...`: a live region
 */
export class Transcript<P extends PageName> {
  readonly #page: WebviewPage<P>;
  readonly #session: CDPSession;
  readonly #respond: () => Promise<void>;
  readonly #hear: () => Promise<readonly string[]>;
  readonly #lines: string[] = [];
  #focused: FocusedNode | undefined;

  private constructor(page: WebviewPage<P>, session: CDPSession, { respond, hear }: TranscriptOptions) {
    this.#page = page;
    this.#session = session;
    this.#respond = respond ?? (() => Promise.resolve());
    this.#hear = hear ?? (() => Promise.resolve([]));
  }

  /** Starts a transcript of a page that has just been loaded. */
  static async start<P extends PageName>(
    page: WebviewPage<P>,
    options: TranscriptOptions = {},
  ): Promise<Transcript<P>> {
    const session = await page.page.context().newCDPSession(page.page);
    await session.send('Accessibility.enable');
    await page.page.evaluate(recordAnnouncements);
    return new Transcript(page, session, options);
  }

  /** Loads a page again, and starts a transcript that has what the page announces by itself while it loads. */
  static async startAtLoad<P extends PageName>(
    page: WebviewPage<P>,
    options: TranscriptOptions = {},
  ): Promise<Transcript<P>> {
    await page.page.addInitScript(recordAnnouncements);
    await page.load();
    const session = await page.page.context().newCDPSession(page.page);
    await session.send('Accessibility.enable');
    return new Transcript(page, session, options);
  }

  /** Something that happens without the user: the extension posts messages. */
  async happens(what: string, ...messages: readonly MessageTo<P>[]): Promise<void> {
    this.#lines.push(`# ${what}`);
    await this.#page.send(...messages);
    await this.#record();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#lines.push(`> ${key}`);
      await this.#page.press(key);
      await this.#record();
    }
  }

  async type(text: string): Promise<void> {
    this.#lines.push(`> types ${JSON.stringify(text)}`);
    await this.#page.page.keyboard.type(text);
    await this.#record();
  }

  /** Types and presses a key before the page takes the typing for finished. */
  async typeAndPress(text: string, key: string): Promise<void> {
    this.#lines.push(`> types ${JSON.stringify(text)} and presses ${key} at once`);
    await this.#page.page.keyboard.type(text);
    await this.#page.press(key);
    await this.#record();
  }

  /** Presses Tab until the focused element has this name, role or value in its line. */
  async tabTo(part: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let stop = 0; stop < maxStops; stop += 1) {
      await this.press(key);
      if (this.#focused?.text.includes(part)) return;
    }
    assert.fail(`${key} does not lead to ${part}:\n${this.text}`);
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Compares the transcript with the file of this name. */
  async matches(name: string): Promise<void> {
    await this.#session.detach();
    assert.ok(!this.#lines.includes(lostFocus), this.text);
    await matchTranscript(name, this.text);
  }

  async #record(): Promise<void> {
    await this.#page.advanceTime();
    await this.#respond();
    await this.#page.advanceTime();
    const spoken = await this.#page.page.evaluate(() => window.spoken.splice(0));
    const before = this.#focused;
    this.#focused = await readFocusedNode(this.#session);
    const focusAt = spoken.lastIndexOf('focus');
    for (const [index, one] of spoken.entries()) {
      if (one !== 'focus') {
        this.#lines.push(`${one.urgency}: ${one.text}`);
      } else if (index === focusAt) {
        this.#lines.push(...this.#focusLines(before));
      }
    }
    if (focusAt === -1) this.#lines.push(...this.#focusLines(before));
    this.#lines.push(...(await this.#hear()));
  }

  /** The lines of the focused element, if it differs from the one before. */
  #focusLines(before: FocusedNode | undefined): string[] {
    const focused = this.#focused;
    if (!focused) return before ? [this.#lines.at(-1)?.endsWith('Tab') ? 'the focus leaves the page' : lostFocus] : [];
    if (focused.id === before?.id) return focused.text === before.text ? [] : [focused.text];
    const entered = focused.containers.filter(({ id }) => !before?.containers.some((container) => container.id === id));
    return [
      ...entered.map(({ text }) => `in ${text}`),
      focused.description ? `${focused.text} - ${focused.description}` : focused.text,
    ];
  }
}
