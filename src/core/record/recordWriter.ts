import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, systemClock } from '#core/common/clock.ts';
import { Emitter } from '#core/common/events.ts';
import { InterruptiblePause } from '#core/common/pause.ts';
import { elicitationEntry, type RecordValues } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import type { EntryBody } from '#core/record/entries/entry.ts';
import { EntryAggregator, elicitationAggregation } from '#core/record/entries/entryAggregator.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import type { Heads } from '#core/record/store/heads.ts';
import { type HeadTiming, HeadWriter } from '#core/record/store/headWriter.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import { type RecordFiles, WrongSize } from '#core/record/store/recordFiles.ts';
import { CurrentFile } from './currentFile.ts';
import { storageFailureReason } from './storageFailure.ts';
import { WriteQueue } from './writeQueue.ts';

/** `failing`: entries cannot be written at the moment. They wait in memory and are written as soon as possible. */
export type RecordWriterState =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'failing';
      /** The reason as one English sentence. */
      readonly reason: string;
      readonly waiting: number;
      /** The number of entries that were discarded because too many waited. */
      readonly lost: number;
    };

export interface RecordWriterOptions {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly clock?: Clock;
  /** The id of this activation, unique: up to 32 lower-case letters and digits. */
  readonly window: string;
  /** Returns whether values are recorded. Called for each request. */
  readonly values: () => RecordValues;
  readonly timing?: Partial<RecordWriterTiming>;
}

/** The files of a record, their heads, and the writer of this window. */
export interface RecordStore {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly writer: RecordWriter;
}

interface RecordWriterTiming extends HeadTiming {
  /** The milliseconds from one write to the next. Entries that are added in between are written together. */
  readonly burstMs: number;
  /** The milliseconds before each retry of a write; the last value is repeated. */
  readonly retriesMs: readonly number[];
  /** The milliseconds after which another window has finished clearing the record. */
  readonly settleMs: number;
}

const defaultTiming: RecordWriterTiming = {
  headPauseMs: 1000,
  headRetryMs: 5000,
  burstMs: 10,
  retriesMs: [1000, 2000, 5000, 15_000, 60_000],
  settleMs: 3000,
};

/** Writes entries to this window's file, in the background. The methods that add entries never throw and never wait. */
export class RecordWriter {
  readonly #clock: Clock;
  readonly #window: string;
  readonly #values: () => RecordValues;
  readonly #timing: RecordWriterTiming;
  readonly #queue = new WriteQueue();
  readonly #aggregator = new EntryAggregator(elicitationAggregation, (body) => this.append(body));
  readonly #headWriter: HeadWriter;
  readonly #file: CurrentFile;
  readonly #pause = new InterruptiblePause();
  readonly #changed = new Emitter<RecordWriterState>();
  /** The last of the operations that must not run at the same time. */
  #lastOperation: Promise<unknown> = Promise.resolve();
  #writing: Promise<void> | undefined;
  #isFlushing = false;
  /** The time of the last write, by the steady clock. */
  #writtenAt = Number.NEGATIVE_INFINITY;
  #failing: { readonly since: number; readonly reason: string } | undefined;
  #headFailure: string | undefined;

  /** Fires when `state` has changed. */
  readonly onDidChange = this.#changed.event;

  constructor(options: RecordWriterOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#window = options.window;
    this.#values = options.values;
    this.#timing = { ...defaultTiming, ...options.timing };
    const { files, heads, window } = options;
    this.#headWriter = new HeadWriter(heads, this.#timing, (failure) => this.#setHeadFailure(failure));
    this.#file = new CurrentFile({ files, heads, headWriter: this.#headWriter, clock: this.#clock, window });
  }

  get state(): RecordWriterState {
    const reason = this.#failing?.reason ?? this.#headFailure;
    return reason === undefined
      ? { kind: 'ok' }
      : { kind: 'failing', reason, waiting: this.#queue.length, lost: this.#queue.lost };
  }

  /** The name of the file that is being written; `undefined` before the first entry. */
  get file(): string | undefined {
    return this.#file.name;
  }

  get window(): string {
    return this.#window;
  }

  /** Records a request and its outcome; `mask`: see `elicitationEntry`. Masks and cuts texts synchronously. Never throws. */
  recordElicitation(outcome: ElicitationOutcome, mask?: Mask): void {
    try {
      this.#aggregator.add(elicitationEntry(outcome, this.#values(), mask));
    } catch {
      this.#queue.addLost();
    }
  }

  /** Adds an entry, without merging it with others. Never throws. */
  append(body: EntryBody): void {
    this.#queue.add(JSON.stringify({ at: isoOf(this.#clock.now()), ...body }));
    if (this.#failing) {
      this.#changed.fire(this.state);
    }
    this.#write();
  }

  /**
   * Writes all entries and their head without delay, before the window closes or the record is read. Resolves to true if this
   * succeeded, to false if it failed or takes longer than `maxMs`.
   */
  async flush(maxMs = 3000): Promise<boolean> {
    this.#aggregator.flush();
    const timeout = new InterruptiblePause();
    const isWritten = await Promise.race([this.#flushNow(), timeout.wait(maxMs).then(() => false)]);
    timeout.interrupt();
    return isWritten;
  }

  /**
   * Discards the waiting entries, and starts a new file for all later entries. `operation` runs while nothing is written, so that
   * it can list the old files before they are deleted.
   */
  startNewFile<T>(operation: () => Promise<T>): Promise<T> {
    return this.#runExclusively(async () => {
      this.#aggregator.flush();
      this.#queue.clear();
      this.#file.close();
      return operation();
    });
  }

  async #flushNow(): Promise<boolean> {
    this.#isFlushing = true;
    this.#pause.interrupt();
    this.#write();
    await this.#writing;
    this.#isFlushing = false;
    const stored = await this.#headWriter.flush();
    if (this.#queue.length > 0) {
      this.#write();
      return false;
    }
    return stored;
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      // An entry may have been added after the loop ended.
      if (this.#queue.length > 0 && !this.#isFlushing) {
        this.#write();
      }
    });
  }

  async #writeAll(): Promise<void> {
    // Entries of one turn of the event loop are written together, after the reply has been sent.
    await nextTurn();
    for (let failures = 0; this.#queue.length > 0; ) {
      const pauseMs = this.#writtenAt + this.#timing.burstMs - performance.now();
      if (pauseMs > 0 && !this.#isFlushing) {
        await this.#pause.wait(pauseMs);
      }
      if (await this.#runExclusively(() => this.#writeNext())) {
        failures = 0;
      } else if (this.#isFlushing) {
        return;
      } else {
        const { retriesMs } = this.#timing;
        await this.#pause.wait(retriesMs[Math.min(failures, retriesMs.length - 1)] ?? 1000);
        failures += 1;
      }
    }
  }

  async #writeNext(): Promise<boolean> {
    const contents = this.#queue.nextEntries();
    if (contents.length === 0) {
      return true;
    }
    try {
      const file = await this.#file.open();
      await file.append(contents);
      this.#headWriter.write(file.name, file.head);
    } catch (error) {
      if (error instanceof WrongSize && (await this.#abandonFile())) {
        return true;
      }
      this.#setFailing(error);
      return false;
    }
    this.#writtenAt = performance.now();
    const late = this.#queue.length;
    this.#queue.remove(contents.length);
    this.#setRecovered(late);
    return true;
  }

  /** Abandons a file that another process changed. True if another window has cleared the record, which is no failure. */
  async #abandonFile(): Promise<boolean> {
    const abandoned = await this.#file.abandon(async () => {
      if (!this.#isFlushing) {
        await this.#pause.wait(this.#timing.settleMs);
      }
    });
    if (abandoned?.kind === 'damaged') {
      this.append({ kind: 'repair', found: [abandoned.finding] });
    }
    return abandoned?.kind === 'deleted';
  }

  #setFailing(error: unknown): void {
    const reason = error instanceof WrongSize ? 'The file was changed from outside.' : storageFailureReason(error);
    this.#failing = { since: this.#failing?.since ?? this.#clock.now(), reason };
    this.#changed.fire(this.state);
  }

  /** Records a gap if entries were late or lost. `late`: the number of entries that were waiting. */
  #setRecovered(late: number): void {
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

  #setHeadFailure(failure: unknown): void {
    const reason =
      failure === undefined ? undefined : `What vouches for the record was not kept. ${storageFailureReason(failure)}`;
    if (reason !== this.#headFailure) {
      this.#headFailure = reason;
      this.#changed.fire(this.state);
    }
  }

  #runExclusively<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#lastOperation.then(operation);
    this.#lastOperation = result.catch(() => undefined);
    return result;
  }
}
