import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '#core/common/clock.ts';
import { Emitter } from '#core/common/events.ts';
import { InterruptiblePause } from '#core/common/pause.ts';
import { type ElicitationOutcome, elicitationEntry, type RecordValues } from '#core/record/entries/elicitationEntry.ts';
import type { EntryBody } from '#core/record/entries/entry.ts';
import { Floods } from '#core/record/entries/floods.ts';
import type { Mask } from '#core/record/entries/recordMask.ts';
import { type HeadTiming, HeadWriter } from '#core/record/store/headWriter.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import { type Heads, type RecordFiles, WrongSize } from '#core/record/store/recordFiles.ts';
import { CurrentFile } from './currentFile.ts';
import { storageFailureReason } from './storageFailure.ts';
import { WriteQueue } from './writeQueue.ts';

/** How the record is doing. What waits is in memory and will be written when that is possible again. */
export type RecordWriterState =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'failing';
      /** One sentence for the person. */
      readonly reason: string;
      readonly waiting: number;
      /** Entries that there was no room to keep. */
      readonly lost: number;
    };

export interface RecordWriterOptions {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly clock?: Clock;
  /** Unique to this activation: up to 32 lower-case letters and digits. */
  readonly window: string;
  /** Asked at every request. */
  readonly values: () => RecordValues;
  readonly timing?: Partial<RecordWriterTiming>;
}

interface RecordWriterTiming extends HeadTiming {
  /** Milliseconds from one write to the next: what comes in between is written together. No person is that fast. */
  readonly burstMs: number;
  /** Milliseconds before each further attempt to write; the last for all that follow. */
  readonly retriesMs: readonly number[];
  /** Milliseconds after which another window has finished what it was doing. */
  readonly settleMs: number;
}

const usualTiming: RecordWriterTiming = {
  headPauseMs: 1000,
  headRetryMs: 5000,
  burstMs: 10,
  retriesMs: [1000, 2000, 5000, 15_000, 60_000],
  settleMs: 3000,
};

/** Writes what happens to this window's file. Nothing here throws at, or holds up, whoever has something to record. */
export class RecordWriter {
  readonly #clock: Clock;
  readonly #window: string;
  readonly #values: () => RecordValues;
  readonly #timing: RecordWriterTiming;
  readonly #queue = new WriteQueue();
  readonly #floods = new Floods((body) => this.append(body));
  readonly #keeper: HeadWriter;
  readonly #file: CurrentFile;
  readonly #pause = new InterruptiblePause();
  readonly #changed = new Emitter<RecordWriterState>();
  /** The writing that goes on, and what must not happen beside it. */
  #turn: Promise<unknown> = Promise.resolve();
  #writing: Promise<void> | undefined;
  #hurried = false;
  /** By the steady clock. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  #failing: { readonly since: number; readonly reason: string } | undefined;
  #headFailure: string | undefined;

  /** It began to fail, fails otherwise, has more waiting, or works again. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: RecordWriterOptions) {
    this.#clock = ports.clock ?? systemClock;
    this.#window = ports.window;
    this.#values = ports.values;
    this.#timing = { ...usualTiming, ...ports.timing };
    this.#keeper = new HeadWriter(ports.heads, this.#timing, (failure) => this.#headTold(failure));
    const { files, heads, window } = ports;
    this.#file = new CurrentFile({ files, heads, keeper: this.#keeper, clock: this.#clock, window });
  }

  get state(): RecordWriterState {
    const reason = this.#failing?.reason ?? this.#headFailure;
    return reason === undefined
      ? { kind: 'ok' }
      : { kind: 'failing', reason, waiting: this.#queue.length, lost: this.#queue.lost };
  }

  /** The file that is being written, if there is one yet. */
  get file(): string | undefined {
    return this.#file.name;
  }

  get window(): string {
    return this.#window;
  }

  /**
   * Records a request and its fate; `mask` as in `elicitationEntry`. Never throws; what is secret or too long is left out
   * before this returns.
   */
  recordElicitation(fate: ElicitationOutcome, mask?: Mask): void {
    try {
      this.#floods.add(elicitationEntry(fate, this.#values(), mask));
    } catch {
      this.#queue.lose();
    }
  }

  /** Records something about the record itself. Never throws. */
  append(body: EntryBody): void {
    this.#queue.add(JSON.stringify({ at: isoOf(this.#clock.now()), ...body }));
    if (this.#failing) {
      this.#changed.fire(this.state);
    }
    this.#write();
  }

  /**
   * Writes and vouches for everything, now; for the end of the window, and before the record is read. Resolves to
   * whether that was done, `false` after `limitMs` milliseconds at the latest.
   */
  async flush(limitMs = 3000): Promise<boolean> {
    this.#floods.end();
    const limit = new InterruptiblePause();
    const done = await Promise.race([this.#flushNow(), limit.wait(limitMs).then(() => false)]);
    limit.interrupt();
    return done;
  }

  /**
   * Begins a new file and forgets what still waits; `work` runs while nothing is written. For dropping the old files:
   * what is recorded from now on is in none of them.
   */
  startNewFile<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      this.#floods.end();
      this.#queue.clear();
      this.#file.forget();
      return work();
    });
  }

  async #flushNow(): Promise<boolean> {
    this.#hurried = true;
    this.#pause.interrupt();
    this.#write();
    await this.#writing;
    this.#hurried = false;
    const kept = await this.#keeper.flush();
    if (this.#queue.length > 0) {
      this.#write();
      return false;
    }
    return kept;
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      // Something may have been added just after the last look.
      if (this.#queue.length > 0 && !this.#hurried) {
        this.#write();
      }
    });
  }

  async #writeAll(): Promise<void> {
    // What is added in the same breath is written together, and after the reply that it is about.
    await nextTurn();
    for (let failures = 0; this.#queue.length > 0; ) {
      const early = this.#writtenAt + this.#timing.burstMs - performance.now();
      if (early > 0 && !this.#hurried) {
        await this.#pause.wait(early);
      }
      if (await this.#inTurn(() => this.#writeSome())) {
        failures = 0;
      } else if (this.#hurried) {
        return;
      } else {
        const { retriesMs } = this.#timing;
        await this.#pause.wait(retriesMs[Math.min(failures, retriesMs.length - 1)] ?? 1000);
        failures += 1;
      }
    }
  }

  async #writeSome(): Promise<boolean> {
    const contents = this.#queue.first();
    if (contents.length === 0) {
      return true;
    }
    try {
      const file = await this.#file.open();
      await file.append(contents);
      this.#keeper.keep(file.name, file.head);
    } catch (error) {
      if (error instanceof WrongSize && (await this.#leaveFile())) {
        return true;
      }
      this.#failed(error);
      return false;
    }
    this.#writtenAt = performance.now();
    const late = this.#queue.length;
    this.#queue.remove(contents.length);
    this.#recovered(late);
    return true;
  }

  /** True where nothing is wrong with the file that somebody else was at: another window has cleared the record. */
  async #leaveFile(): Promise<boolean> {
    const left = await this.#file.leave(async () => {
      if (!this.#hurried) {
        await this.#pause.wait(this.#timing.settleMs);
      }
    });
    if (left?.kind === 'damaged') {
      this.append({ kind: 'repair', found: [left.found] });
    }
    return left?.kind === 'dropped';
  }

  #failed(error: unknown): void {
    const reason = error instanceof WrongSize ? 'The file was changed from outside.' : storageFailureReason(error);
    this.#failing = { since: this.#failing?.since ?? this.#clock.now(), reason };
    this.#changed.fire(this.state);
  }

  /** `late`: how many entries were waiting. */
  #recovered(late: number): void {
    const { lost } = this.#queue;
    const failing = this.#failing;
    if (!failing && lost === 0) {
      return;
    }
    const { since, reason } = failing ?? { since: this.#clock.now(), reason: 'There was no room for some.' };
    this.#failing = undefined;
    this.#queue.lost = 0;
    this.append({ kind: 'gap', since: isoOf(since), reason, late: failing ? late : 0, lost });
    this.#changed.fire(this.state);
  }

  #headTold(failure: unknown): void {
    const reason =
      failure === undefined ? undefined : `What vouches for the record was not kept. ${storageFailureReason(failure)}`;
    if (reason !== this.#headFailure) {
      this.#headFailure = reason;
      this.#changed.fire(this.state);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
