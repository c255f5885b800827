import type { FailureName } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { CallOutcome } from '#core/model/endedCall.ts';

/**
 * What the record keeps: one entry for each request of a server for a person and its fate, one for each tool call, in
 * files of their own, and entries of the record's own about what was done to it. An entry is one line of JSON, in the order `v`, `seq`, `prev`, `at`, body, `hash`;
 * `chain.ts` says how the lines hang together.
 */
export type RecordEntry = EntryLink & { readonly at: string } & EntryBody;

/** Where an entry stands in its file's chain. */
interface EntryLink {
  readonly v: 1;
  /** From 1: the line of the file. */
  readonly seq: number;
  /** The `hash` of the entry before; of the first one: what the file's name makes of it. */
  readonly prev: string;
  /** SHA-256 of the line up to this property, in hexadecimal. */
  readonly hash: string;
}

/** `at`, beside it, is when it was settled, found or done: ISO 8601, UTC, by the clock of that moment. */
export type EntryBody = ElicitationBody | CallBody | GapBody | RepairBody | DeletionBody;

/** A request and its fate. Texts are bounded and otherwise as received: whoever shows them makes them presentable. */
export interface ElicitationBody {
  readonly kind: 'elicitation';
  /** The question's id in its window. */
  readonly id: string;
  readonly server: RecordedServer;
  readonly call?: RecordedCall;
  /** As in `Exchange`: pushed, in a round, or required by the error -32042. */
  readonly way: DeliveryMethod;
  /** The negotiated revision, `2025-11-25`. */
  readonly protocol?: string;
  /** Absent where the request was too broken to tell. */
  readonly mode?: ElicitationMode;
  readonly message?: RecordedMessage;
  readonly decision: RecordedDecision;
  readonly decidedBy: Decider;
  /** Why, where it was no person: one sentence of ours. */
  readonly reason?: string;
  /** The server got no answer to it. */
  readonly unsent?: true;
  /**
   * What became of the user's answer, where it was not delivered: `refused` by the server or not sent at all, or `unknown`,
   * because the connection broke meanwhile; then the server may have it.
   */
  readonly delivery?: RecordedDelivery;
  /** The HTTP status with which the answer was refused. */
  readonly status?: number;
  /** It was refused before it was read: what stands here of it is only what it seemed to ask for. */
  readonly unread?: true;
  /**
   * Its page was opened, with the person's consent, while it was withdrawn or cancelled; `unknown` where the window ended
   * before that was known. Of one that was accepted it is no news.
   */
  readonly opened?: true | 'unknown';
  /** Milliseconds from its arrival to its end. */
  readonly waitedMs: number;
  /** Milliseconds for which it was on screen; absent if it never was. */
  readonly shownMs?: number;
  /** As in `Codes`: what was found in its URL, or what broke a rule. */
  readonly findings?: readonly string[];
  /** As in `Codes`: limits that it came up against. */
  readonly limits?: readonly string[];
  /** The form's fields, in their order. */
  readonly fields?: readonly RecordedField[];
  /** Fields beyond those in `fields`. */
  readonly moreFields?: number;
  /** The URL's registrable domain, or its host where there is none. */
  readonly site?: string;
  /** The URL without user information; only where values are kept. */
  readonly url?: string;
  /**
   * How many requests this entry stands for, where a flood of them met the same fate unseen; absent for one. Its id and
   * times are the first one's; besides, it says what holds for all of them.
   */
  readonly times?: number;
}

/** A tool call that has ended. Without arguments and result, which are never kept. */
export interface CallBody {
  readonly kind: 'call';
  readonly server: RecordedServer;
  /** Absent where the entry stands for calls of several tools; without `id` where it stands for several of one. */
  readonly call?: RecordedCall;
  /** The negotiated revision, `2025-11-25`. */
  readonly protocol?: string;
  /** The user in our own views, or a program by our commands; the editor does not say which program. */
  readonly by: CallOrigin;
  readonly outcome: CallOutcome;
  /** Why it failed: one of our names of failures. */
  readonly failure?: FailureName;
  /** Milliseconds from beginning to end; the longest of those that the entry stands for. */
  readonly ms: number;
  /** How many calls this entry stands for, where there were too many in a minute to list; absent for one. */
  readonly times?: number;
}

interface RecordedServer {
  readonly id: string;
  /** The configured name. */
  readonly name: string;
  readonly scope?: string;
}

export interface RecordedCall {
  /** The same for all questions of one call, and for no other; absent in entries of before it was kept. */
  readonly id?: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
  /**
   * The tool's or prompt's name, or the resource's URI; unless values are kept, of a URI the template that it was made from,
   * else its scheme and authority.
   */
  readonly target: string;
}

/** `length` is in UTF-16 code units, of the whole message; like the hash, without the secrets of the server's entry. */
export type RecordedMessage =
  | { readonly sha256: string; readonly length: number }
  | { readonly text: string; readonly length: number };

export interface RecordedField {
  readonly name: string;
  /** It asks for what forms must not ask for; its value is never kept. */
  readonly flagged?: true;
  /** Whether it was in an accepted answer; absent where there was none. */
  readonly given?: boolean;
  /** Only where values are kept. A text that ends with an ellipsis may have been cut. */
  readonly value?: RecordedValue;
}

export type RecordedValue = string | number | boolean | readonly (string | number | boolean)[];

export const elicitationModes = ['form', 'url'] as const;
export type ElicitationMode = (typeof elicitationModes)[number];
export const deliveryMethods = ['pushed', 'round', 'required'] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];
export const recordedDecisions = [
  'accept',
  'decline',
  'cancel',
  'withdrawn',
  'refused',
  'rate_limited',
  'muted',
] as const;
export type RecordedDecision = (typeof recordedDecisions)[number];
export const recordedDeliveries = ['refused', 'unknown'] as const;
export type RecordedDelivery = (typeof recordedDeliveries)[number];
export const deciders = ['person', 'host', 'server', 'connection'] as const;
export type Decider = (typeof deciders)[number];

/** For a time nothing could be written. */
interface GapBody {
  readonly kind: 'gap';
  /** ISO 8601. */
  readonly since: string;
  readonly reason: string;
  /** Entries that were written late. */
  readonly late: number;
  /** Entries that there was no room to keep. */
  readonly lost: number;
}

/** What a start found in other windows' files, or a window in its own. */
interface RepairBody {
  readonly kind: 'repair';
  readonly found: readonly RepairFinding[];
}

export const repairFindingKinds = ['adopted', 'torn', 'missing', 'truncated', 'changed', 'headLost'] as const;

export interface RepairFinding {
  readonly file: string;
  /**
   * `adopted`: entries that were written but not yet vouched for when the window ended; they follow in the chain.
   * `torn`: an entry was cut off while it was written; its beginning stays in the file.
   * `missing`, `truncated`, `changed`: no ending of a window explains it. Nothing was repaired.
   * `headLost`: a head was kept, and cannot be read any more. From now on the file is one without a head.
   */
  readonly what: (typeof repairFindingKinds)[number];
  /** Of `adopted`. */
  readonly entries?: number;
  /** Of `torn`. */
  readonly bytes?: number;
}

/** Whole files were dropped: because of their age, or because the person cleared the record. */
export interface DeletionBody {
  readonly kind: 'retention' | 'cleared';
  /** Of `retention`: how many days are kept. */
  readonly days?: number;
  readonly files: readonly DeletedFile[];
}

export interface DeletedFile {
  readonly file: string;
  /** By the file's head; 0 where it had none. */
  readonly entries: number;
  /** The head's hash. */
  readonly hash?: string;
}
