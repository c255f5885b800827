import type { FailureName } from '#core/common/errors.ts';
import type { ArrivalKind } from '#core/inbox/exchanges.ts';
import type { CallOutcome } from '#core/model/endedCall.ts';

/**
 * An entry of the record: an elicitation with its outcome, a tool call (in separate files), or an event of the record itself. An
 * entry is one line of JSON, with its properties in the order `v`, `seq`, `prev`, `at`, body, `hash`. `chain.ts` computes the chain
 * of hashes.
 */
export type RecordEntry = EntryLink & { readonly at: string } & EntryBody;

/** The position of an entry in its file's chain. */
interface EntryLink {
  readonly v: 1;
  /** The number of the line in the file, from 1. */
  readonly seq: number;
  /** The `hash` of the previous entry; of the first entry, a hash of the file's name. */
  readonly prev: string;
  /** SHA-256 of the line up to this property, in hexadecimal. */
  readonly hash: string;
}

/** The `at` beside a body is the time at which the entry was added: ISO 8601, UTC, by the machine's clock. */
export type EntryBody = ElicitationBody | CallBody | GapBody | RepairBody | DeletionBody;

/** An elicitation and its outcome. Texts are bounded and masked, but otherwise as received: escape them before showing them. */
export interface ElicitationBody {
  readonly kind: 'elicitation';
  /** The request's id in its window. */
  readonly id: string;
  readonly server: RecordedServer;
  /** Absent for a server of this host. */
  readonly by?: RecordedAsker;
  /** The name of the agent; only for `by` `agent`. */
  readonly agent?: string;
  /** Present if the server is not the one that the user connected. */
  readonly unverified?: true;
  /** Present if another extension made the call, by a command. Entries of versions before 0.2.0 do not have it. */
  readonly calledBy?: 'program';
  readonly call?: RecordedCall;
  readonly way: ArrivalKind;
  /** The negotiated revision, `2025-11-25`. */
  readonly protocol?: string;
  /** Absent if the request was too malformed to have one. */
  readonly mode?: ElicitationMode;
  readonly message?: RecordedMessage;
  readonly decision: RecordedDecision;
  readonly decidedBy: Decider;
  /** The reason, one sentence of the host, if the user did not decide this request. */
  readonly reason?: string;
  /** Present if no answer was sent. */
  readonly unsent?: true;
  /**
   * The state of the user's answer, if it was not delivered. `refused`: the server refused it, or it was not sent. `unknown`: the
   * connection broke while it was being sent, so the server may have received it.
   */
  readonly delivery?: RecordedDelivery;
  /** The HTTP status with which the answer was refused. */
  readonly status?: number;
  /** Present if the request was refused without being read, so the properties that describe it were not checked. */
  readonly unread?: true;
  /**
   * Present if the page was opened, with the user's consent, although the request was withdrawn or cancelled meanwhile; `unknown`
   * if the window closed before this was known. Absent for an accepted request.
   */
  readonly opened?: true | 'unknown';
  /** The milliseconds from the arrival to the end of the request. */
  readonly waitedMs: number;
  /** The milliseconds for which the request was visible; absent if it never was. */
  readonly shownMs?: number;
  /** The codes of findings about its URL, or of violated rules: see `RequestCodes`. */
  readonly findings?: readonly string[];
  /** The codes of the limits that the request exceeded: see `RequestCodes`. */
  readonly limits?: readonly string[];
  /** The form's fields, in their order. */
  readonly fields?: readonly RecordedField[];
  /** The number of fields that are not in `fields`. */
  readonly moreFields?: number;
  /** The URL's registrable domain, or its host if there is none. */
  readonly site?: string;
  /** The URL without user information; only if values are recorded. */
  readonly url?: string;
  /**
   * The number of requests with the same outcome, none of them shown, that were merged into this entry; absent for one request.
   * The id and the times are those of the first request; the other properties are the same for all of them.
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
  /** The user in a view of this extension, a program by a command, or an agent. VS Code does not identify the program. */
  readonly by: RecordedCaller;
  /** The name of the agent; only for `by` `agent`. */
  readonly agent?: string;
  /** Present if the server is not the one that the user connected to the agent. */
  readonly unverified?: true;
  readonly outcome: CallOutcome;
  /** Present if the server asked during the call. Absent if it is not known, and in entries of versions before 0.2.0. */
  readonly asked?: true;
  /** The name of the `HostError` with which the call failed. */
  readonly failure?: FailureName;
  /** The milliseconds from start to end; of merged calls, those of the longest. */
  readonly ms: number;
  /** The number of calls that were merged into this entry, because there were too many in a minute; absent for one call. */
  readonly times?: number;
}

interface RecordedServer {
  readonly id: string;
  /** The configured name. */
  readonly name: string;
  readonly scope?: string;
}

export interface RecordedCall {
  /** Unique to one call, and the same for all its requests; absent in entries of versions that did not record it. */
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
  /** Present if the field asks for a secret or contains one. Its value is never recorded. */
  readonly flagged?: true;
  /** True if the accepted answer has a value for the field; absent if the request was not accepted. */
  readonly given?: boolean;
  /** The value; only if values are recorded. A text that ends with an ellipsis may have been cut. */
  readonly value?: RecordedValue;
}

export type RecordedValue = string | number | boolean | readonly (string | number | boolean)[];

export const elicitationModes = ['form', 'url'] as const;
export type ElicitationMode = (typeof elicitationModes)[number];
export const arrivalKinds = ['pushed', 'round', 'required'] as const satisfies readonly ArrivalKind[];
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
export const recordedCallers = ['person', 'program', 'agent'] as const;
export type RecordedCaller = (typeof recordedCallers)[number];
/** The program that asked for a server that this host does not run: an extension, or an agent. */
export const recordedAskers = ['program', 'agent'] as const;
type RecordedAsker = (typeof recordedAskers)[number];

/** Records that entries could not be written for some time. */
interface GapBody {
  readonly kind: 'gap';
  /** ISO 8601. */
  readonly since: string;
  readonly reason: string;
  /** The number of entries that were written late. */
  readonly late: number;
  /** The number of entries that were discarded because too many waited. */
  readonly lost: number;
}

/** The findings of a starting window in the files of other windows, or of a window in its file. */
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
  /** The number of adopted entries; only for `adopted`. */
  readonly entries?: number;
  /** The number of bytes of the incomplete entry; only for `torn`. */
  readonly bytes?: number;
}

/** Records that whole files were deleted, because of their age or because the user cleared the record. */
export interface DeletionBody {
  readonly kind: 'retention' | 'cleared';
  /** The retention period in days; only for `retention`. */
  readonly days?: number;
  readonly files: readonly DeletedFile[];
}

export interface DeletedFile {
  readonly file: string;
  /** The number of entries by the file's head; 0 if the file had none. */
  readonly entries: number;
  /** The hash of the head. */
  readonly hash?: string;
}
