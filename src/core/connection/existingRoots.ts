import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { Root, Roots } from '#core/model/roots.ts';

/** The time between two checks while there are listeners. */
const defaultIntervalMs = 10_000;
/** The time limit of a check. After it, for example on a slow network disk, the root stays as it was. */
const statLimitMs = 2000;

/**
 * The roots whose folders exist. A deleted folder is left out until it exists again. The folders are checked while there are
 * listeners, and by `check`.
 * Source: MCP specification 2025-11-25, client/roots, "Security Considerations" and "Implementation Guidelines": clients
 * validate root URIs and monitor their accessibility.
 */
export class ExistingRoots implements Roots {
  readonly #roots: Roots;
  readonly #intervalMs: number;
  readonly #changed = new Emitter<void>();
  #absent: ReadonlySet<string> = new Set();
  #listeners = 0;
  #watch: { readonly timer: NodeJS.Timeout; readonly subscription: Disposable } | undefined;
  #runningCheck: Promise<void> | undefined;

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
    this.#updateWatch();
    let isDisposed = false;
    return {
      dispose: () => {
        subscription.dispose();
        this.#listeners -= isDisposed ? 0 : 1;
        isDisposed = true;
        this.#updateWatch();
      },
    };
  };

  /** Checks the folders. Never rejects, and takes a few seconds at most. */
  async check(): Promise<void> {
    this.#runningCheck ??= this.#checkAll().finally(() => {
      this.#runningCheck = undefined;
    });
    await this.#runningCheck;
  }

  #updateWatch(): void {
    if (this.#listeners > 0 && !this.#watch) {
      const timer = setInterval(() => void this.check(), this.#intervalMs).unref();
      const subscription = this.#roots.onDidChange(() => this.#changed.fire());
      this.#watch = { timer, subscription };
      void this.check();
    } else if (this.#listeners === 0 && this.#watch) {
      clearInterval(this.#watch.timer);
      this.#watch.subscription.dispose();
      this.#watch = undefined;
    }
  }

  async #checkAll(): Promise<void> {
    const uris = this.#roots.all().map(({ uri }) => uri);
    const absent = await Promise.all(uris.map(async (uri) => ((await isAbsent(uri)) ?? this.#absent.has(uri)) && uri));
    const nowAbsent = new Set(absent.filter((uri) => uri !== false));
    const previous = this.#absent;
    this.#absent = nowAbsent;
    if (nowAbsent.size !== previous.size || [...nowAbsent].some((uri) => !previous.has(uri))) {
      this.#changed.fire();
    }
  }
}

/** True if the folder does not exist; `undefined` if this is unknown, because the disk is too slow or the check failed. */
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
