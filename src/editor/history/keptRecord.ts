import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { Exchanges } from '../../core/inbox/exchanges.ts';
import type { Inbox } from '../../core/inbox/inbox.ts';
import { systemClock } from '../../core/ports.ts';
import { Directory } from '../../core/record/directory.ts';
import type { Found } from '../../core/record/entry.ts';
import { Keeping } from '../../core/record/keeping.ts';
import type { Heads, RecordFiles } from '../../core/record/ports.ts';
import { reasonOf } from '../../core/record/reason.ts';
import { Recorder } from '../../core/record/recorder.ts';
import { Recording, type RecordingPorts } from '../../core/record/recording.ts';
import { MementoMemory } from '../memory.ts';
import { WatchedSettings } from '../watchedSettings.ts';
import { headsFor } from './heads.ts';
import { recordSettings } from './settings.ts';

export interface RecordParts {
  readonly inbox: Inbox;
  readonly exchanges: Exchanges;
  readonly describe: RecordingPorts['describe'];
  readonly maskOf?: RecordingPorts['maskOf'];
  readonly flagged?: RecordingPorts['flagged'];
}

/** In milliseconds: a record that fails and recovers in quick succession is one change. */
const settleMs = 200;

/** The record of this window's questions, in the extension's own storage; what all windows wrote is there. */
export class KeptRecord implements vscode.Disposable {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly recorder: Recorder;
  readonly recording: Recording;
  readonly #keeping: Keeping;
  readonly #settings = new WatchedSettings('mcpElicitation.record', recordSettings);
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): void }[];
  #timer: NodeJS.Timeout | undefined;
  #found: readonly Found[] = [];
  #failure: string | undefined;
  #recorded = 0;

  /** Something was recorded, or the record is doing better or worse; quick successions are one event. */
  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, { inbox, exchanges, describe, maskOf, flagged }: RecordParts) {
    this.files = new Directory(vscode.Uri.joinPath(context.globalStorageUri, 'record').fsPath);
    this.heads = headsFor(context);
    this.recorder = new Recorder({
      files: this.files,
      heads: this.heads,
      // New with every activation: no file is ever gone on with.
      window: randomBytes(8).toString('hex'),
      values: () => this.#settings.value.values,
    });
    this.recording = new Recording({
      inbox,
      exchanges,
      recorder: { add: (...recorded) => this.#add(...recorded) },
      clock: systemClock,
      enabled: () => this.#settings.value.enabled,
      describe,
      ...(maskOf && { maskOf }),
      ...(flagged && { flagged }),
    });
    this.#keeping = new Keeping({
      files: this.files,
      heads: this.heads,
      recorder: this.recorder,
      clock: systemClock,
      memory: new MementoMemory(context.globalState),
      days: () => this.#settings.value.retentionDays,
      found: (found) => {
        this.#found = found;
        this.#changed.fire();
      },
      failed: (error) => {
        this.#failure = reasonOf(error);
        this.#changed.fire();
      },
    });
    this.#subscriptions = [
      this.#settings,
      this.recorder.onDidChange(() => this.#changeSoon()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mcpElicitation.record')) {
          this.#changeSoon();
        }
      }),
    ];
  }

  /** What the start of this window found in the files of others. */
  get found(): readonly Found[] {
    return this.#found;
  }

  /** Why the start could not look after the record, or not after all of it; `undefined` where it could. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Writes everything that waits. False where that cannot be done now. */
  flush(): Promise<boolean> {
    return this.recorder.flush();
  }

  /** The window ends: writes also what waited for something to become known. */
  end(): Promise<boolean> {
    this.recording.end();
    return this.flush();
  }

  /** Grows when there is something else to read. */
  get recorded(): number {
    return this.#recorded;
  }

  /** Whoever shows the record has to read it again. */
  changed(): void {
    this.#recorded += 1;
    this.#changed.fire();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#subscriptions, this.recording, this.#keeping, this.#changed).dispose();
  }

  #add(...recorded: Parameters<Recorder['add']>): void {
    this.recorder.add(...recorded);
    this.#recorded += 1;
    this.#changeSoon();
  }

  #changeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, settleMs);
  }
}
