import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { maxWindowFileBytes, type WindowFile } from '#agentProtocol/windowFile.ts';
import { writePrivateFile } from '#core/agents/home/privateFolder.ts';
import { errorText } from '#core/common/errors.ts';

/** What of a window changes while it listens. */
export interface WindowView {
  /** The paths of the open folders on this machine. */
  readonly folders: readonly string[];
  /** When the window had the focus last, in milliseconds since the epoch. 0: never. */
  readonly focusedAt: number;
}

/** Writes and removes the file by which clients find this window. Its methods run one after the other. */
export class WindowRegistration {
  readonly #home: HomeFolder;
  readonly #fixed: Omit<WindowFile, keyof WindowView | 'closedAt'>;
  readonly #warn: (line: string) => void;
  readonly #view: () => WindowView;
  /** The real paths of the folders, as written last. */
  #folders: readonly string[] = [];
  #isQueued = false;
  #hasEnded = false;
  #queue: Promise<void> = Promise.resolve();

  /** `view`: what is written, read each time. */
  constructor(
    home: HomeFolder,
    fixed: Omit<WindowFile, keyof WindowView | 'closedAt'>,
    view: () => WindowView,
    warn: (line: string) => void,
  ) {
    this.#home = home;
    this.#fixed = fixed;
    this.#view = view;
    this.#warn = warn;
  }

  /** Writes the file. @throws Error if it cannot be written */
  write(): Promise<void> {
    const written = this.#queue.then(() => this.#write());
    this.#queue = written.catch(() => undefined);
    return written;
  }

  /** Writes the file again because the view has changed, in the background. Several changes in a row are written once. */
  update(): void {
    if (!this.#isQueued && !this.#hasEnded) {
      this.#isQueued = true;
      this.write().catch((error: unknown) => this.#warnOf(error));
    }
  }

  /** Notes in the file that the window has closed and may be back soon. Nothing is written from then on. Never rejects. */
  noteClosed(closedAt: number): Promise<void> {
    return this.#end((folders) => this.#put(folders, closedAt));
  }

  /** Removes the file. Nothing is written from then on. Never rejects. */
  remove(): Promise<void> {
    return this.#end(() => rm(join(this.#home.windows, this.#name), { force: true }));
  }

  #end(finish: (folders: readonly string[]) => Promise<void>): Promise<void> {
    this.#hasEnded = true;
    // What cannot be written must not keep the endpoint from closing.
    this.#queue = this.#queue.then(() => finish(this.#folders)).catch((error: unknown) => this.#warnOf(error));
    return this.#queue;
  }

  #warnOf(error: unknown): void {
    this.#warn(`The file by which agents find this window could not be changed: ${errorText(error, 300)}`);
  }

  get #name(): string {
    return `${this.#fixed.id}.json`;
  }

  async #write(): Promise<void> {
    this.#isQueued = false;
    this.#folders = await Promise.all(this.#view().folders.map((folder) => realpath(folder).catch(() => folder)));
    if (!this.#hasEnded) {
      await this.#put(this.#folders);
    }
  }

  /** Writes the file, without the last folders if it were longer than clients read. */
  async #put(folders: readonly string[], closedAt?: number): Promise<void> {
    const { focusedAt } = this.#view();
    const text = JSON.stringify({ ...this.#fixed, folders, focusedAt, closedAt } satisfies WindowFile);
    await (Buffer.byteLength(text) <= maxWindowFileBytes || folders.length === 0
      ? writePrivateFile(this.#home.windows, this.#name, text)
      : this.#put(folders.slice(0, Math.floor(folders.length / 2)), closedAt));
  }
}
