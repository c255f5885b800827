import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { Root, Roots } from '#core/model/roots.ts';

/** Milliseconds between two looks while a server runs. */
const usualEveryMs = 10_000;
/** A disk that takes longer, as one behind a network may, has said nothing. */
const lookMs = 2000;

/**
 * Those of some roots whose folders are there. A folder that has gone is withdrawn, and listed again when it is back. It is
 * looked for while somebody listens, and whenever that is asked for.
 * Source: MCP specification 2025-11-25, client/roots, "Security Considerations" and "Implementation Guidelines": clients
 * validate root URIs and monitor their accessibility.
 */
export class PresentRoots implements Roots {
  readonly #roots: Roots;
  readonly #everyMs: number;
  readonly #changed = new Emitter<void>();
  #gone: ReadonlySet<string> = new Set();
  #listeners = 0;
  #watching: { readonly timer: NodeJS.Timeout; readonly following: Disposable } | undefined;
  #looking: Promise<void> | undefined;

  constructor(roots: Roots, everyMs = usualEveryMs) {
    this.#roots = roots;
    this.#everyMs = everyMs;
  }

  all(): readonly Root[] {
    return this.#roots.all().filter(({ uri }) => !this.#gone.has(uri));
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

  /** Looks now. Never rejects, and takes a few seconds at most. */
  async check(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  #watch(): void {
    if (this.#listeners > 0 && !this.#watching) {
      const timer = setInterval(() => void this.check(), this.#everyMs).unref();
      const following = this.#roots.onDidChange(() => this.#changed.fire());
      this.#watching = { timer, following };
      void this.check();
    } else if (this.#listeners === 0 && this.#watching) {
      clearInterval(this.#watching.timer);
      this.#watching.following.dispose();
      this.#watching = undefined;
    }
  }

  async #look(): Promise<void> {
    const uris = this.#roots.all().map(({ uri }) => uri);
    const absent = await Promise.all(uris.map(async (uri) => ((await isAbsent(uri)) ?? this.#gone.has(uri)) && uri));
    const gone = new Set(absent.filter((uri) => uri !== false));
    const before = this.#gone;
    this.#gone = gone;
    if (gone.size !== before.size || [...gone].some((uri) => !before.has(uri))) {
      this.#changed.fire();
    }
  }
}

/** `undefined` where that cannot be told now. */
async function isAbsent(uri: string): Promise<boolean | undefined> {
  let absent: boolean | undefined;
  const look = async () => {
    try {
      absent = !(await stat(fileURLToPath(uri))).isDirectory();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      absent = code === 'ENOENT' || code === 'ENOTDIR' ? true : undefined;
    }
  };
  await settlesWithin(look(), lookMs);
  return absent;
}
