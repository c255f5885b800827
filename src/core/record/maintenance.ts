import type { Clock } from '#core/common/clock.ts';
import type { Disposable } from '#core/common/events.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { RecordStore } from './recordWriter.ts';
import { repairRecord } from './repair.ts';
import { applyRetention } from './retention.ts';

interface RecordMaintenanceOptions extends RecordStore {
  readonly clock: Clock;
  /** The store that all windows share. */
  readonly memory: StateStore;
  /** Returns the retention period in days. */
  readonly days: () => number;
  /** Called with the findings of the repair, if there are any. */
  readonly onFindings: (findings: readonly RepairFinding[]) => void;
  /** Called with the error if repair or retention fails. */
  readonly onFailure: (error: unknown) => void;
  /** See `repairRecord`. */
  readonly settleMs?: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Maintains the record in the background: repairs it at the start, and applies the retention period then and once a day. */
export class RecordMaintenance implements Disposable {
  readonly #options: RecordMaintenanceOptions;
  readonly #timer: NodeJS.Timeout;
  /** Resolves after the first repair and retention. Never rejects. */
  readonly started: Promise<void>;

  constructor(options: RecordMaintenanceOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#applyRetention(), dayMs).unref();
    this.started = this.#repair().then(() => this.#applyRetention());
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  async #repair(): Promise<void> {
    try {
      const findings = await repairRecord(this.#options);
      if (findings.length > 0) {
        this.#options.onFindings(findings);
      }
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  async #applyRetention(): Promise<void> {
    try {
      await applyRetention({ ...this.#options, days: this.#options.days() });
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
