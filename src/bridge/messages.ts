/**
 * All messages between the extension and the panel's webview, in both directions.
 * The extension holds the state and sends all of it with every `show`; a screen that the webview has already drawn is reduced
 * to the properties that can change. The webview sends the user's actions.
 * The receiver validates every message: see `readToExtension` and `readToWebview`.
 */
import * as v from 'valibot';
import { maxTextLength } from '#form/formLimits.ts';
import { rateLimitActionSchema } from './callSchemas.ts';
import {
  draftSchema,
  fieldProblemSchema,
  formInputsSchema,
  inputSchema,
  jsonSuggestionsSchema,
  nonNegativeIntegerSchema,
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
  SentAnswer,
  ServerDetails,
  ServerLabel,
  ShownEarlierStep,
  ShownEarlierSteps,
  ShownSteps,
  ShownSuspendedCall,
  ShownUrl,
  ShownUrlFinding,
  WaitingEntry,
} from './callSchemas.ts';
export type {
  DraftLabel,
  JsonSuggestionsMessage,
  SecretFinding,
  ShownRememberedMark,
  ShownSuggestion,
} from './formSchemas.ts';
export type { ResultPart, ResultRow, ShownKeptOutcome } from './resultSchemas.ts';
export type { Screen, ScreenChanges, ScreenOf, View } from './screenSchemas.ts';

// --- extension -> webview ------------------------------------------------------------------------------------------

const toWebviewSchema = v.variant('type', [
  v.object({ type: v.literal('show'), view: viewSchema }),
  /** The extension's evaluation of the inputs up to revision `revision` of `edit`. The webview itself tests no patterns. */
  v.object({
    type: v.literal('checked'),
    screen: v.string(),
    revision: v.number(),
    problems: v.array(fieldProblemSchema),
    secrets: secretsSchema,
  }),
  /** The values that `submit` would send for the inputs of revision `revision` of `review`, in the order of its JSON. */
  v.object({
    type: v.literal('reviewed'),
    screen: v.string(),
    revision: v.number(),
    values: v.array(sentValueSchema),
    secrets: secretsSchema,
  }),
  /**
   * `submit`, `review`, `runJson` or `openUrl` had no effect; nothing was sent. `problems` is empty if the summary is enough. With an empty
   * summary: the call that a button of a result began has ended, or was not sent.
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
  v.object({
    type: v.literal('fill'),
    screen: v.string(),
    inputs: formInputsSchema,
    secrets: secretsSchema,
    draft: v.optional(draftSchema),
  }),
  v.object({ type: v.literal('fillJson'), screen: v.string(), text: v.string(), draft: v.optional(draftSchema) }),
  /** The server's suggestions for a field, in reply to revision `revision` of `complete`. */
  v.object({
    type: v.literal('completions'),
    screen: v.string(),
    field: nonNegativeIntegerSchema,
    revision: v.number(),
    values: v.array(v.string()),
  }),
  jsonSuggestionsSchema,
  /** Moves the keyboard focus to the screen's first field or button. Sent only if the user requested this screen. */
  v.object({ type: v.literal('focus'), screen: v.string() }),
  /** Makes the buttons of the screen ignore input for `ms` milliseconds. Sent when the panel with an already drawn screen becomes visible. */
  v.object({ type: v.literal('ignoreInput'), screen: v.string(), ms: v.number() }),
  /** Makes cards above the screen ignore input for `ms` milliseconds. `cards`: ids of suspended calls and of rate-limited servers. */
  v.object({ type: v.literal('ignoreCardInput'), cards: v.array(v.string()), ms: v.number() }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

/** The longest JSON that can be written by hand, in UTF-16 code units. */
export const maxJsonLength = 5_000_000;
/** The maximum number of fields of a message, and of chosen options of a field. No form that is drawn has more. */
const maxInputs = 10_000;
const maxFailureLength = 1000;

const boundedTextSchema = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));
/** An identifier that the extension assigned. */
const idSchema = boundedTextSchema(1000);
/** A text that is cut if it is too long, not refused: its message must arrive, because it cancels the request. */
const failureMessageSchema = v.pipe(
  v.string(),
  v.transform((message) => message.slice(0, maxFailureLength)),
);
const chosenIndexesSchema = v.pipe(v.array(nonNegativeIntegerSchema), v.maxLength(maxInputs));
const sentInputSchema = inputSchema(boundedTextSchema(maxTextLength), (item) =>
  v.pipe(v.array(item), v.maxLength(maxInputs)),
);
const sentInputsSchema = v.pipe(v.array(sentInputSchema), v.maxLength(maxInputs));
const changesSchema = v.pipe(
  v.array(v.object({ field: nonNegativeIntegerSchema, input: sentInputSchema })),
  v.maxLength(maxInputs),
);

const toExtensionSchema = v.variant('type', [
  /** Requests a whole `show`: the webview has drawn nothing yet, or another screen than the last `show` assumes. */
  v.object({ type: v.literal('ready') }),
  /** Reports that the screen is drawn. After this message, closing the tab cancels the screen's request. */
  v.object({ type: v.literal('drawn'), screen: idSchema }),
  /** The fields that were changed since the last `edit`. The extension stores them and replies with `checked`. */
  v.object({ type: v.literal('edit'), screen: idSchema, revision: nonNegativeIntegerSchema, changes: changesSchema }),
  /** Requests suggestions for the `text` in the field. The reply is `completions`, or none. */
  v.object({
    type: v.literal('complete'),
    screen: idSchema,
    field: nonNegativeIntegerSchema,
    revision: nonNegativeIntegerSchema,
    text: boundedTextSchema(maxTextLength),
  }),
  /** Requests suggestions for a place in the JSON of a field; field 0 for arguments that are JSON as a whole. The reply is `jsonSuggestions`. */
  v.object({
    type: v.literal('suggestJson'),
    screen: idSchema,
    field: nonNegativeIntegerSchema,
    revision: nonNegativeIntegerSchema,
    text: boundedTextSchema(maxTextLength),
    offset: nonNegativeIntegerSchema,
  }),
  /** Puts the draft aside and starts over. The reply is `fill` or `fillJson`. */
  v.object({ type: v.literal('startOver'), screen: idSchema }),
  /** Undoes `startOver`, or fills in the offered draft. The reply is `fill` or `fillJson`. */
  v.object({ type: v.literal('undoStartOver'), screen: idSchema }),
  /** Sets whether the answers are remembered when they are sent. */
  v.object({ type: v.literal('remember'), screen: idSchema, on: v.boolean() }),
  /** Forgets the remembered answer of a field. The webview itself changes the field's input. */
  v.object({ type: v.literal('forgetRemembered'), screen: idSchema, field: nonNegativeIntegerSchema }),
  /** Undoes `forgetRemembered`. */
  v.object({ type: v.literal('recallRemembered'), screen: idSchema, field: nonNegativeIntegerSchema }),
  v.object({ type: v.literal('editJson'), screen: idSchema, text: boundedTextSchema(maxJsonLength) }),
  /** Requests the values that would be sent. The reply is `reviewed` or `rejected`. */
  v.object({
    type: v.literal('review'),
    screen: idSchema,
    revision: nonNegativeIntegerSchema,
    inputs: sentInputsSchema,
  }),
  /** The main button: Submit for a request, Run for arguments. If a review is required, only reviewed inputs are sent. */
  v.object({
    type: v.literal('submit'),
    screen: idSchema,
    inputs: sentInputsSchema,
    /** The fields whose secrets the user confirmed. A secret that is not confirmed is not sent. */
    confirmedSecrets: v.optional(chosenIndexesSchema),
  }),
  v.object({ type: v.literal('runJson'), screen: idSchema, text: boundedTextSchema(maxJsonLength) }),
  v.object({ type: v.literal('decline'), screen: idSchema }),
  /** Declines this request and all later ones of the call. */
  v.object({ type: v.literal('declineRest'), screen: idSchema }),
  /**
   * The button that ends a screen: Cancel for a request or arguments; Close for a result; Stop or Close for an undelivered reply; Don't Allow for an
   * agreement.
   */
  v.object({ type: v.literal('cancel'), screen: idSchema }),
  /** The user's consent to open the URL. The request is accepted once the URL is open; the reply is `rejected` if it was not opened. */
  v.object({
    type: v.literal('openUrl'),
    screen: idSchema,
    /** True if the user has confirmed the severe findings. A URL with severe findings is not opened otherwise. */
    confirmed: v.boolean(),
  }),
  v.object({ type: v.literal('copyUrl'), screen: idSchema }),
  /** Reports that the user opened the copied URL outside of the panel. */
  v.object({ type: v.literal('openedUrl'), screen: idSchema, confirmed: v.boolean() }),
  /** Resumes a suspended call: the user has done what the call waits for, or does not want to wait. */
  v.object({ type: v.literal('resumeSuspendedCall'), suspendedCall: idSchema }),
  v.object({ type: v.literal('stopSuspendedCall'), suspendedCall: idSchema }),
  v.object({ type: v.literal('reopenPage'), suspendedCall: idSchema, page: nonNegativeIntegerSchema }),
  v.object({ type: v.literal('copyPageUrl'), suspendedCall: idSchema, page: nonNegativeIntegerSchema }),
  v.object({ type: v.literal('agree'), screen: idSchema }),
  /** Whether a server of an agent may ask, which the user has not connected: until its agent ends it, from now on, or not in this window. */
  v.object({ type: v.literal('decideServer'), screen: idSchema, decision: v.picklist(['once', 'update', 'stop']) }),
  /** Gives the request back to the agent, where the user answers it. */
  v.object({ type: v.literal('answerInAgent'), screen: idSchema }),
  /** Stops a call with all its requests. */
  v.object({ type: v.literal('stopCall'), call: idSchema }),
  v.object({ type: v.literal('runAgain'), screen: idSchema }),
  /** Sends the undelivered reply again, unchanged. */
  v.object({ type: v.literal('sendAgain'), screen: idSchema }),
  /** Prepares the call of a result again, with its arguments filled in. */
  v.object({ type: v.literal('changeArguments'), screen: idSchema }),
  v.object({ type: v.literal('copyResult'), screen: idSchema }),
  /** Opens a part of a result, the arguments of its call, or the details of an error in a text editor. */
  v.object({
    type: v.literal('openPart'),
    screen: idSchema,
    part: v.union([nonNegativeIntegerSchema, v.picklist(['arguments', 'details'])]),
  }),
  /** Returns to the result, or to the list of results, from which the user came. */
  v.object({ type: v.literal('back'), screen: idSchema }),
  v.object({ type: v.literal('readResource'), screen: idSchema, uri: boundedTextSchema(100_000) }),
  /** Opens the result of an ended call. */
  v.object({ type: v.literal('openResult'), result: idSchema }),
  v.object({ type: v.literal('dismissResult'), result: idSchema }),
  /** Dismisses all listed results. */
  v.object({ type: v.literal('clearResults') }),
  /** Undoes `dismissResult`. */
  v.object({ type: v.literal('restoreResult'), result: idSchema }),
  /** Undoes `clearResults`. */
  v.object({ type: v.literal('restoreResults') }),
  /** Runs a command that the welcome screen offers, or `openWalkthrough` for the key `?`. */
  v.object({
    type: v.literal('runCommand'),
    command: v.picklist(['callTool', 'tryDemo', 'addServer', 'connectAgent', 'openWalkthrough']),
  }),
  /** Shows the waiting screen with this id, which the user has chosen. Ignored if it does not wait any more. */
  v.object({ type: v.literal('showWaiting'), waitingId: idSchema }),
  v.object({ type: v.literal('dismissNotice'), notice: idSchema }),
  v.object({ type: v.literal('runNoticedCall'), notice: idSchema }),
  v.object({ type: v.literal('changeRateLimit'), serverId: boundedTextSchema(20_000), action: rateLimitActionSchema }),
  v.object({ type: v.literal('showLog'), serverId: boundedTextSchema(20_000) }),
  /** Reports that the webview could not draw a screen. The request of the screen is cancelled, never accepted. */
  v.object({ type: v.literal('drawFailed'), screen: idSchema, message: failureMessageSchema }),
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
