/** What fills the panel. */
import * as v from 'valibot';
import {
  addressFindingSchema,
  addressSchema,
  callOutcomeSchema,
  callWithEarlierStepsSchema,
  earlierStepsSchema,
  noticeSchema,
  rateLimitCardSchema,
  resultRowSchema,
  runningCallSchema,
  serverSchema,
  stepsSchema,
  suspendedCallSchema,
  targetSchema,
} from './callSchemas.ts';
import {
  draftSchema,
  formInputsSchema,
  formModelSchema,
  indexSchema,
  rememberedMarkSchema,
  secretsSchema,
} from './formSchemas.ts';

/**
 * What fills the panel. `id` names this very screen: what the webview sends back carries it, and a message for a
 * screen that is not shown any more is ignored.
 */
const screenSchema = v.variant('kind', [
  v.object({ kind: v.literal('welcome'), id: v.string(), results: v.optional(v.array(resultRowSchema)) }),
  /** Nothing waits for the person, but calls are in flight. `held`: all of them wait for what stands above. */
  v.object({
    kind: v.literal('running'),
    id: v.string(),
    held: v.boolean(),
    answered: v.array(callWithEarlierStepsSchema),
    results: v.optional(v.array(resultRowSchema)),
  }),
  v.object({
    kind: v.literal('form'),
    id: v.string(),
    server: serverSchema,
    /** The call that led here, where that can be known. */
    call: v.optional(targetSchema),
    /** That call has ended since. */
    callEnded: v.optional(v.literal(true)),
    steps: v.optional(stepsSchema),
    message: v.string(),
    form: formModelSchema,
    inputs: formInputsSchema,
    secrets: secretsSchema,
    /** The server asks again what was accepted a moment ago; `inputs` hold what was answered then, but for secrets. */
    askedAgain: v.boolean(),
    draft: v.optional(draftSchema),
    /** Absent: no field was filled in so. */
    remembered: v.optional(v.array(rememberedMarkSchema)),
    /** The person wants these answers to be remembered when they are sent. Absent: nothing of this form can be. */
    remember: v.optional(v.boolean()),
    /** What would be sent is shown before it can be: see `review`. */
    requiresReview: v.boolean(),
    /** The person has declined the same before. */
    declinedBefore: v.boolean(),
    /** Milliseconds during which buttons ignore input, counted from drawing; 0 when the person asked for this screen. */
    ignoreInputMs: v.number(),
  }),
  /** A server wants the person to open a web page. */
  v.object({
    kind: v.literal('url'),
    id: v.string(),
    server: serverSchema,
    call: v.optional(targetSchema),
    /** That call has ended since. */
    callEnded: v.optional(v.literal(true)),
    steps: v.optional(stepsSchema),
    message: v.string(),
    address: addressSchema,
    /** The most serious first. A severe one wants a second, deliberate step: see `openUrl`. */
    findings: v.array(addressFindingSchema),
    /** True once the address was copied: the person may say that they opened it. */
    copied: v.boolean(),
    /** The person has declined the same before. */
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
    draft: v.optional(draftSchema),
    /** The server may have suggestions for the text fields: see `complete`. */
    offersCompletions: v.boolean(),
    ignoreInputMs: v.number(),
  }),
  v.object({
    kind: v.literal('jsonArguments'),
    id: v.string(),
    server: serverSchema,
    target: targetSchema,
    /** Why there is no form. */
    reason: v.string(),
    /** The schema, indented, to read. */
    schema: v.string(),
    /** What stands in the editor so far. */
    text: v.string(),
    draft: v.optional(draftSchema),
    ignoreInputMs: v.number(),
  }),
  v.object({
    kind: v.literal('result'),
    id: v.string(),
    server: serverSchema,
    target: targetSchema,
    outcome: callOutcomeSchema,
    /** What was asked on the way. */
    earlierSteps: v.optional(earlierStepsSchema),
    /** Its arguments are not known any more: it cannot be run again. */
    withoutArguments: v.optional(v.literal(true)),
    /** The id of the result whose link led here. */
    back: v.optional(v.string()),
    /** The results beside this one. */
    results: v.optional(v.array(resultRowSchema)),
    ignoreInputMs: v.number(),
  }),
  /** The user's answer did not arrive, or may not have. */
  v.object({
    kind: v.literal('notDelivered'),
    id: v.string(),
    server: serverSchema,
    call: v.optional(targetSchema),
    /** What the server asked. */
    message: v.string(),
    /** What the user did. */
    action: v.picklist(['accept', 'opened', 'decline', 'cancel']),
    /** What was answered, in words. A value that is absent is a secret. */
    answers: v.array(v.object({ label: v.string(), value: v.optional(v.string()) })),
    /** Answers that are not among them. */
    more: indexSchema,
    /** `unknown`: the server may have it. */
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
    ]),
    /** The HTTP status of a refusal. */
    status: v.optional(v.number()),
    /** Seconds that the server asked to wait. */
    retryAfter: v.optional(indexSchema),
    /** The call is over: the answer cannot be sent again, but the call can be run again with it. */
    ended: v.boolean(),
    /** The call is known, and can be stopped or run again. */
    runs: v.boolean(),
    ignoreInputMs: v.number(),
  }),
  /** A whole entry, to agree to or not: a workspace's server before it starts, a folder's before it becomes the user's. */
  v.object({
    kind: v.literal('agreement'),
    id: v.string(),
    server: serverSchema,
    purpose: v.picklist(['start', 'import']),
    /** True when an earlier version of this entry was agreed to. */
    changed: v.boolean(),
    /** True for a program, which gets the rights of the user. */
    runsProgram: v.boolean(),
    /** Whole sentences about what is dangerous in the entry. */
    warnings: v.array(v.string()),
    rows: v.array(v.object({ label: v.string(), values: v.array(v.string()) })),
    ignoreInputMs: v.number(),
  }),
]);

/** A screen that the webview has drawn: what may have changed of it since. Of a form nothing does but by the person. */
const drawnScreenSchema = v.object({
  kind: v.literal('drawn'),
  id: v.string(),
  /** As for `question` and `url`. */
  steps: v.optional(stepsSchema),
  callEnded: v.optional(v.literal(true)),
  /** As for `question`. */
  remembered: v.optional(v.array(rememberedMarkSchema)),
  /** As for `url`. */
  copied: v.optional(v.boolean()),
  /** As for `running`. */
  answered: v.optional(v.array(callWithEarlierStepsSchema)),
  /** As for `welcome`, `running` and `result`. */
  results: v.optional(v.array(resultRowSchema)),
});

export const viewSchema = v.object({
  screen: v.variant('kind', [screenSchema, drawnScreenSchema]),
  /** What waits behind the screen. Not counted: questions of the same call as the one that is shown. */
  waitingBehind: indexSchema,
  calls: v.array(runningCallSchema),
  suspendedCalls: v.array(suspendedCallSchema),
  rateLimitCards: v.array(rateLimitCardSchema),
  notices: v.array(noticeSchema),
});

export type Screen = v.InferOutput<typeof screenSchema>;
export type View = v.InferOutput<typeof viewSchema>;
export type ScreenOf<K extends Screen['kind']> = Extract<Screen, { kind: K }>;
/** What may change of a screen after it was drawn. */
export type ScreenChanges = Pick<
  v.InferOutput<typeof drawnScreenSchema>,
  'steps' | 'callEnded' | 'remembered' | 'copied' | 'answered' | 'results'
>;
