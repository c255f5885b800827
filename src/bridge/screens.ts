/** What fills the panel. */
import * as v from 'valibot';
import { draft, form, formInputs, index, rememberedMark, secrets } from './formParts.ts';
import {
  address,
  addressFinding,
  answered,
  eagerServer,
  hold,
  notice,
  outcome,
  past,
  resultRow,
  runningCall,
  server,
  steps,
  target,
} from './parts.ts';

/**
 * What fills the panel. `id` names this very screen: what the webview sends back carries it, and a message for a
 * screen that is not shown any more is ignored.
 */
const screen = v.variant('kind', [
  v.object({ kind: v.literal('welcome'), id: v.string(), results: v.optional(v.array(resultRow)) }),
  /** Nothing waits for the person, but calls are in flight. `held`: all of them wait for what stands above. */
  v.object({
    kind: v.literal('running'),
    id: v.string(),
    held: v.boolean(),
    answered: v.array(answered),
    results: v.optional(v.array(resultRow)),
  }),
  v.object({
    kind: v.literal('question'),
    id: v.string(),
    server,
    /** The call that led here, where that can be known. */
    call: v.optional(target),
    /** That call has ended since. */
    callEnded: v.optional(v.literal(true)),
    steps: v.optional(steps),
    message: v.string(),
    form,
    inputs: formInputs,
    secrets,
    /** The server asks again what was accepted a moment ago; `inputs` hold what was answered then, but for secrets. */
    askedAgain: v.boolean(),
    draft: v.optional(draft),
    /** Absent: no field was filled in so. */
    remembered: v.optional(v.array(rememberedMark)),
    /** The person wants these answers to be remembered when they are sent. Absent: nothing of this form can be. */
    remember: v.optional(v.boolean()),
    /** What would be sent is shown before it can be: see `review`. */
    openReview: v.boolean(),
    /** The person has declined the same before. */
    declinedBefore: v.boolean(),
    /** Milliseconds during which buttons ignore input, counted from drawing; 0 when the person asked for this screen. */
    quietFor: v.number(),
  }),
  /** A server wants the person to open a web page. */
  v.object({
    kind: v.literal('url'),
    id: v.string(),
    server,
    call: v.optional(target),
    /** That call has ended since. */
    callEnded: v.optional(v.literal(true)),
    steps: v.optional(steps),
    message: v.string(),
    address,
    /** The most serious first. A severe one wants a second, deliberate step: see `openUrl`. */
    findings: v.array(addressFinding),
    /** True once the address was copied: the person may say that they opened it. */
    copied: v.boolean(),
    /** The person has declined the same before. */
    declinedBefore: v.boolean(),
    quietFor: v.number(),
  }),
  v.object({
    kind: v.literal('arguments'),
    id: v.string(),
    server,
    target,
    form,
    inputs: formInputs,
    draft: v.optional(draft),
    /** The server may have suggestions for the text fields: see `complete`. */
    completes: v.boolean(),
    quietFor: v.number(),
  }),
  v.object({
    kind: v.literal('jsonArguments'),
    id: v.string(),
    server,
    target,
    /** Why there is no form. */
    reason: v.string(),
    /** The schema, indented, to read. */
    schema: v.string(),
    /** What stands in the editor so far. */
    text: v.string(),
    draft: v.optional(draft),
    quietFor: v.number(),
  }),
  v.object({
    kind: v.literal('result'),
    id: v.string(),
    server,
    target,
    outcome,
    /** What was asked on the way. */
    past: v.optional(past),
    /** Its arguments are not known any more: it cannot be run again. */
    withoutArguments: v.optional(v.literal(true)),
    /** The id of the result whose link led here. */
    back: v.optional(v.string()),
    /** The results beside this one. */
    results: v.optional(v.array(resultRow)),
    quietFor: v.number(),
  }),
  /** The user's answer did not arrive, or may not have. */
  v.object({
    kind: v.literal('notDelivered'),
    id: v.string(),
    server,
    call: v.optional(target),
    /** What the server asked. */
    message: v.string(),
    /** What the user did. */
    action: v.picklist(['accept', 'opened', 'decline', 'cancel']),
    /** What was answered, in words. A value that is absent is a secret. */
    answers: v.array(v.object({ label: v.string(), value: v.optional(v.string()) })),
    /** Answers that are not among them. */
    more: index,
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
    retryAfter: v.optional(index),
    /** The call is over: the answer cannot be sent again, but the call can be run again with it. */
    ended: v.boolean(),
    /** The call is known, and can be stopped or run again. */
    runs: v.boolean(),
    quietFor: v.number(),
  }),
  /** A whole entry, to agree to or not: a workspace's server before it starts, a folder's before it becomes the user's. */
  v.object({
    kind: v.literal('agreement'),
    id: v.string(),
    server,
    purpose: v.picklist(['start', 'import']),
    /** True when an earlier version of this entry was agreed to. */
    changed: v.boolean(),
    /** True for a program, which gets the rights of the user. */
    runsProgram: v.boolean(),
    /** Whole sentences about what is dangerous in the entry. */
    warnings: v.array(v.string()),
    rows: v.array(v.object({ label: v.string(), values: v.array(v.string()) })),
    quietFor: v.number(),
  }),
]);

/** A screen that the webview has drawn: what may have changed of it since. Of a form nothing does but by the person. */
const drawnScreen = v.object({
  kind: v.literal('drawn'),
  id: v.string(),
  /** As for `question` and `url`. */
  steps: v.optional(steps),
  callEnded: v.optional(v.literal(true)),
  /** As for `question`. */
  remembered: v.optional(v.array(rememberedMark)),
  /** As for `url`. */
  copied: v.optional(v.boolean()),
  /** As for `running`. */
  answered: v.optional(v.array(answered)),
  /** As for `welcome`, `running` and `result`. */
  results: v.optional(v.array(resultRow)),
});

export const view = v.object({
  screen: v.variant('kind', [screen, drawnScreen]),
  /** What waits behind the screen. Not counted: questions of the same call as the one that is shown. */
  waitingBehind: index,
  calls: v.array(runningCall),
  holds: v.array(hold),
  eager: v.array(eagerServer),
  notices: v.array(notice),
});

export type Screen = v.InferOutput<typeof screen>;
export type View = v.InferOutput<typeof view>;
export type ScreenOf<K extends Screen['kind']> = Extract<Screen, { kind: K }>;
/** What may change of a screen after it was drawn. */
export type Changing = Pick<
  v.InferOutput<typeof drawnScreen>,
  'steps' | 'callEnded' | 'remembered' | 'copied' | 'answered' | 'results'
>;
