/**
 * The whole conversation between the extension and the history's webview, both directions. The extension puts entries
 * into words; the webview shows them, and the times in the person's own time zone.
 * Every message is checked at run time by whoever receives it: see `readToHistory` and `readFromHistory`.
 */
import * as v from 'valibot';
import { indexSchema } from './formSchemas.ts';

// --- parts ---------------------------------------------------------------------------------------------------------

/** What the entries that are shown have in common; what is absent does not matter. */
const filterSchema = v.object({
  /** Without tool calls, or only these. */
  only: v.optional(v.picklist(['questions', 'calls'])),
  /** A server's id. */
  server: v.optional(v.string()),
  decision: v.optional(v.picklist(['accept', 'decline', 'cancel', 'withdrawn', 'refused', 'rate_limited', 'muted'])),
  /** Only answers of the user's that did not arrive, or of which that is not known. */
  undelivered: v.optional(v.literal(true)),
  mode: v.optional(v.picklist(['form', 'url'])),
  text: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** Milliseconds since the epoch; `to` is exclusive. */
  from: v.optional(v.number()),
  to: v.optional(v.number()),
});

/** One entry in the list. */
const rowSchema = v.object({
  /** Names the entry in what the webview sends back. */
  key: v.string(),
  /** ISO 8601. */
  at: v.string(),
  /** The configured name; absent for entries about the record itself. */
  server: v.optional(v.string()),
  /** What it was about: "Form for book_table". */
  about: v.string(),
  outcome: v.object({ word: v.string(), tone: v.picklist(['done', 'ended', 'stopped', 'trouble', 'plain']) }),
});

/** One thing that is known of an entry. */
const detailSchema = v.object({
  label: v.string(),
  values: v.array(v.string()),
  /** How the values are written. `words`: ours. `quote`: a server's or the person's. `code`: for machines. `time`: ISO 8601. */
  style: v.picklist(['words', 'quote', 'code', 'time']),
});

const alertSchema = v.object({ severity: v.picklist(['info', 'warning', 'error']), text: v.string() });

/** How the record is doing, and what it keeps. */
const statusSchema = v.object({
  enabled: v.boolean(),
  /** Values are kept too. */
  full: v.boolean(),
  /** Tool calls are recorded too. */
  calls: v.optional(v.boolean()),
  retentionDays: indexSchema,
  alerts: v.array(alertSchema),
  /** Servers to choose from, by names that are told apart. */
  servers: v.array(v.object({ id: v.string(), name: v.string() })),
});

const verificationSchema = v.object({
  ok: v.boolean(),
  /** The result in a sentence or two. */
  text: v.string(),
  /** What is wrong, by file: the first broken entry of each. */
  problems: v.array(v.string()),
  /** What is in order, and still good to know. */
  remarks: v.array(v.string()),
});

// --- extension -> webview ------------------------------------------------------------------------------------------

const toHistorySchema = v.variant('type', [
  v.object({ type: v.literal('status'), status: statusSchema }),
  /** Entries, newest first, for the query of this number. `older`: they go below those that are shown. */
  v.object({
    type: v.literal('page'),
    query: indexSchema,
    older: v.boolean(),
    rows: v.array(rowSchema),
    /** There may be older ones. */
    more: v.boolean(),
    /** Lines on the way that could not be read. */
    unreadable: indexSchema,
  }),
  /** The entries could not be read. */
  v.object({ type: v.literal('pageFailed'), query: indexSchema, text: v.string() }),
  /** Entries were added since the list was read. */
  v.object({ type: v.literal('newer') }),
  v.object({ type: v.literal('details'), key: v.string(), details: v.array(detailSchema), wire: v.boolean() }),
  v.object({ type: v.literal('verifying'), entries: indexSchema, file: indexSchema, files: indexSchema }),
  /** Without a verdict where it was cancelled or broken off, as `text` says. */
  v.object({ type: v.literal('verified'), verdict: v.optional(verificationSchema), text: v.optional(v.string()) }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

const fromHistorySchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  /** The newest entries that match; the answer carries the same number. */
  v.object({ type: v.literal('query'), query: indexSchema, filter: filterSchema }),
  /** Older ones of the same query. */
  v.object({ type: v.literal('older'), query: indexSchema }),
  v.object({ type: v.literal('select'), key: v.string() }),
  v.object({ type: v.literal('showWire'), key: v.string() }),
  v.object({ type: v.literal('verify') }),
  v.object({ type: v.literal('cancelVerify') }),
  /** What the filter of the last query lets through, or everything: the person is asked. */
  v.object({ type: v.literal('export') }),
  v.object({ type: v.literal('clear') }),
  v.object({ type: v.literal('openSettings') }),
  v.object({ type: v.literal('tryDemo') }),
]);

// --- types and readers ---------------------------------------------------------------------------------------------

export type HistoryFilter = v.InferOutput<typeof filterSchema>;
export type HistoryRow = v.InferOutput<typeof rowSchema>;
export type HistoryDetail = v.InferOutput<typeof detailSchema>;
export type HistoryAlert = v.InferOutput<typeof alertSchema>;
export type HistoryStatus = v.InferOutput<typeof statusSchema>;
export type HistoryVerification = v.InferOutput<typeof verificationSchema>;
export type ToHistory = v.InferOutput<typeof toHistorySchema>;
export type FromHistory = v.InferOutput<typeof fromHistorySchema>;

/** The message, or `undefined` when it is none of ours. */
export function readToHistory(message: unknown): ToHistory | undefined {
  const result = v.safeParse(toHistorySchema, message);
  return result.success ? result.output : undefined;
}

/** The message, or `undefined` when it is none of ours. */
export function readFromHistory(message: unknown): FromHistory | undefined {
  const result = v.safeParse(fromHistorySchema, message);
  return result.success ? result.output : undefined;
}
