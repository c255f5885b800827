/** The screens of the panel, and the view that holds one of them with the cards and notices above it. */
import * as v from 'valibot';
import {
  answersSchema,
  callWithEarlierStepsSchema,
  earlierStepsSchema,
  noticeSchema,
  rateLimitCardSchema,
  runningCallSchema,
  sentAnswerSchema,
  serverDetailsSchema,
  serverSchema,
  shownUrlFindingSchema,
  shownUrlSchema,
  stepsSchema,
  suspendedCallSchema,
  targetSchema,
  waitingEntrySchema,
} from './callSchemas.ts';
import {
  draftSchema,
  formInputsSchema,
  formModelSchema,
  missingSchema,
  nonNegativeIntegerSchema,
  rememberedMarkSchema,
  secretsSchema,
} from './formSchemas.ts';
import { keptOutcomeSchema, resultRowSchema } from './resultSchemas.ts';

/**
 * One screen. `id` identifies it: every message of the webview about the screen contains the id, and is ignored once another
 * screen is shown.
 */
const screenSchema = v.variant('kind', [
  /** The screen while no request waits. `setUp`: what the user has set up already; absent if there are servers of this host. */
  v.object({
    kind: v.literal('welcome'),
    id: v.string(),
    setUp: v.optional(v.picklist(['onlyAgents', 'nothing'])),
    results: v.optional(v.array(resultRowSchema)),
  }),
  /** The screen while calls run or are suspended and no request waits. `waitsFor`: what the user has to do, if each of them has a card above the screen. */
  v.object({
    kind: v.literal('running'),
    id: v.string(),
    waitsFor: v.optional(v.picklist(['pages', 'user'])),
    /** True if an agent, not this panel, gets the results of all calls. */
    resultsGoToAgents: v.optional(v.literal(true)),
    answered: v.array(callWithEarlierStepsSchema),
    results: v.optional(v.array(resultRowSchema)),
  }),
  v.object({
    kind: v.literal('form'),
    id: v.string(),
    server: serverSchema,
    /** The call that the request belongs to, if it is known. */
    call: v.optional(targetSchema),
    /** The calls that the request may belong to, if several are known. */
    candidates: v.optional(v.array(targetSchema)),
    /** True if the user can answer in the agent that asks instead. */
    answersInAgent: v.optional(v.literal(true)),
    /** True if the call has ended since the request arrived. */
    callEnded: v.optional(v.literal(true)),
    steps: v.optional(stepsSchema),
    message: v.string(),
    /** The agent that asks, if it leaves out the patterns of the schema, and fields of the form may have had one. */
    withoutPatterns: v.optional(v.string()),
    form: formModelSchema,
    inputs: formInputsSchema,
    secrets: secretsSchema,
    /** True if the server repeats a request that was accepted a moment ago. Then `inputs` contains the accepted answers without secrets. */
    isRepeated: v.boolean(),
    draft: v.optional(draftSchema),
    /** The fields that were filled in with remembered answers. Absent if there are none. */
    remembered: v.optional(v.array(rememberedMarkSchema)),
    /** True if the answers are remembered when they are sent. Absent if no field of this form can be remembered. */
    remember: v.optional(v.boolean()),
    /** True if the content must be reviewed before it can be sent: see `review`. */
    requiresReview: v.boolean(),
    /** True if the user has declined an equal request before. */
    declinedBefore: v.boolean(),
    /** The time in which the buttons ignore input after the screen is drawn, in milliseconds; 0 if the user requested this screen. */
    ignoreInputMs: v.number(),
  }),
  /** A request in URL mode. */
  v.object({
    kind: v.literal('url'),
    id: v.string(),
    server: serverSchema,
    call: v.optional(targetSchema),
    /** The calls that the request may belong to, if several are known. */
    candidates: v.optional(v.array(targetSchema)),
    /** True if the user can answer in the agent that asks instead. */
    answersInAgent: v.optional(v.literal(true)),
    /** True if the call has ended since the request arrived. */
    callEnded: v.optional(v.literal(true)),
    steps: v.optional(stepsSchema),
    message: v.string(),
    /** True if the server gets the answer only when the user is done with the page. */
    answeredAfterPage: v.optional(v.literal(true)),
    url: shownUrlSchema,
    /** The most severe first. A severe finding requires a confirmation: see `openUrl`. */
    findings: v.array(shownUrlFindingSchema),
    /** True if the URL was copied: the user may then confirm having opened it. */
    copied: v.boolean(),
    /** True if the user has declined an equal request before. */
    declinedBefore: v.boolean(),
    ignoreInputMs: v.number(),
  }),
  v.object({
    kind: v.literal('arguments'),
    id: v.string(),
    server: serverSchema,
    target: targetSchema,
    form: formModelSchema,
    inputs: formInputsSchema,
    secrets: secretsSchema,
    draft: v.optional(draftSchema),
    missing: v.optional(missingSchema),
    /** True if the server offers argument completion for the text fields: see `complete`. */
    offersCompletions: v.boolean(),
    ignoreInputMs: v.number(),
  }),
  v.object({
    kind: v.literal('jsonArguments'),
    id: v.string(),
    server: serverSchema,
    target: targetSchema,
    /** The reason why the schema cannot be drawn as a form. */
    reason: v.string(),
    /** The schema as indented JSON, to be read. */
    schema: v.string(),
    /** The text in the editor. */
    text: v.string(),
    draft: v.optional(draftSchema),
    missing: v.optional(missingSchema),
    ignoreInputMs: v.number(),
  }),
  v.object({
    kind: v.literal('result'),
    id: v.string(),
    server: serverSchema,
    target: targetSchema,
    outcome: keptOutcomeSchema,
    /** The requests that were settled during the call. */
    earlierSteps: v.optional(earlierStepsSchema),
    /** The arguments as JSON, with marks in place of secrets. Absent if there are none, or if secrets in them could not be located. */
    callArguments: v.optional(v.string()),
    /** True if the request was not stored, because it had secrets: the call cannot be run again unchanged. */
    withoutArguments: v.optional(v.literal(true)),
    /** True if the call can be prepared again with changed arguments. */
    canChangeArguments: v.optional(v.literal(true)),
    /** True if the user came from another result, or from the list of results. */
    canGoBack: v.optional(v.literal(true)),
    /** The other results. */
    results: v.optional(v.array(resultRowSchema)),
    ignoreInputMs: v.number(),
  }),
  /** The list of results, which the user opened. */
  v.object({
    kind: v.literal('results'),
    id: v.string(),
    results: v.array(resultRowSchema),
    /** True if the user came from a result. */
    canGoBack: v.optional(v.literal(true)),
    ignoreInputMs: v.number(),
  }),
  /** An answer whose reply was not delivered, or may not have been delivered. */
  v.object({
    kind: v.literal('notDelivered'),
    id: v.string(),
    server: serverSchema,
    call: v.optional(targetSchema),
    /** The server's message. */
    message: v.string(),
    /** The user's answer. */
    action: v.picklist(['accept', 'opened', 'decline', 'cancel']),
    answers: answersSchema,
    /** The number of answers that are not in `answers`. */
    moreAnswers: nonNegativeIntegerSchema,
    /** `refused`: the reply has not arrived. `unknown`: the reply may have arrived. */
    state: v.picklist(['refused', 'unknown']),
    reason: v.picklist([
      'http',
      'signIn',
      'notSent',
      'expired',
      'broken',
      'noResult',
      'noResponse',
      'serverEnded',
      'stopped',
      'takenBack',
      'moved',
    ]),
    /** The HTTP status, if the server refused the reply. */
    status: v.optional(v.number()),
    /** The server's `Retry-After`, in seconds. */
    retryAfter: v.optional(nonNegativeIntegerSchema),
    /** True if the call has ended: the reply cannot be sent again, but the call can be run again with the answers. */
    hasCallEnded: v.boolean(),
    /** True if the call is known, and can be stopped or run again. */
    isCallKnown: v.boolean(),
    ignoreInputMs: v.number(),
  }),
  /** A whole entry to agree to: a workspace's server before it starts, or an entry of a folder before it is imported. */
  v.object({
    kind: v.literal('agreement'),
    id: v.string(),
    server: serverSchema,
    purpose: v.picklist(['start', 'import']),
    /** True if the user has agreed to another version of this entry before. */
    changed: v.boolean(),
    /** True for a program, which gets the rights of the user; false for a server at a URL. */
    runsProgram: v.boolean(),
    /** Sentences about the dangers of the entry. */
    warnings: v.array(v.string()),
    rows: v.array(v.object({ label: v.string(), values: v.array(v.string()) })),
    ignoreInputMs: v.number(),
  }),
  /** The question whether a server of an agent may ask, which the user has not connected. */
  v.object({
    kind: v.literal('unverifiedServer'),
    id: v.string(),
    /** The agent. */
    server: serverSchema,
    /** The name that the server has in the agent's configuration. */
    claimedName: v.string(),
    /** Empty if it is not known. */
    commandLine: v.string(),
    /** True if the command is not shown whole: then it cannot be connected. */
    isCommandCut: v.boolean(),
    folder: v.string(),
    /** True if the user has connected another command under this name. */
    replacesConnected: v.boolean(),
    ignoreInputMs: v.number(),
  }),
]);

/** The properties that can change of a screen that the webview has already drawn. A form's inputs are not among them. */
const drawnScreenSchema = v.object({
  kind: v.literal('drawn'),
  id: v.string(),
  /** A property of `form` and `url`. */
  steps: v.optional(stepsSchema),
  callEnded: v.optional(v.literal(true)),
  /** A property of `form`. */
  remembered: v.optional(v.array(rememberedMarkSchema)),
  /** A property of `url`. */
  copied: v.optional(v.boolean()),
  /** A property of `running`. */
  answered: v.optional(v.array(callWithEarlierStepsSchema)),
  /** A property of `welcome`, `running`, `result` and `results`. */
  results: v.optional(v.array(resultRowSchema)),
});

export const viewSchema = v.object({
  screen: v.variant('kind', [screenSchema, drawnScreenSchema]),
  /** About the server of the screen. Absent if the screen is about no server. */
  serverDetails: v.optional(serverDetailsSchema),
  /** The id of the running call that the shown request belongs to. The header, not a card, has the button that stops it. */
  shownCall: v.optional(v.string()),
  /** The number of requests that wait behind the screen, without those of the shown call. */
  waitingBehind: nonNegativeIntegerSchema,
  /** The screens that wait for the user, in the order of their arrival, those of a call one after the other. */
  waiting: v.array(waitingEntrySchema),
  calls: v.array(runningCallSchema),
  suspendedCalls: v.array(suspendedCallSchema),
  rateLimitCards: v.array(rateLimitCardSchema),
  notices: v.array(noticeSchema),
  /** Present for a short time after an answer has arrived at the server of an agent. */
  sent: v.optional(sentAnswerSchema),
});

export type Screen = v.InferOutput<typeof screenSchema>;
export type View = v.InferOutput<typeof viewSchema>;
export type ScreenOf<K extends Screen['kind']> = Extract<Screen, { kind: K }>;
/** The properties of a screen that can change after it was drawn. */
export type ScreenChanges = Pick<
  v.InferOutput<typeof drawnScreenSchema>,
  'steps' | 'callEnded' | 'remembered' | 'copied' | 'answered' | 'results'
>;
