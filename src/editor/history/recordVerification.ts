import { t } from '@vscode/l10n';
import type { ToHistory } from '#bridge/historyMessages.ts';
import { errorText } from '#core/common/errors.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { historyVerdict } from './verdictTexts.ts';

interface RecordVerificationContext {
  readonly files: RecordFiles;
  readonly heads: Heads;
  /** Writes the pending entries, so that they can be read. */
  flush(): Promise<unknown>;
  post(message: ToHistory): void;
}

/** The time between two messages about the progress of a verification, in milliseconds. */
const progressMs = 150;

/** The verification of the record in an open history: at most one at a time. */
export class RecordVerification {
  readonly #context: RecordVerificationContext;
  #abort: AbortController | undefined;

  constructor(context: RecordVerificationContext) {
    this.#context = context;
  }

  /** Verifies the whole record, unless a verification runs. Never rejects. */
  async verify(): Promise<void> {
    if (this.#abort) {
      return;
    }
    const { files, flush, heads, post } = this.#context;
    const abort = new AbortController();
    const { signal } = abort;
    this.#abort = abort;
    post({ type: 'verifying', entries: 0, file: 0, files: 0 });
    let sentAt = performance.now();
    try {
      await flush();
      const verdict = await verifyRecord(files, heads, {
        signal,
        onProgress: (progress) => {
          if (performance.now() - sentAt >= progressMs) {
            sentAt = performance.now();
            post({ type: 'verifying', ...progress });
          }
        },
      });
      post({ type: 'verified', verdict: historyVerdict(verdict) });
    } catch (error) {
      const text = signal.aborted
        ? t('Verifying was cancelled.')
        : t('The record could not be verified: {0}', errorText(error, 300));
      post({ type: 'verified', text });
    } finally {
      this.#abort = undefined;
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }
}
