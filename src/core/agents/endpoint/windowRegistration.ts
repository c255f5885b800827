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
  readonly #fixed: Omit<WindowFile, keyof WindowView>;
  readonly #warn: (line: string) => void;
  #view: WindowView;
  #isQueued = false;
  #isRemoved = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    home: HomeFolder,
    fixed: Omit<WindowFile, keyof WindowView>,
    view: WindowView,
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

  /** Writes the file again with these values, in the background. Several changes in a row are written once. */
  update(view: WindowView): void {
    this.#view = view;
    if (!this.#isQueued && !this.#isRemoved) {
      this.#isQueued = true;
      this.write().catch((error: unknown) =>
        this.#warn(`The file by which agents find this window could not be written: ${errorText(error, 300)}`),
      );
    }
  }

  /** Removes the file. Nothing is written from then on. */
  remove(): Promise<void> {
    this.#isRemoved = true;
    const removed = this.#queue.then(() => rm(join(this.#home.windows, this.#name), { force: true }));
    this.#queue = removed.catch(() => undefined);
    return removed;
  }

  get #name(): string {
    return `${this.#fixed.id}.json`;
  }

  async #write(): Promise<void> {
    this.#isQueued = false;
    const { folders, focusedAt } = this.#view;
    const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
    if (!this.#isRemoved) {
      await writePrivateFile(this.#home.windows, this.#name, this.#text(real, focusedAt));
    }
  }

  /** The text of the file, without the last folders if it were longer than clients read. */
  #text(folders: readonly string[], focusedAt: number): string {
    const text = JSON.stringify({ ...this.#fixed, folders, focusedAt } satisfies WindowFile);
    return Buffer.byteLength(text) <= maxWindowFileBytes || folders.length === 0
      ? text
      : this.#text(folders.slice(0, Math.floor(folders.length / 2)), focusedAt);
  }
}
