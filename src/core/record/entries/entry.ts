import type { FailureName } from '#core/common/errors.ts';
import type { CallOrigin } from '#core/model/call.ts';
import type { CallOutcome } from '#core/model/endedCall.ts';

/**
 * An entry of the record: an elicitation with its outcome, a tool call (in separate files), or something that happened to the record
 * itself. An entry is one line of JSON, with its properties in the order `v`, `seq`, `prev`, `at`, body, `hash`. `chain.ts` computes
 * the chain of hashes.
 */
export type RecordEntry = EntryLink & { readonly at: string } & EntryBody;

/** The position of an entry in its file's chain. */
interface EntryLink {
  readonly v: 1;
  /** From 1: the line of the file. */
  readonly seq: number;
  /** The `hash` of the previous entry; of the first entry, a hash of the file's name. */
  readonly prev: string;
  /** SHA-256 of the line up to this property, in hexadecimal. */
  readonly hash: string;
}

/** `at` beside a body is the time at which it was settled, found or done: ISO 8601, UTC, by the machine's clock. */
export type EntryBody = ElicitationBody | CallBody | GapBody | RepairBody | DeletionBody;

/** An elicitation and its outcome. Texts are bounded and masked, but otherwise as received: escape them before showing them. */
export interface ElicitationBody {
  readonly kind: 'elicitation';
  /** The request's id in its window. */
  readonly id: string;
  readonly server: RecordedServer;
  readonly call?: RecordedCall;
  /** As in `Exchange`: pushed, in a round, or a URL required by the error -32042. */
  readonly way: DeliveryMethod;
  /** The negotiated revision, `2025-11-25`. */
  readonly protocol?: string;
  /** Absent if the request was too malformed to have one. */
  readonly mode?: ElicitationMode;
  readonly message?: RecordedMessage;
  readonly decision: RecordedDecision;
  readonly decidedBy: Decider;
  /** Why, if the user did not decide it for this request: one sentence of the host's. */
  readonly reason?: string;
  /** The server received no answer. */
  readonly unsent?: true;
  /**
   * The state of the user's answer, if it was not delivered: `refused` by the server or not sent at all; or `unknown`, because the
   * connection broke while it was sent and the server may have it.
   */
  readonly delivery?: RecordedDelivery;
  /** The HTTP status with which the answer was refused. */
  readonly status?: number;
  /** It was refused without being read: the properties that describe it were not checked. */
  readonly unread?: true;
  /**
   * Its page was opened, with the user's consent, while the request was withdrawn or cancelled; `unknown` if the window closed
   * before that was known. Absent for an accepted request, whose page was opened in any case.
   */
  readonly opened?: true | 'unknown';
  /** Milliseconds from its arrival to its end. */
  readonly waitedMs: number;
  /** Milliseconds for which it was visible; absent if it never was. */
  readonly shownMs?: number;
  /** As in `Codes`: findings in its URL, or violated rules. */
  readonly findings?: readonly string[];
  /** As in `Codes`: limits that it exceeded. */
  readonly limits?: readonly string[];
  /** The form's fields, in their order. */
  readonly fields?: readonly RecordedField[];
  /** How many fields are not in `fields`. */
  readonly moreFields?: number;
  /** The URL's registrable domain, or its host if there is none. */
  readonly site?: string;
  /** The URL without user information; only if values are recorded. */
  readonly url?: string;
  /**
   * How many unseen requests with the same outcome were merged into this entry; absent for one. Its id and times are those of the
   * first request; its other properties hold for all of them.
   */
  readonly times?: number;
}

/** An ended tool call, without arguments and result. */
export interface CallBody {
  readonly kind: 'call';
  readonly server: RecordedServer;
  /** Absent if the entry merges calls of several tools; without `id` if it merges several calls of one tool. */
  readonly call?: RecordedCall;
  /** The negotiated revision, `2025-11-25`. */
  readonly protocol?: string;
  /** The user in this extension's views, or a program that ran a command; the editor does not say which program. */
  readonly by: CallOrigin;
  readonly outcome: CallOutcome;
  /** Why it failed: the name of the `HostError`. */
  readonly failure?: FailureName;
  /** Milliseconds from beginning to end; of merged calls, the longest. */
  readonly ms: number;
  /** How many calls were merged into this entry, because there were too many in a minute; absent for one. */
  readonly times?: number;
}

interface RecordedServer {
  readonly id: string;
  /** The configured name. */
  readonly name: string;
  readonly scope?: string;
}

export interface RecordedCall {
  /** The same for all requests of one call, and unique to it; absent in entries of versions that did not record it. */
  readonly id?: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
  /**
   * The tool's or prompt's name, or the resource's URI. Unless values are recorded, the URI template that it was expanded from
   * replaces the URI; without a template, only its scheme and authority are recorded.
   */
  readonly target: string;
}

/** `length` and `sha256` are those of the whole message after masking; `length` is in UTF-16 code units. */
export type RecordedMessage =
  | { readonly sha256: string; readonly length: number }
  | { readonly text: string; readonly length: number };

export interface RecordedField {
  readonly name: string;
  /** It is a sensitive field; its value is never recorded. */
  readonly flagged?: true;
  /** Whether the accepted answer has a value for it; absent if the request was not accepted. */
  readonly given?: boolean;
  /** Only if values are recorded. A text that ends with an ellipsis may have been cut. */
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

/** For some time entries could not be written. */
interface GapBody {
  readonly kind: 'gap';
  /** ISO 8601. */
  readonly since: string;
  readonly reason: string;
  /** Entries that were written late. */
  readonly late: number;
  /** Entries that were lost because there was no memory left for them. */
  readonly lost: number;
}

/** What a starting window found in the files of other windows, or a window in its own file. */
interface RepairBody {
  readonly kind: 'repair';
  readonly found: readonly RepairFinding[];
}

export const repairFindingKinds = ['adopted', 'torn', 'missing', 'truncated', 'changed', 'headLost'] as const;

export interface RepairFinding {
  readonly file: string;
  /**
   * `adopted`: entries that continue the chain, but whose head was not stored when the window ended.
   * `torn`: the last entry is incomplete, because it was cut off while it was written; its beginning stays in the file.
   * `missing`, `truncated`, `changed`: the file was changed from outside; the end of a window cannot cause this. Nothing was repaired.
   * `headLost`: the stored head cannot be read. The file has no head from then on.
   */
  readonly what: (typeof repairFindingKinds)[number];
  /** Of `adopted`. */
  readonly entries?: number;
  /** Of `torn`. */
  readonly bytes?: number;
}

/** Whole files were deleted: because of their age, or because the user cleared the record. */
export interface DeletionBody {
  readonly kind: 'retention' | 'cleared';
  /** Of `retention`: the retention period in days. */
  readonly days?: number;
  readonly files: readonly DeletedFile[];
}

export interface DeletedFile {
  readonly file: string;
  /** By the file's head; 0 if it had none. */
  readonly entries: number;
  /** The head's hash. */
  readonly hash?: string;
}
