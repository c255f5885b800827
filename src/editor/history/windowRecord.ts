import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import type { Exchanges } from '#core/inbox/exchanges.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { AskedCalls } from '#core/record/askedCalls.ts';
import { ElicitationRecorder, type ElicitationRecorderContext } from '#core/record/elicitationRecorder.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { type RecordStore, RecordWriter, type RecordWriterState } from '#core/record/recordWriter.ts';
import { storageFailureReason } from '#core/record/storageFailure.ts';
import type { Heads } from '#core/record/store/heads.ts';
import { JoinedFiles, JoinedHeads } from '#core/record/store/joinedStores.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { MementoMemory } from '#editor/common/mementoMemory.ts';
import { WatchedSettings } from '#editor/common/watchedSettings.ts';
import { recordSettings } from '#editor/settings/userSettings.ts';
import { CallRecord } from './callRecord.ts';
import { recordHeads } from './recordHeads.ts';

interface WindowRecordContext {
  readonly inbox: Inbox;
  readonly exchanges: Exchanges;
  readonly describe: ElicitationRecorderContext['describe'];
  readonly maskOf?: ElicitationRecorderContext['maskOf'];
  readonly flagged?: ElicitationRecorderContext['flagged'];
}

/** Changes of the record within this time are one event. In milliseconds. */
const settleMs = 200;

/** Writes the requests and calls of this window to the record, which is in the extension's storage, shared by all windows. */
export class WindowRecord implements vscode.Disposable {
  /** The files of requests and calls together, for reading. */
  readonly files: RecordFiles;
  readonly heads: Heads;
  /** The record of requests. */
  readonly elicitations: RecordStore;
  readonly recording: ElicitationRecorder;
  readonly #calls: CallRecord;
  readonly #askedCalls: AskedCalls;
  readonly #services: WindowRecordContext;
  readonly #maintenance: RecordMaintenance;
  readonly #settings = new WatchedSettings(recordSettings);
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly #subscriptions: readonly { dispose(): void }[];
  #timer: NodeJS.Timeout | undefined;
  #findings: readonly RepairFinding[] = [];
  #failure: string | undefined;
  #revision = 0;

  /** Fires after an entry was added or the state of the record changed. Changes in quick succession are one event. */
  readonly onDidChange = this.#onDidChange.event;

  constructor(context: vscode.ExtensionContext, services: WindowRecordContext) {
    const { inbox, exchanges, describe, maskOf, flagged } = services;
    this.#services = services;
    this.#askedCalls = new AskedCalls(exchanges);
    const files = new RecordFolder(vscode.Uri.joinPath(context.globalStorageUri, 'record').fsPath);
    const heads = recordHeads(context);
    const writer = new RecordWriter({ files, heads, window: newWindow(), values: () => this.#settings.value.values });
    this.elicitations = { files, heads, writer };
    const memory = new MementoMemory(context.globalState);
    const maintenanceOptions = {
      memory,
      days: () => this.#settings.value.retentionDays,
      onFindings: (found: readonly RepairFinding[]) => {
        this.#findings = [...this.#findings, ...found];
        this.#onDidChange.fire();
      },
      onFailure: (error: unknown) => {
        this.#failure = storageFailureReason(error);
        this.#onDidChange.fire();
      },
    };
    this.#calls = new CallRecord(context, { ...maintenanceOptions, window: newWindow() });
    this.files = new JoinedFiles(files, this.#calls.files);
    this.heads = new JoinedHeads(heads, this.#calls.heads);
    this.recording = new ElicitationRecorder({
      inbox,
      exchanges,
      writer: { recordElicitation: (...recorded) => this.#add(...recorded) },
      clock: systemClock,
      isEnabled: () => this.#settings.value.enabled,
      describe,
      ...(maskOf && { maskOf }),
      ...(flagged && { flagged }),
    });
    this.#maintenance = new RecordMaintenance({ ...maintenanceOptions, ...this.elicitations, clock: systemClock });
    this.#subscriptions = [
      this.#settings,
      ...this.stores.map((store) => store.writer.onDidChange(() => this.#changeSoon())),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('mcpElicitation.record')) {
          this.#changeSoon();
        }
      }),
    ];
  }

  /** The record of requests and the record of calls. */
  get stores(): readonly RecordStore[] {
    return [this.elicitations, this.#calls];
  }

  /** The state of the two records: `failing` if one of them cannot be written. */
  get state(): RecordWriterState {
    const states = this.stores.map(({ writer }) => writer.state);
    return states.find(({ kind }) => kind === 'failing') ?? { kind: 'ok' };
  }

  /** Records a call that has ended, if the settings allow it. */
  recordCall(ended: EndedCall): void {
    const { enabled, calls } = this.#settings.value;
    const { describe, maskOf } = this.#services;
    const { serverId, id } = ended.call;
    const noted = this.#askedCalls.take(id) ? { ...ended, asked: true as const } : ended;
    if (enabled && calls && this.#calls.add(noted, describe(serverId), maskOf?.(serverId))) {
      this.#revision += 1;
      this.#changeSoon();
    }
  }

  /** Records the repeated calls that were only counted. */
  endCounting(): void {
    this.#calls.endCounting();
  }

  /** The findings of the repair at the start of this window, in the files of other windows. */
  get findings(): readonly RepairFinding[] {
    return this.#findings;
  }

  /** The reason why the maintenance of the record failed, wholly or in part; `undefined` if it did not fail. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Writes all pending entries. Resolves with false if that failed. */
  async flush(): Promise<boolean> {
    const done = await Promise.all(this.stores.map(({ writer }) => writer.flush()));
    return done.every(Boolean);
  }

  /** Writes all entries when the window ends, also those that wait for an outcome. */
  end(): Promise<boolean> {
    this.recording.finish();
    this.endCounting();
    return this.flush();
  }

  /** A number that increases whenever the record has other entries than before. */
  get revision(): number {
    return this.#revision;
  }

  /** Fires `onDidChange` after another part of the extension changed the files. */
  filesChanged(): void {
    this.#revision += 1;
    this.#onDidChange.fire();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    vscode.Disposable.from(
      ...this.#subscriptions,
      this.recording,
      this.#askedCalls,
      this.#maintenance,
      this.#calls,
      this.#onDidChange,
    ).dispose();
  }

  #add(...recorded: Parameters<RecordWriter['recordElicitation']>): void {
    this.elicitations.writer.recordElicitation(...recorded);
    this.#revision += 1;
    this.#changeSoon();
  }

  #changeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onDidChange.fire();
    }, settleMs);
  }
}

/** A new id for the files of this activation, which never appends to the files of an earlier one. */
function newWindow(): string {
  return randomBytes(8).toString('hex');
}
