import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { KeptCall } from '#core/results/keptCall.ts';
import { ResultDirectory } from '#core/results/resultDirectory.ts';
import { Results } from '#core/results/results.ts';

export const noSecrets = { mask: (text: string) => text, isSendable: true };

export function endedCall(id: string, at: number, text = `result of ${id}`, more: Partial<KeptCall> = {}): KeptCall {
  return {
    id,
    server: { id: 'user:cloud', name: 'cloud', scope: undefined },
    target: { kind: 'tool', name: id, title: undefined },
    origin: 'user',
    at,
    request: { kind: 'tool', name: id, arguments: { size: 3 } },
    outcome: { kind: 'result', failed: false, parts: [{ kind: 'text', text }] },
    result: { content: [{ type: 'text', text }] },
    ...more,
  };
}

/** A folder with stored results, which several windows share. */
export class ResultsTestBed {
  readonly parentFolder = mkdtempSync(join(tmpdir(), 'results-'));
  readonly folder = join(this.parentFolder, 'storage', 'results');
  /** The files of all windows. */
  readonly directory = new ResultDirectory(this.folder);
  readonly failures: unknown[] = [];
  now = Date.now();
  /** The setting that results are stored. */
  keep = true;

  /** Opens a window of a workspace and loads its stored results. */
  async openWindow(workspace = 'here'): Promise<Results> {
    const results = new Results({
      files: this.directory,
      clock: { now: () => this.now },
      workspace,
      keep: () => this.keep,
      onFailure: (error) => this.failures.push(error),
    });
    await results.load();
    return results;
  }

  async add(results: Results, call: KeptCall, secrets = noSecrets): Promise<void> {
    results.add(call, secrets);
    await results.flush();
  }

  /** Makes the next listing, and the next reading, of files fail, as while too many files are open. */
  failOnce(): void {
    for (const method of ['list', 'read'] as const) {
      mock
        .method(this.directory, method)
        .mock.mockImplementationOnce(() =>
          Promise.reject(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })),
        );
    }
  }

  /** The paths of the stored files. */
  get files(): string[] {
    return readdirSync(this.folder).map((name) => join(this.folder, name));
  }

  end(): void {
    rmSync(this.parentFolder, { recursive: true });
  }
}
