import { join } from 'node:path';
import type * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { CallCounts } from '#core/record/entries/callCounts.ts';
import { type CalledServer, callEntry } from '#core/record/entries/callEntry.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import type { Mask } from '#core/record/entries/recordMask.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import type { Heads, RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { recordHeads } from './recordHeads.ts';

interface CallRecordPorts {
  /** Unique to this activation. */
  readonly window: string;
  readonly memory: StateStore;
  readonly days: () => number;
  readonly found: (found: readonly RepairFinding[]) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The record of tool calls, in files and with heads of its own: versions that do not know such entries find theirs as
 * they left them, and neither miss these nor take them for damaged ones.
 */
export class CallRecord implements vscode.Disposable {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly recorder: RecordWriter;
  readonly #counts: CallCounts;
  readonly #keeping: RecordMaintenance;

  constructor(context: vscode.ExtensionContext, { window, memory, days, found, failed }: CallRecordPorts) {
    this.files = new RecordFolder(join(context.globalStorageUri.fsPath, 'record-calls'));
    this.heads = recordHeads(context, 'calls');
    this.recorder = new RecordWriter({ files: this.files, heads: this.heads, window, values: () => 'redacted' });
    this.#counts = new CallCounts((body) => this.recorder.append(body));
    this.#keeping = new RecordMaintenance({
      files: this.files,
      heads: this.heads,
      recorder: this.recorder,
      clock: systemClock,
      memory: {
        get: (key) => memory.get(`calls.${key}`),
        set: (key, value) => memory.set(`calls.${key}`, value),
      },
      days,
      found,
      failed,
    });
  }

  /** Records a call that has ended; false for what is no tool call. Never throws. */
  add(ended: EndedCall, server: CalledServer, mask: Mask | undefined): boolean {
    const body = callEntry(ended, server, mask);
    if (body) {
      this.#counts.add(body);
    }
    return body !== undefined;
  }

  /** What was only counted so far is recorded: before the record is cleared, and at the end of the window. */
  endCounting(): void {
    this.#counts.end();
  }

  dispose(): void {
    this.#keeping.dispose();
  }
}
