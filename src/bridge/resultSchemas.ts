/** Schemas of the results of calls. */
import * as v from 'valibot';
import { serverSchema, targetSchema } from './callSchemas.ts';

/** One readable part of a result. Long texts are cut: see `readableResult.ts`. Source: MCP specification, server/tools, "Tool Result". */
const resultPartSchema = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string() }),
  v.object({ kind: v.literal('image'), mimeType: v.string(), data: v.string() }),
  v.object({ kind: v.literal('audio'), mimeType: v.string(), data: v.string() }),
  /** Structured content, or another part that is shown as JSON. `isRepeated`: texts of the result say the same. */
  v.object({
    kind: v.literal('json'),
    label: v.string(),
    json: v.string(),
    isRepeated: v.optional(v.literal(true)),
  }),
  v.object({
    kind: v.literal('link'),
    uri: v.string(),
    name: v.string(),
    description: v.optional(v.string()),
    mimeType: v.optional(v.string()),
  }),
  /** The text of a resource. */
  v.object({ kind: v.literal('resource'), uri: v.string(), mimeType: v.optional(v.string()), text: v.string() }),
  /** A description of a part that cannot be shown, such as a binary resource. */
  v.object({ kind: v.literal('other'), text: v.string() }),
  /** The role of a prompt's message, as a heading: the content of the message follows as other parts. */
  v.object({ kind: v.literal('role'), role: v.string() }),
]);

/** How a call ended: `KeptOutcome` of the core, as the webview draws it. */
export const keptOutcomeSchema = v.variant('kind', [
  /** `failed`: true if the tool reported an error (`isError`). */
  v.object({
    kind: v.literal('result'),
    failed: v.boolean(),
    parts: v.array(resultPartSchema),
    /** The problems of the tool's structured content, or `unchecked`: the reason why it could not be validated. */
    mismatch: v.optional(v.object({ problems: v.array(v.string()), unchecked: v.optional(v.string()) })),
  }),
  /** The call ended without a result. */
  v.object({
    kind: v.literal('error'),
    summary: v.string(),
    remedy: v.optional(v.string()),
    detail: v.optional(v.string()),
  }),
  v.object({ kind: v.literal('cancelled') }),
  /** The user declined a page that the server required before the call (-32042). */
  v.object({ kind: v.literal('declined'), summary: v.string() }),
]);

/** A kept call in the list of results. */
export const resultRowSchema = v.object({
  /** The call's id. */
  id: v.string(),
  server: serverSchema,
  target: targetSchema,
  /** The time at which the call ended, in milliseconds since the epoch. */
  at: v.number(),
  /** `failed`: the tool reported an error. `error`: the call ended without a result. */
  outcome: v.picklist(['result', 'failed', 'error', 'cancelled', 'declined']),
  /** True if the result has not been opened yet. */
  isNew: v.boolean(),
  /** Present if the result was removed and can be restored: `alone`, or with `all` others. */
  removed: v.optional(v.picklist(['alone', 'all'])),
});

export type ResultPart = v.InferOutput<typeof resultPartSchema>;
export type ShownKeptOutcome = v.InferOutput<typeof keptOutcomeSchema>;
export type ResultRow = v.InferOutput<typeof resultRowSchema>;
