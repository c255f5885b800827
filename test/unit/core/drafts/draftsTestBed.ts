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

/** The content of a form with this text in one field. */
export function typedContent(text: string, name = 'city'): DraftContent {
  return { kind: 'form', values: [[name, { kind: 'text', text, touched: true }]] };
}

/** The drafts of one window. Several test beds may share their `files`, as windows share a folder. */
export class DraftsTestBed<F extends DraftFiles = InMemoryDraftFiles> {
  now = 1_700_000_000_000;
  readonly failures: unknown[] = [];
  /** The operations that failed. */
  readonly failedOperations: ('write' | 'delete')[] = [];
  readonly files: F;
  readonly drafts: Drafts;

  constructor(files: F) {
    this.files = files;
    this.drafts = new Drafts({
      files,
      clock: { now: () => this.now },
      onFailure: (error, operation) => {
        this.failures.push(error);
        this.failedOperations.push(operation);
      },
    });
  }

  /** Opens the same files in another window, or in this one after a reload. */
  async openWindow(): Promise<DraftsTestBed<F>> {
    await this.drafts.flush();
    const other = new DraftsTestBed(this.files);
    other.now = this.now;
    return other;
  }

  /** Types a text into a form and closes it. */
  type(text: string, more: Partial<DraftKey> = {}): void {
    const draft = this.drafts.open(testDraftKey(more));
    draft.save(typedContent(text), []);
    draft.close();
  }

  /** Opens a form. Returns the text of the draft that is offered in it. */
  readOfferedText(more: Partial<DraftKey> = {}): string | undefined {
    const draft = this.drafts.open(testDraftKey(more));
    const content = draft.found?.content;
    draft.close();
    const [, input] = (content?.kind === 'form' ? content.values[0] : undefined) ?? [];
    return input?.kind === 'text' ? input.text : undefined;
  }
}

export function inMemoryDrafts(): DraftsTestBed {
  const testBed: DraftsTestBed = new DraftsTestBed(new InMemoryDraftFiles({ now: () => testBed.now }));
  return testBed;
}
