import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { Root, Roots } from '#core/model/roots.ts';

/** Milliseconds between two checks while a server runs. */
const defaultIntervalMs = 10_000;
/** A disk that takes longer, as one behind a network may, gives no result. */
const statLimitMs = 2000;

/**
 * The roots whose folders exist. A folder that is deleted is not listed until it is back. The folders are checked
 * while there are listeners, and on `check`.
 * Source: MCP specification 2025-11-25, client/roots, "Security Considerations" and "Implementation Guidelines": clients
 * validate root URIs and monitor their accessibility.
 */
export class PresentRoots implements Roots {
  readonly #roots: Roots;
  readonly #intervalMs: number;
  readonly #changed = new Emitter<void>();
  #absent: ReadonlySet<string> = new Set();
  #listeners = 0;
  #watching: { readonly timer: NodeJS.Timeout; readonly following: Disposable } | undefined;
  #checking: Promise<void> | undefined;

  constructor(roots: Roots, intervalMs = defaultIntervalMs) {
    this.#roots = roots;
    this.#intervalMs = intervalMs;
  }

  all(): readonly Root[] {
    return this.#roots.all().filter(({ uri }) => !this.#absent.has(uri));
  }

  readonly onDidChange: Event<void> = (listener) => {
    const subscription = this.#changed.event(listener);
    this.#listeners += 1;
    this.#watch();
    let over = false;
    return {
      dispose: () => {
        subscription.dispose();
        this.#listeners -= over ? 0 : 1;
        over = true;
        this.#watch();
      },
    };
  };

  /** Checks the folders. Never rejects, and takes a few seconds at most. */
  async check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  #watch(): void {
    if (this.#listeners > 0 && !this.#watching) {
      const timer = setInterval(() => void this.check(), this.#intervalMs).unref();
      const following = this.#roots.onDidChange(() => this.#changed.fire());
      this.#watching = { timer, following };
      void this.check();
    } else if (this.#listeners === 0 && this.#watching) {
      clearInterval(this.#watching.timer);
      this.#watching.following.dispose();
      this.#watching = undefined;
    }
  }

  async #checkAll(): Promise<void> {
    const uris = this.#roots.all().map(({ uri }) => uri);
    const absent = await Promise.all(uris.map(async (uri) => ((await isAbsent(uri)) ?? this.#absent.has(uri)) && uri));
    const nowAbsent = new Set(absent.filter((uri) => uri !== false));
    const before = this.#absent;
    this.#absent = nowAbsent;
    if (nowAbsent.size !== before.size || [...nowAbsent].some((uri) => !before.has(uri))) {
      this.#changed.fire();
    }
  }
}

/** `undefined` if the file system does not say. */
async function isAbsent(uri: string): Promise<boolean | undefined> {
  let absent: boolean | undefined;
  const inspect = async () => {
    try {
      absent = !(await stat(fileURLToPath(uri))).isDirectory();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      absent = code === 'ENOENT' || code === 'ENOTDIR' ? true : undefined;
    }
  };
  await settlesWithin(inspect(), statLimitMs);
  return absent;
}
