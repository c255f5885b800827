import type { Clock } from '#core/common/clock.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { isRecord } from '#form/json.ts';

const rememberedMs = 30 * 24 * 60 * 60 * 1000;

type Era = 'legacy' | 'modern';

/**
 * Remembers the era of a server. The next start of a legacy server begins with `initialize`: some such servers exit on the
 * unknown `server/discover`, others are silent until it times out. A modern server is asked each time, which costs one
 * round trip and returns fresh capabilities, and gets more time to answer. The memory holds for 30 days, for this entry and
 * this version of the server: an upgraded server would answer `initialize` for ever.
 */
export class EraMemory {
  readonly #memory: StateStore;
  readonly #clock: Clock;
  readonly #key: string;
  readonly #entry: string;

  constructor(memory: StateStore, clock: Clock, definition: ServerDefinition) {
    this.#memory = memory;
    this.#clock = clock;
    this.#key = `era:${definition.id}`;
    this.#entry = fingerprintOf(definition.entry);
  }

  isLegacy(): boolean {
    return this.#is('legacy');
  }

  isModern(): boolean {
    return this.#is('modern');
  }

  /** To be called after each successful connect. `version`: the one that the server names. */
  remember(era: Era, version: string | undefined): void {
    const known = this.#memory.get(this.#key);
    if (!this.#is(era)) {
      this.#memory.set(this.#key, { era, entry: this.#entry, version, at: this.#clock.now() });
    } else if (isRecord(known) && known['version'] !== version) {
      // A new version may speak another era, so the next start asks.
      this.forget();
    }
  }

  #is(era: Era): boolean {
    const known = this.#memory.get(this.#key);
    const age = isRecord(known) && typeof known['at'] === 'number' ? this.#clock.now() - known['at'] : -1;
    return isRecord(known) && known['entry'] === this.#entry && known['era'] === era && age >= 0 && age < rememberedMs;
  }

  forget(): void {
    if (this.#memory.get(this.#key) !== undefined) {
      this.#memory.set(this.#key, undefined);
    }
  }
}
