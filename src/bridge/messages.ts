/**
 * The whole conversation between the extension and the panel's webview, both directions.
 * The extension owns the truth and sends all of it with every `show`, but for a screen that the webview has drawn: of that
 * only what may change. The webview sends what the person did.
 * Every message is checked at run time by whoever receives it: see `readToExtension` and `readToWebview`.
 */
import * as v from 'valibot';
import { maxTextLength } from '#form/formLimits.ts';
import type { FieldInput } from '#form/model.ts';
import { rateLimitActionSchema } from './callSchemas.ts';
import {
  draftSchema,
  fieldProblemSchema,
  formInputsSchema,
  indexSchema,
  offsetsSchema,
  secretsSchema,
  sentValueSchema,
} from './formSchemas.ts';
import { viewSchema } from './screenSchemas.ts';

export type {
  AddressFinding,
  CallTarget,
  CallWithEarlierSteps,
  Notice,
  RateLimitAction,
  RateLimitCard,
  ResultPart,
  ResultRow,
  RunningCall,
  ServerLabel,
  ShownAddress,
  ShownEarlierStep,
  ShownEarlierSteps,
  ShownOutcome,
  ShownSteps,
  ShownSuspendedCall,
} from './callSchemas.ts';
export type { DraftLabel, SecretFinding, ShownRememberedMark } from './formSchemas.ts';
export type { Screen, ScreenChanges, ScreenOf, View } from './screenSchemas.ts';

// --- extension -> webview ------------------------------------------------------------------------------------------

const toWebviewSchema = v.variant('type', [
  v.object({ type: v.literal('show'), view: viewSchema }),
  /** The core's verdict on the inputs that came with revision `revision` of `edit`. Patterns are judged only here. */
  v.object({
    type: v.literal('checked'),
    screen: v.string(),
    revision: v.number(),
    problems: v.array(fieldProblemSchema),
    secrets: secretsSchema,
  }),
  /** What `submit` would send of the inputs that came with revision `revision` of `review`, in the order of its JSON. */
  v.object({
    type: v.literal('reviewed'),
    screen: v.string(),
    revision: v.number(),
    values: v.array(sentValueSchema),
    secrets: secretsSchema,
  }),
  /**
   * `submit`, `review`, `runJson` or `openUrl` had no effect; nothing was sent. `problems` may be empty when the summary says it all.
   */
  v.object({
    type: v.literal('rejected'),
    screen: v.string(),
    summary: v.string(),
    problems: v.array(fieldProblemSchema),
    /** Fields whose secrets are not sent before the person has taken a second step; see `submit`. */
    unconfirmed: v.optional(secretsSchema),
  }),
  /** Puts something else into the form, for `startOver` or `undoStartOver`. */
  v.object({ type: v.literal('fill'), screen: v.string(), inputs: formInputsSchema, draft: v.optional(draftSchema) }),
  v.object({ type: v.literal('fillJson'), screen: v.string(), text: v.string(), draft: v.optional(draftSchema) }),
  /** What the server suggests for a field, asked for with revision `revision` of `complete`. */
  v.object({
    type: v.literal('completions'),
    screen: v.string(),
    field: indexSchema,
    revision: v.number(),
    values: v.array(v.string()),
  }),
  /** Move the keyboard to the screen's first field or button. Sent only when the person asked to be here. */
  v.object({ type: v.literal('focus'), screen: v.string() }),
  /** The screen was drawn out of sight and comes into sight only now: its buttons ignore input for `ms` milliseconds. */
  v.object({ type: v.literal('ignoreInput'), screen: v.string(), ms: v.number() }),
  /** The same of cards above the screen: ids of held calls, and of servers that ask too often. */
  v.object({ type: v.literal('ignoreCardInput'), cards: v.array(v.string()), ms: v.number() }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

/** UTF-16 code units of JSON that can be written by hand. */
export const maxJsonLength = 5_000_000;
/** The last bound, beyond that of every form that is drawn: on fields, and on what is chosen in one. */
const maxInputs = 10_000;
const drawFailure = 1000;

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
/** A name that was given out by the extension. */
const id = text(1000);
/** Taken whatever its length: without it a question could not be ended. */
const cut = v.pipe(
  v.string(),
  v.transform((message) => message.slice(0, drawFailure)),
);
const chosen = v.pipe(v.array(indexSchema), v.maxLength(maxInputs));
const typedInput: v.GenericSchema<FieldInput> = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    text: text(maxTextLength),
    touched: v.boolean(),
    offsets: v.optional(offsetsSchema),
  }),
  v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
  v.object({ kind: v.literal('choice'), selected: v.nullable(indexSchema) }),
  v.object({ kind: v.literal('multiChoice'), selected: chosen, touched: v.boolean() }),
]);
const typedInputs = v.pipe(v.array(typedInput), v.maxLength(maxInputs));
const changes = v.pipe(v.array(v.object({ field: indexSchema, input: typedInput })), v.maxLength(maxInputs));

const toExtensionSchema = v.variant('type', [
  /** The webview has drawn nothing yet, or not what it was told of, and wants a whole `show`. */
  v.object({ type: v.literal('ready') }),
  /** A screen is drawn: from here on, closing the tab is the person's answer to it. */
  v.object({ type: v.literal('drawn'), screen: id }),
  /** The fields that were changed since the last `edit`. Kept by the extension and answered with `checked`. */
  v.object({ type: v.literal('edit'), screen: id, revision: indexSchema, changes }),
  /** Asks for suggestions: `text` stands in the field. Answered with `completions`, or not at all. */
  v.object({
    type: v.literal('complete'),
    screen: id,
    field: indexSchema,
    revision: indexSchema,
    text: text(maxTextLength),
  }),
  /** Put the draft aside and begin anew; take that back, or take what is offered. Answered with `fill` or `fillJson`. */
  v.object({ type: v.literal('startOver'), screen: id }),
  v.object({ type: v.literal('undoStartOver'), screen: id }),
  /** Remember these answers when they are sent, or do not. */
  v.object({ type: v.literal('remember'), screen: id, on: v.boolean() }),
  /** Forget what a field was filled in with; take that back. The webview puts something else into the field itself. */
  v.object({ type: v.literal('forgetRemembered'), screen: id, field: indexSchema }),
  v.object({ type: v.literal('recallRemembered'), screen: id, field: indexSchema }),
  v.object({ type: v.literal('editJson'), screen: id, text: text(maxJsonLength) }),
  /** Says what would be sent. Answered with `reviewed` or `rejected`. */
  v.object({ type: v.literal('review'), screen: id, revision: indexSchema, inputs: typedInputs }),
  /** The main button: Submit for a question, Run for arguments. Where there is a review, only what was reviewed is sent. */
  v.object({
    type: v.literal('submit'),
    screen: id,
    inputs: typedInputs,
    /** The fields whose secrets the person took the second step to send. Without it none is sent. */
    confirmedSecrets: v.optional(chosen),
  }),
  v.object({ type: v.literal('runJson'), screen: id, text: text(maxJsonLength) }),
  v.object({ type: v.literal('decline'), screen: id }),
  /** Decline, and the same again for the rest of the call. */
  v.object({ type: v.literal('declineRest'), screen: id }),
  /** Cancel for a question or arguments; Close for a result; Stop or Close for an answer that did not arrive; Don't Allow for an agreement. */
  v.object({ type: v.literal('cancel'), screen: id }),
  /** Consent to a web page: it is opened, and that is the answer. `rejected` when it was not opened. */
  v.object({
    type: v.literal('openUrl'),
    screen: id,
    /** The person took the second step too. Without it an address with a severe finding is not opened. */
    confirmed: v.boolean(),
  }),
  v.object({ type: v.literal('copyUrl'), screen: id }),
  /** The person opened the copied address themselves. */
  v.object({ type: v.literal('openedUrl'), screen: id, confirmed: v.boolean() }),
  /** The question as it crossed the wire. */
  v.object({ type: v.literal('showWire'), screen: id }),
  /** What the call waits for is done, or does not matter any more. */
  v.object({ type: v.literal('resumeSuspendedCall'), suspendedCall: id }),
  v.object({ type: v.literal('stopSuspendedCall'), suspendedCall: id }),
  v.object({ type: v.literal('reopenPage'), suspendedCall: id, page: indexSchema }),
  v.object({ type: v.literal('copyPageUrl'), suspendedCall: id, page: indexSchema }),
  v.object({ type: v.literal('agree'), screen: id }),
  /** End a call, with all its questions and whatever it waits for. */
  v.object({ type: v.literal('stopCall'), call: id }),
  v.object({ type: v.literal('runAgain'), screen: id }),
  /** Send the answer that did not arrive once more, as it is. */
  v.object({ type: v.literal('sendAgain'), screen: id }),
  v.object({ type: v.literal('copyResult'), screen: id }),
  v.object({ type: v.literal('readResource'), screen: id, uri: text(100_000) }),
  /** Show the result of a call that has ended; take it out of the list; take all out. */
  v.object({ type: v.literal('openResult'), result: id }),
  v.object({ type: v.literal('dismissResult'), result: id }),
  v.object({ type: v.literal('clearResults') }),
  /** A command that the welcome screen leads to. */
  v.object({ type: v.literal('runCommand'), command: v.picklist(['callTool', 'tryDemo', 'addServer']) }),
  /** Bring the oldest question that waits behind this screen to the front. */
  v.object({ type: v.literal('showWaiting') }),
  v.object({ type: v.literal('dismissNotice'), notice: id }),
  v.object({ type: v.literal('runNoticedCall'), notice: id }),
  v.object({ type: v.literal('changeRateLimit'), serverId: text(20_000), action: rateLimitActionSchema }),
  v.object({ type: v.literal('showLog'), serverId: text(20_000) }),
  /** The webview could not draw a screen. A question is then cancelled, never accepted. */
  v.object({ type: v.literal('drawFailed'), screen: id, message: cut }),
]);

// --- readers -------------------------------------------------------------------------------------------------------

export type ToWebview = v.InferOutput<typeof toWebviewSchema>;
export type ToExtension = v.InferOutput<typeof toExtensionSchema>;

/** The message, or `undefined` when it is none of ours. */
export function readToWebview(message: unknown): ToWebview | undefined {
  const result = v.safeParse(toWebviewSchema, message);
  return result.success ? result.output : undefined;
}

/** The message, or `undefined` when it is none of ours. */
export function readToExtension(message: unknown): ToExtension | undefined {
  // Of a list with a million faults one is enough.
  const result = v.safeParse(toExtensionSchema, message, { abortEarly: true });
  return result.success ? result.output : undefined;
}
