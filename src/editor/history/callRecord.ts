import { join } from 'node:path';
import type * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import { type CalledServer, callEntry } from '#core/record/entries/callEntry.ts';
import type { CallBody, RepairFinding } from '#core/record/entries/entry.ts';
import { callAggregation, EntryAggregator } from '#core/record/entries/entryAggregator.ts';
import type { Mask } from '#core/record/entries/entryText.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { recordHeads } from './recordHeads.ts';

interface CallRecordContext {
  /** An id that is unique to this activation. */
  readonly window: string;
  readonly memory: StateStore;
  readonly days: () => number;
  readonly onFindings: (found: readonly RepairFinding[]) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * The record of tool calls. Its files and heads are separate from those of requests, so that an older version of this extension, which
 * cannot read entries of calls, reports no missing or damaged entries.
 */
export class CallRecord implements vscode.Disposable {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly writer: RecordWriter;
  readonly #aggregator: EntryAggregator<CallBody>;
  readonly #maintenance: RecordMaintenance;

  constructor(context: vscode.ExtensionContext, { window, memory, days, onFindings, onFailure }: CallRecordContext) {
    this.files = new RecordFolder(join(context.globalStorageUri.fsPath, 'record-calls'));
    this.heads = recordHeads(context, 'calls');
    this.writer = new RecordWriter({ files: this.files, heads: this.heads, window, values: () => 'redacted' });
    this.#aggregator = new EntryAggregator(callAggregation, (body) => this.writer.append(body));
    this.#maintenance = new RecordMaintenance({
      files: this.files,
      heads: this.heads,
      writer: this.writer,
      clock: systemClock,
      memory: {
        get: (key) => memory.get(`calls.${key}`),
        set: (key, value) => memory.set(`calls.${key}`, value),
      },
      days,
      onFindings,
      onFailure,
    });
  }

  /** Records a call that has ended, if it is a tool call; otherwise returns false. Never throws. */
  add(ended: EndedCall, server: CalledServer, mask: Mask | undefined): boolean {
    const body = callEntry(ended, server, mask);
    if (body) {
      this.#aggregator.add(body);
    }
    return body !== undefined;
  }

  /** Records the repeated calls that were only counted. Called before the record is cleared, and at the end of the window. */
  endCounting(): void {
    this.#aggregator.flush();
  }

  dispose(): void {
    this.#maintenance.dispose();
  }
}
