import type { DraftContent } from '#core/drafts/draft.ts';
import type { DraftFiles } from '#core/drafts/draftFiles.ts';
import type { DraftKey } from '#core/drafts/draftKey.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { InMemoryDraftFiles } from './inMemoryDraftFiles.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const week = 7 * 24 * hour;

export function testDraftKey(more: Partial<DraftKey> = {}): DraftKey {
  return { server: 'user:weather', purpose: 'question', schema: { type: 'object' }, message: 'Where?', ...more };
}

/** A form in which this was typed. */
export function typedContent(text: string, name = 'city'): DraftContent {
  return { kind: 'form', values: [[name, { kind: 'text', text, touched: true }]] };
}

/** One window. `files`: those of another one, or of a folder. */
export class DraftsTestBed<F extends DraftFiles = InMemoryDraftFiles> {
  now = 1_700_000_000_000;
  readonly failures: unknown[] = [];
  /** What it was that failed. */
  readonly failed: ('write' | 'delete')[] = [];
  readonly files: F;
  readonly drafts: Drafts;

  constructor(files: F) {
    this.files = files;
    this.drafts = new Drafts({
      files,
      clock: { now: () => this.now },
      failed: (error, work) => {
        this.failures.push(error);
        this.failed.push(work);
      },
    });
  }

  /** Types into a form that is closed then. */
  type(text: string, more: Partial<DraftKey> = {}): void {
    const draft = this.drafts.open(testDraftKey(more));
    draft.keep(typedContent(text), []);
    draft.close();
  }

  /** What a form would begin with that opens now. */
  found(more: Partial<DraftKey> = {}): string | undefined {
    const draft = this.drafts.open(testDraftKey(more));
    const content = draft.found?.content;
    draft.close();
    const [, input] = (content?.kind === 'form' ? content.values[0] : undefined) ?? [];
    return input?.kind === 'text' ? input.text : undefined;
  }
}

export function inMemoryDrafts(): DraftsTestBed {
  const rig: DraftsTestBed = new DraftsTestBed(new InMemoryDraftFiles({ now: () => rig.now }));
  return rig;
}
