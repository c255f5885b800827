import { digestOf } from '#core/common/digest.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { AnswerScope } from '#core/model/answerScope.ts';

/** Identifies the form of a draft: the draft is offered when the same form is shown again. */
export interface DraftKey extends AnswerScope {
  /** The form of an elicitation, or the form for the arguments of a call. */
  readonly purpose: 'question' | 'arguments';
  /** The raw schema. The order of its properties does not matter. */
  readonly schema: unknown;
  /** The server's message. A draft is restored under the same message, and only offered under another. */
  readonly message?: string | undefined;
}

/** A digest of the key without the message, with which the file names of all drafts begin that differ only in the message. */
export function draftGroupOf({ server, workspace, purpose, target, schema }: DraftKey): string {
  return digestOf([server, workspace, purpose, target?.kind, target?.name, fingerprintOf(schema)]);
}

/** The name of a draft's file: two SHA-256 digests. `slot`: the index among the open forms with the same key. */
export function draftFileName(group: string, message: string | undefined, slot: number): string {
  return `${group}-${digestOf([message, slot])}.json`;
}

/** True for the name of a draft's file. */
export function isDraftName(name: string): boolean {
  return /^[0-9a-f]{64}-[0-9a-f]{64}\.json$/.test(name);
}
