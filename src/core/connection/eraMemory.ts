import type { Clock } from '#core/common/clock.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { isRecord } from '#form/json.ts';

const rememberedMs = 30 * 24 * 60 * 60 * 1000;

type Era = 'legacy' | 'modern';

/**
 * Remembers the era of a server. The next start of a legacy server begins with `initialize`: some such servers exit on the
 * unknown `server/discover`, others are silent until it times out. A modern server gets `server/discover` at each start, with
 * more time to respond; this costs one round trip and returns the capabilities. The era is remembered for 30 days and for this
 * entry; that of a legacy server for its version, too: otherwise an upgraded server would get `initialize` for ever. What a modern
 * server says about itself changes nothing.
 * Source: MCP specification 2026-07-28, basic, "_meta": `serverInfo` is for display.
 */
export class EraMemory {
  readonly #memory: StateStore;
  readonly #clock: Clock;
  readonly #key: string;
  readonly #entryFingerprint: string;

  constructor(memory: StateStore, clock: Clock, definition: ServerDefinition) {
    this.#memory = memory;
    this.#clock = clock;
    this.#key = `era:${definition.id}`;
    this.#entryFingerprint = fingerprintOf(definition.entry);
  }

  isLegacy(): boolean {
    return this.#isRemembered('legacy');
  }

  isModern(): boolean {
    return this.#isRemembered('modern');
  }

  /** Called after each successful connect. `reported`: the server's version, as the server reports it. */
  remember(era: Era, reported: string | undefined): void {
    const stored = this.#memory.get(this.#key);
    const version = era === 'legacy' ? reported : undefined;
    if (!this.#isRemembered(era)) {
      this.#memory.set(this.#key, { era, entry: this.#entryFingerprint, version, at: this.#clock.now() });
    } else if (era === 'legacy' && isRecord(stored) && stored['version'] !== version) {
      // A new version may be of another era, so the next start begins with `server/discover`.
      this.forget();
    }
  }

  #isRemembered(era: Era): boolean {
    const stored = this.#memory.get(this.#key);
    const age = isRecord(stored) && typeof stored['at'] === 'number' ? this.#clock.now() - stored['at'] : -1;
    return (
      isRecord(stored) &&
      stored['entry'] === this.#entryFingerprint &&
      stored['era'] === era &&
      age >= 0 &&
      age < rememberedMs
    );
  }

  forget(): void {
    if (this.#memory.get(this.#key) !== undefined) {
      this.#memory.set(this.#key, undefined);
    }
  }
}
