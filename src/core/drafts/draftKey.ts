import { digestOf } from '#core/common/digest.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';

/** What a draft was typed for: it is offered where the same is asked again. */
export interface DraftKey extends AnswerScope {
  /** What a server asked, or what something is to be called with. */
  readonly purpose: 'question' | 'arguments';
  /** The raw schema. The order of its properties makes no difference. */
  readonly schema: unknown;
  /** The server's words. A draft comes back by itself under these, and is offered under others. */
  readonly message?: string | undefined;
}

/** What all drafts have in common that differ in their words only: the beginning of their names. */
export function draftGroupOf({ server, workspace, purpose, target, schema }: DraftKey): string {
  return digestOf([server, workspace, purpose, target?.kind, target?.name, fingerprintOf(schema)]);
}

/** The name of a draft: SHA-256 twice. `place`: which of several that stand open with the very same words, from 0. */
export function draftFileName(kin: string, message: string | undefined, place: number): string {
  return `${kin}-${digestOf([message, place])}.json`;
}

/** Whether a file's name is that of a draft. */
export function isDraftName(name: string): boolean {
  return /^[0-9a-f]{64}-[0-9a-f]{64}\.json$/.test(name);
}
