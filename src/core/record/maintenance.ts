import type { Clock } from '#core/common/clock.ts';
import type { Disposable } from '#core/common/events.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { Heads, RecordFiles } from '#core/record/store/recordFiles.ts';
import type { RecordWriter } from './recordWriter.ts';
import { repairRecord } from './repair.ts';
import { applyRetention } from './retention.ts';

interface KeepingPorts {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly recorder: RecordWriter;
  readonly clock: Clock;
  /** Of all windows. */
  readonly memory: StateStore;
  /** How many days are kept. */
  readonly days: () => number;
  /** What a start has found; not called where all was well. */
  readonly found: (found: readonly RepairFinding[]) => void;
  /** Something could not be read or dropped; one of ours, for the log. */
  readonly failed: (error: unknown) => void;
  /** As in `repair`. */
  readonly settleMs?: number;
}

const day = 24 * 60 * 60 * 1000;

/** Looks after the record in the background: repairs at the start, and drops what is old then and once a day. */
export class RecordMaintenance implements Disposable {
  readonly #ports: KeepingPorts;
  readonly #timer: NodeJS.Timeout;
  /** Resolves when the work of the start is done. Never rejects. */
  readonly started: Promise<void>;

  constructor(ports: KeepingPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => void this.#retain(), day).unref();
    this.started = this.#repair().then(() => this.#retain());
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  async #repair(): Promise<void> {
    try {
      const found = await repairRecord(this.#ports);
      if (found.length > 0) {
        this.#ports.found(found);
      }
    } catch (error) {
      this.#ports.failed(error);
    }
  }

  async #retain(): Promise<void> {
    try {
      await applyRetention({ ...this.#ports, days: this.#ports.days() });
    } catch (error) {
      this.#ports.failed(error);
    }
  }
}
