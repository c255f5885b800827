/**
 * All messages between the extension and the history's webview, in both directions. The history is the view
 * of the record. The extension composes the texts of the entries; the webview draws them, and formats times in the user's time zone.
 * The receiver validates every message: see `readToHistory` and `readFromHistory`.
 */
import * as v from 'valibot';
import { nonNegativeIntegerSchema } from './formSchemas.ts';

// --- parts ---------------------------------------------------------------------------------------------------------

/** A filter for the shown entries. An absent property matches all. */
const filterSchema = v.object({
  /** `requests`: without tool calls. `calls`: tool calls only. */
  only: v.optional(v.picklist(['requests', 'calls'])),
  /** `editor`, `extension`, or `agent:` with the name of an agent. */
  caller: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** A server's id. */
  server: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** The exact name of a tool, as it was recorded. */
  tool: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** The recorded decision. */
  decision: v.optional(v.picklist(['accept', 'decline', 'cancel', 'withdrawn', 'refused', 'rate_limited', 'muted'])),
  /** The recorded outcome of a call. A decision also matches the calls that ended so. */
  callOutcome: v.optional(v.picklist(['completed', 'toolError', 'failed'])),
  /** Only entries whose reply was not delivered, or may not have been delivered. */
  undelivered: v.optional(v.literal(true)),
  mode: v.optional(v.picklist(['form', 'url'])),
  text: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** Milliseconds since the epoch; `to` is exclusive. */
  from: v.optional(v.number()),
  to: v.optional(v.number()),
});

/** One entry in the list. */
const rowSchema = v.object({
  /** Identifies the entry in messages of the webview. */
  key: v.string(),
  /** ISO 8601. */
  at: v.string(),
  /** The configured name; absent for entries about the record itself. */
  server: v.optional(v.string()),
  /** The subject of the entry: "Form for book_table". */
  about: v.string(),
  /**
   * The outcome in a few words. `done`: accepted, completed, or the page was opened. `ended`: cancelled or withdrawn. `stopped`:
   * declined, refused, withheld or failed. `trouble`: the reply may not have arrived, or the record has a problem. `plain`: other
   * entries about the record itself.
   */
  outcome: v.object({ word: v.string(), tone: v.picklist(['done', 'ended', 'stopped', 'trouble', 'plain']) }),
});

/** One detail of an entry. */
const detailSchema = v.object({
  label: v.string(),
  values: v.array(v.string()),
  /** The style of the values. `words`: text of this extension. `quote`: text of a server or the user. `code`: a path, a hash, an identifier or a code. `time`: ISO 8601. */
  style: v.picklist(['words', 'quote', 'code', 'time']),
});

const alertSchema = v.object({ severity: v.picklist(['info', 'warning', 'error']), text: v.string() });

/** A value of a filter, with the name under which it is offered. */
const choiceSchema = v.object({ id: v.string(), name: v.string() });

/** What was counted on one day. */
const daySchema = v.object({
  /** `2026-03-10`, in the time zone of the request. */
  day: v.string(),
  /** Each caller, and its counts: "41 calls, 3 questions, 1 declined". */
  callers: v.array(v.object({ name: v.string(), counts: v.string() })),
  /** The calls during which nothing was asked. */
  silentCalls: nonNegativeIntegerSchema,
});

/** The state and the settings of the record. */
const statusSchema = v.object({
  enabled: v.boolean(),
  /** True if the settings let the record contain the values of answers. */
  recordsValues: v.boolean(),
  /** True if the settings let the record contain tool calls. False if absent. */
  recordsCalls: v.optional(v.boolean()),
  retentionDays: nonNegativeIntegerSchema,
  alerts: v.array(alertSchema),
});

const verificationSchema = v.object({
  ok: v.boolean(),
  /** The result in one or two sentences. */
  text: v.string(),
  /** For each file with a problem, the problem and its first broken entry. */
  problems: v.array(v.string()),
  /** Remarks about files without a problem. */
  remarks: v.array(v.string()),
});

// --- extension -> webview ------------------------------------------------------------------------------------------

const toHistorySchema = v.variant('type', [
  v.object({ type: v.literal('status'), status: statusSchema }),
  /** The agents, servers and tools to choose from, each with distinct names. */
  v.object({
    type: v.literal('choices'),
    agents: v.array(choiceSchema),
    servers: v.array(choiceSchema),
    tools: v.array(choiceSchema),
  }),
  /**
   * Entries of the query with this serial number, the newest first. `older`: true if they follow the shown entries, false if they
   * replace them.
   */
  v.object({
    type: v.literal('page'),
    query: nonNegativeIntegerSchema,
    older: v.boolean(),
    rows: v.array(rowSchema),
    /** True if there may be older entries. */
    hasMore: v.boolean(),
    /** True if more entries of the query follow by themselves. */
    isSearching: v.boolean(),
    /** The number of entries that were read for the query or for its older entries. */
    read: nonNegativeIntegerSchema,
    /** The number of lines that could not be read while the page was read. */
    unreadable: nonNegativeIntegerSchema,
  }),
  /** The entries could not be read. */
  v.object({ type: v.literal('pageFailed'), query: nonNegativeIntegerSchema, text: v.string() }),
  /**
   * The counts of days of the query with this serial number. Counting goes on until `isDone`; `read` entries were read so far. A day
   * replaces an earlier one. `failure`: why the days could not be counted.
   */
  v.object({
    type: v.literal('days'),
    query: nonNegativeIntegerSchema,
    days: v.array(daySchema),
    isDone: v.boolean(),
    read: nonNegativeIntegerSchema,
    failure: v.optional(v.string()),
  }),
  /** Entries were added after the list was read. */
  v.object({ type: v.literal('newer') }),
  v.object({ type: v.literal('details'), key: v.string(), details: v.array(detailSchema), hasExchange: v.boolean() }),
  /** The progress of a verification: `entries` were read so far; `file`, from 0, of `files` files is being read. */
  v.object({
    type: v.literal('verifying'),
    entries: nonNegativeIntegerSchema,
    file: nonNegativeIntegerSchema,
    files: nonNegativeIntegerSchema,
  }),
  /** The end of a verification. Has `verdict`, or, if the verification was cancelled or failed, `text` with the reason. */
  v.object({ type: v.literal('verified'), verdict: v.optional(verificationSchema), text: v.optional(v.string()) }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

const fromHistorySchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  /** Requests the newest entries that match. `query`: the serial number of the query, which the `page` message repeats. */
  v.object({ type: v.literal('query'), query: nonNegativeIntegerSchema, filter: filterSchema }),
  /** Requests older entries of the query with this serial number. */
  v.object({ type: v.literal('older'), query: nonNegativeIntegerSchema }),
  /**
   * Counts the entries of the query with this serial number by day and caller, from the newest day back to the day that begins at `from`
   * (milliseconds since the epoch), or to the oldest. The replies are `days`. `timeZone`: a name of the IANA database.
   */
  v.object({
    type: v.literal('count'),
    query: nonNegativeIntegerSchema,
    timeZone: v.pipe(v.string(), v.maxLength(100)),
    from: v.optional(v.number()),
  }),
  /** Requests the details of an entry. The reply is `details`. */
  v.object({ type: v.literal('select'), key: v.string() }),
  /** Shows the exchange of an entry's request. */
  v.object({ type: v.literal('showExchange'), key: v.string() }),
  v.object({ type: v.literal('verify') }),
  v.object({ type: v.literal('cancelVerify') }),
  /** Exports the entries that match the filter of the last query, or all entries: the extension asks the user which. */
  v.object({ type: v.literal('export') }),
  v.object({ type: v.literal('clear') }),
  v.object({ type: v.literal('openSettings') }),
  v.object({ type: v.literal('tryDemo') }),
]);

// --- types and readers ---------------------------------------------------------------------------------------------

export type HistoryFilter = v.InferOutput<typeof filterSchema>;
export type HistoryRow = v.InferOutput<typeof rowSchema>;
export type HistoryDetail = v.InferOutput<typeof detailSchema>;
export type HistoryChoice = v.InferOutput<typeof choiceSchema>;
export type HistoryDay = v.InferOutput<typeof daySchema>;
export type HistoryAlert = v.InferOutput<typeof alertSchema>;
export type HistoryStatus = v.InferOutput<typeof statusSchema>;
export type HistoryVerification = v.InferOutput<typeof verificationSchema>;
export type ToHistory = v.InferOutput<typeof toHistorySchema>;
export type FromHistory = v.InferOutput<typeof fromHistorySchema>;

/** Validates a message. Returns `undefined` if no schema describes it. */
export function readToHistory(message: unknown): ToHistory | undefined {
  const result = v.safeParse(toHistorySchema, message);
  return result.success ? result.output : undefined;
}

/** Validates a message. Returns `undefined` if no schema describes it. */
export function readFromHistory(message: unknown): FromHistory | undefined {
  const result = v.safeParse(fromHistorySchema, message);
  return result.success ? result.output : undefined;
}
