/**
 * All messages between the extension and the panel's webview, in both directions.
 * The extension holds the state and sends all of it with every `show`; of a screen that the webview has already drawn, only
 * what can change. The webview sends what the user did.
 * The receiver validates every message: see `readToExtension` and `readToWebview`.
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
  CallTarget,
  CallWithEarlierSteps,
  Notice,
  RateLimitAction,
  RateLimitCard,
  RunningCall,
  ServerLabel,
  ShownEarlierStep,
  ShownEarlierSteps,
  ShownSteps,
  ShownSuspendedCall,
  ShownUrl,
  ShownUrlFinding,
} from './callSchemas.ts';
export type { DraftLabel, SecretFinding, ShownRememberedMark } from './formSchemas.ts';
export type { ResultPart, ResultRow, ShownOutcome } from './resultSchemas.ts';
export type { Screen, ScreenChanges, ScreenOf, View } from './screenSchemas.ts';

// --- extension -> webview ------------------------------------------------------------------------------------------

const toWebviewSchema = v.variant('type', [
  v.object({ type: v.literal('show'), view: viewSchema }),
  /** The core's evaluation of the inputs up to revision `revision` of `edit`. Patterns are tested only here. */
  v.object({
    type: v.literal('checked'),
    screen: v.string(),
    revision: v.number(),
    problems: v.array(fieldProblemSchema),
    secrets: secretsSchema,
  }),
  /** What `submit` would send for the inputs of revision `revision` of `review`, in the order of its JSON. */
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
    /** Fields with secrets that the user must confirm before they are sent; see `submit`. */
    unconfirmed: v.optional(secretsSchema),
  }),
  /** New inputs for the form, in reply to `startOver` or `undoStartOver`. */
  v.object({ type: v.literal('fill'), screen: v.string(), inputs: formInputsSchema, draft: v.optional(draftSchema) }),
  v.object({ type: v.literal('fillJson'), screen: v.string(), text: v.string(), draft: v.optional(draftSchema) }),
  /** The server's suggestions for a field, in reply to revision `revision` of `complete`. */
  v.object({
    type: v.literal('completions'),
    screen: v.string(),
    field: indexSchema,
    revision: v.number(),
    values: v.array(v.string()),
  }),
  /** Focus the screen's first field or button. Sent only when the user asked for this screen. */
  v.object({ type: v.literal('focus'), screen: v.string() }),
  /** The panel becomes visible with a screen that was drawn while hidden: its buttons ignore input for `ms` milliseconds. */
  v.object({ type: v.literal('ignoreInput'), screen: v.string(), ms: v.number() }),
  /** The same for cards above the screen, by the ids of suspended calls and of rate-limited servers. */
  v.object({ type: v.literal('ignoreCardInput'), cards: v.array(v.string()), ms: v.number() }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

/** The longest JSON that can be written by hand, in UTF-16 code units. */
export const maxJsonLength = 5_000_000;
/** The most fields of a message, and the most chosenIndexes options of a field. Larger than any form that is drawn. */
const maxInputs = 10_000;
const maxFailureLength = 1000;

const boundedText = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
/** An identifier that the extension assigned. */
const id = boundedText(1000);
/** Cut instead of refused, because the message must arrive: it cancels the request. */
const failureMessage = v.pipe(
  v.string(),
  v.transform((message) => message.slice(0, maxFailureLength)),
);
const chosenIndexes = v.pipe(v.array(indexSchema), v.maxLength(maxInputs));
const sentInput: v.GenericSchema<FieldInput> = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    text: boundedText(maxTextLength),
    touched: v.boolean(),
    offsets: v.optional(offsetsSchema),
  }),
  v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
  v.object({ kind: v.literal('choice'), selected: v.nullable(indexSchema) }),
  v.object({ kind: v.literal('multiChoice'), selected: chosenIndexes, touched: v.boolean() }),
]);
const sentInputs = v.pipe(v.array(sentInput), v.maxLength(maxInputs));
const changes = v.pipe(v.array(v.object({ field: indexSchema, input: sentInput })), v.maxLength(maxInputs));

const toExtensionSchema = v.variant('type', [
  /** The webview has drawn nothing yet, or not the screen that it was told about: send a whole `show`. */
  v.object({ type: v.literal('ready') }),
  /** The screen is drawn: from now on, closing the tab cancels its request. */
  v.object({ type: v.literal('drawn'), screen: id }),
  /** The fields that were changed since the last `edit`. The extension stores them and replies with `checked`. */
  v.object({ type: v.literal('edit'), screen: id, revision: indexSchema, changes }),
  /** Requests suggestions for the `text` in the field. The reply is `completions`, or none. */
  v.object({
    type: v.literal('complete'),
    screen: id,
    field: indexSchema,
    revision: indexSchema,
    text: boundedText(maxTextLength),
  }),
  /** Put the draft aside and begin anew; undo that, or take the offered draft. The reply is `fill` or `fillJson`. */
  v.object({ type: v.literal('startOver'), screen: id }),
  v.object({ type: v.literal('undoStartOver'), screen: id }),
  /** Whether these answers are remembered when they are sent. */
  v.object({ type: v.literal('remember'), screen: id, on: v.boolean() }),
  /** Forget the remembered answer of a field; undo that. The webview changes the field's input itself. */
  v.object({ type: v.literal('forgetRemembered'), screen: id, field: indexSchema }),
  v.object({ type: v.literal('recallRemembered'), screen: id, field: indexSchema }),
  v.object({ type: v.literal('editJson'), screen: id, text: boundedText(maxJsonLength) }),
  /** Requests what would be sent. The reply is `reviewed` or `rejected`. */
  v.object({ type: v.literal('review'), screen: id, revision: indexSchema, inputs: sentInputs }),
  /** The main button: Submit for a request, Run for arguments. Where a review is required, only reviewed inputs are sent. */
  v.object({
    type: v.literal('submit'),
    screen: id,
    inputs: sentInputs,
    /** The fields whose secrets the user confirmed. Without it no secret is sent. */
    confirmedSecrets: v.optional(chosenIndexes),
  }),
  v.object({ type: v.literal('runJson'), screen: id, text: boundedText(maxJsonLength) }),
  v.object({ type: v.literal('decline'), screen: id }),
  /** Decline this request and all later ones of the call. */
  v.object({ type: v.literal('declineRest'), screen: id }),
  /**
   * Cancel for a request or arguments; Close for a result; Stop or Close for an undelivered reply; Don't Allow for an
   * agreement.
   */
  v.object({ type: v.literal('cancel'), screen: id }),
  /** Consent to a URL: it is opened, and the request is accepted. The reply is `rejected` if it was not opened. */
  v.object({
    type: v.literal('openUrl'),
    screen: id,
    /** The user took the second step, without which a URL with a severe finding is not opened. */
    confirmed: v.boolean(),
  }),
  v.object({ type: v.literal('copyUrl'), screen: id }),
  /** The user opened the copied URL themselves. */
  v.object({ type: v.literal('openedUrl'), screen: id, confirmed: v.boolean() }),
  /** Show the request as it crossed the wire. */
  v.object({ type: v.literal('showExchange'), screen: id }),
  /** Resume a suspended call: what it waits for is done, or the user does not want to wait. */
  v.object({ type: v.literal('resumeSuspendedCall'), suspendedCall: id }),
  v.object({ type: v.literal('stopSuspendedCall'), suspendedCall: id }),
  v.object({ type: v.literal('reopenPage'), suspendedCall: id, page: indexSchema }),
  v.object({ type: v.literal('copyPageUrl'), suspendedCall: id, page: indexSchema }),
  v.object({ type: v.literal('agree'), screen: id }),
  /** Stop a call, with all its requests and whatever it waits for. */
  v.object({ type: v.literal('stopCall'), call: id }),
  v.object({ type: v.literal('runAgain'), screen: id }),
  /** Send the undelivered reply again, unchanged. */
  v.object({ type: v.literal('sendAgain'), screen: id }),
  v.object({ type: v.literal('copyResult'), screen: id }),
  v.object({ type: v.literal('readResource'), screen: id, uri: boundedText(100_000) }),
  /** Open the result of an ended call; remove it from the list; remove all. */
  v.object({ type: v.literal('openResult'), result: id }),
  v.object({ type: v.literal('dismissResult'), result: id }),
  v.object({ type: v.literal('clearResults') }),
  /** A command that the welcome screen offers. */
  v.object({ type: v.literal('runCommand'), command: v.picklist(['callTool', 'tryDemo', 'addServer']) }),
  /** Show the oldest request that waits behind this screen. */
  v.object({ type: v.literal('showWaiting') }),
  v.object({ type: v.literal('dismissNotice'), notice: id }),
  v.object({ type: v.literal('runNoticedCall'), notice: id }),
  v.object({ type: v.literal('changeRateLimit'), serverId: boundedText(20_000), action: rateLimitActionSchema }),
  v.object({ type: v.literal('showLog'), serverId: boundedText(20_000) }),
  /** The webview could not draw a screen. A request is then cancelled, never accepted. */
  v.object({ type: v.literal('drawFailed'), screen: id, message: failureMessage }),
]);

// --- readers -------------------------------------------------------------------------------------------------------

export type ToWebview = v.InferOutput<typeof toWebviewSchema>;
export type ToExtension = v.InferOutput<typeof toExtensionSchema>;

/** Validates a message. Returns `undefined` for one that no schema describes. */
export function readToWebview(message: unknown): ToWebview | undefined {
  const result = v.safeParse(toWebviewSchema, message);
  return result.success ? result.output : undefined;
}

/** Validates a message. Returns `undefined` for one that no schema describes. */
export function readToExtension(message: unknown): ToExtension | undefined {
  // One problem is enough to refuse a list with a million.
  const result = v.safeParse(toExtensionSchema, message, { abortEarly: true });
  return result.success ? result.output : undefined;
}
