/**
 * The whole conversation between the extension and the panel's webview, both directions.
 * The extension owns the truth and sends all of it with every `show`; the webview sends what the person did.
 * Every message is checked at run time by whoever receives it: see `readToExtension` and `readToWebview`.
 */
import * as v from 'valibot';
import { longestText } from '../form/limits.ts';
import type { Field, FieldInput, FieldProblem, FormModel, Option } from '../form/model.ts';

// --- parts ---------------------------------------------------------------------------------------------------------

const index = v.pipe(v.number(), v.integer(), v.minValue(0));

const fieldInput: v.GenericSchema<FieldInput> = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string(), touched: v.boolean() }),
  v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
  v.object({ kind: v.literal('choice'), selected: v.nullable(index) }),
  v.object({ kind: v.literal('multiChoice'), selected: v.array(index), touched: v.boolean() }),
]);
const formInputs = v.array(fieldInput);

const fieldBase = { name: v.string(), label: v.string(), description: v.optional(v.string()), required: v.boolean() };
const option: v.GenericSchema<Option> = v.object({
  value: v.union([v.string(), v.number()]),
  label: v.string(),
  description: v.optional(v.string()),
});
const field: v.GenericSchema<Field> = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    ...fieldBase,
    format: v.optional(v.picklist(['email', 'uri', 'date', 'date-time'])),
    minLength: v.optional(v.number()),
    maxLength: v.optional(v.number()),
    pattern: v.optional(v.string()),
    default: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal('number'),
    ...fieldBase,
    integer: v.boolean(),
    minimum: v.optional(v.number()),
    maximum: v.optional(v.number()),
    exclusiveMinimum: v.optional(v.number()),
    exclusiveMaximum: v.optional(v.number()),
    multipleOf: v.optional(v.number()),
    default: v.optional(v.number()),
  }),
  v.object({ kind: v.literal('boolean'), ...fieldBase, default: v.optional(v.boolean()) }),
  v.object({ kind: v.literal('choice'), ...fieldBase, options: v.array(option), default: v.optional(index) }),
  v.object({
    kind: v.literal('multiChoice'),
    ...fieldBase,
    options: v.array(option),
    minItems: v.optional(v.number()),
    maxItems: v.optional(v.number()),
    default: v.optional(v.array(index)),
  }),
]);
const form: v.GenericSchema<FormModel> = v.object({ fields: v.array(field) });
const problem: v.GenericSchema<FieldProblem> = v.object({ field: index, message: v.string() });

/** A field whose value is a secret, because one is asked for or because one stands in it. It is drawn hidden. */
const secret = v.object({
  field: index,
  /** What it is, with its article: "a password". */
  what: v.string(),
  /** Why that is thought, in a sentence. */
  reason: v.string(),
});
const secrets = v.array(secret);

/** Who asks, or who is asked. `name` is the configured name and always the one that stands out. */
const server = v.object({
  name: v.string(),
  /** Said beside the name when the entry is not the user's own: "workspace", or the folder's name. */
  scope: v.optional(v.string()),
  /** What the server calls itself. */
  selfName: v.optional(v.string()),
});

/** What a call is aimed at. */
const target = v.object({
  kind: v.picklist(['tool', 'prompt', 'resource']),
  /** The name, or the URI of a resource. */
  name: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  /** What the server claims of a tool, in a sentence. */
  claims: v.optional(v.string()),
});

/** How far a call has got, as the server says. */
const progress = v.object({ progress: v.number(), total: v.optional(v.number()), message: v.optional(v.string()) });

/** A call in flight, shown with its progress and a way to cancel it. */
const runningCall = v.object({ id: v.string(), server, target, progress: v.optional(progress) });

/** A web address, taken apart to be shown. */
const address = v.object({
  /** Joined, their texts are exactly what would be opened. `domain` says who is at the other end. */
  pieces: v.array(
    v.object({
      kind: v.picklist(['before', 'userInfo', 'subdomain', 'domain', 'port', 'after']),
      text: v.string(),
    }),
  ),
  /** What one calls the website by, as browsers write it: its registrable domain, or its host. */
  site: v.string(),
  /** The host as browsers write it, */
  hostname: v.string(),
  /** and in its own letters. */
  unicodeHostname: v.string(),
});

/** What the person should know of an address before it is opened. */
const addressFinding = v.object({ severity: v.picklist(['note', 'warning', 'severe']), sentence: v.string() });

/** A page that the person opened for a server. */
const visit = v.object({ address, message: v.string(), done: v.boolean() });

/** A call that waits for something that is no question: pages that were opened, or a server that is not done yet. */
const hold = v.object({
  id: v.string(),
  server,
  /** The call that is held, where that can be known. */
  call: v.optional(target),
  /** How far that call has got: a held call is shown here and not among those in flight. */
  progress: v.optional(progress),
  /** Empty where the server asks for nothing and still is not done. */
  visits: v.array(visit),
  /** True where going on sends the call again; false where it only puts the card away. */
  resends: v.boolean(),
  /** How often the call was sent again without getting further. */
  attempts: index,
  /** The call is being sent again right now. */
  trying: v.boolean(),
  /** Questions that came together and are not shown yet, because the server asks too often, or is muted. */
  withheld: v.optional(v.object({ questions: index, muted: v.boolean() })),
});

/** A server that has asked so much that something was withheld, and what the person can do about it. */
const eagerServer = v.object({
  /** The server's id. */
  id: v.string(),
  server,
  /** Of a minute. */
  asked: index,
  withheld: index,
  muted: v.boolean(),
});

/** What the person does about it. `muteBriefly`: for ten minutes. */
const limitAct = v.picklist(['allow', 'muteBriefly', 'mute', 'unmute', 'cancelAll', 'dismiss']);

/** Where several questions came together, how each of them stands, in their order. */
const steps = v.object({
  /** Which one this is, from 0. */
  current: index,
  states: v.array(v.picklist(['waiting', 'accept', 'decline', 'cancel'])),
});

/** Something that happened, said once above the screen. */
const notice = v.object({
  id: v.string(),
  severity: v.picklist(['info', 'warning', 'error']),
  text: v.string(),
  /** The server whose log explains more. */
  serverId: v.optional(v.string()),
  /** What was typed is kept, and the call that asked for it can be run again. */
  runAgain: v.optional(v.literal(true)),
});

/** One piece of a result, ready to be read. Source: MCP specification, server/tools, "Tool Result". */
const resultPart = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string() }),
  v.object({ kind: v.literal('image'), mimeType: v.string(), data: v.string() }),
  v.object({ kind: v.literal('audio'), mimeType: v.string(), data: v.string() }),
  /** Structured content, or anything else that is best read as JSON. */
  v.object({ kind: v.literal('json'), label: v.string(), json: v.string() }),
  v.object({
    kind: v.literal('link'),
    uri: v.string(),
    name: v.string(),
    description: v.optional(v.string()),
    mimeType: v.optional(v.string()),
  }),
  /** The text of a resource. */
  v.object({ kind: v.literal('resource'), uri: v.string(), mimeType: v.optional(v.string()), text: v.string() }),
  /** Something that has no readable form here (a binary resource): said in words. */
  v.object({ kind: v.literal('other'), text: v.string() }),
  /** One message of a prompt. */
  v.object({ kind: v.literal('role'), role: v.string() }),
]);

const outcome = v.variant('kind', [
  /** `failed`: the tool ran and said that it failed (`isError`). */
  v.object({ kind: v.literal('result'), failed: v.boolean(), parts: v.array(resultPart) }),
  /** The call did not come to a result. */
  v.object({
    kind: v.literal('error'),
    summary: v.string(),
    remedy: v.optional(v.string()),
    detail: v.optional(v.string()),
  }),
  v.object({ kind: v.literal('cancelled') }),
]);

/**
 * What fills the panel. `id` names this very screen: what the webview sends back carries it, and a message for a
 * screen that is not shown any more is ignored.
 */
const screen = v.variant('kind', [
  v.object({ kind: v.literal('welcome'), id: v.string() }),
  /** Nothing waits for the person, but calls are in flight. `held`: all of them wait for what stands above. */
  v.object({ kind: v.literal('running'), id: v.string(), held: v.boolean() }),
  v.object({
    kind: v.literal('question'),
    id: v.string(),
    server,
    /** The call that led here, where that can be known. */
    call: v.optional(target),
    steps: v.optional(steps),
    message: v.string(),
    form,
    inputs: formInputs,
    secrets,
    /** The server asks again what was accepted a moment ago; `inputs` hold what was answered then, but for secrets. */
    askedAgain: v.boolean(),
    /** The question was there before and went away; `inputs` hold what was typed then, but for secrets. */
    restored: v.boolean(),
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
    /** The server may have suggestions for the text fields: see `complete`. */
    completes: v.boolean(),
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
  }),
  v.object({ kind: v.literal('result'), id: v.string(), server, target, outcome }),
  /** A workspace's server, before its first start or after a change: the whole entry, to agree to or not. */
  v.object({
    kind: v.literal('agreement'),
    id: v.string(),
    server,
    /** True when an earlier version of this entry was agreed to. */
    changed: v.boolean(),
    rows: v.array(v.object({ label: v.string(), values: v.array(v.string()) })),
    quietFor: v.number(),
  }),
]);

const view = v.object({
  screen,
  /** What waits behind the screen. Not counted: the questions that came together with the one that is shown. */
  waitingBehind: index,
  calls: v.array(runningCall),
  holds: v.array(hold),
  eager: v.array(eagerServer),
  notices: v.array(notice),
});

// --- extension -> webview ------------------------------------------------------------------------------------------

const toWebview = v.variant('type', [
  v.object({ type: v.literal('show'), view }),
  /** The core's verdict on the inputs that came with revision `revision` of `edit`. Patterns are judged only here. */
  v.object({
    type: v.literal('checked'),
    screen: v.string(),
    revision: v.number(),
    problems: v.array(problem),
    secrets,
  }),
  /**
   * `submit`, `runJson` or `openUrl` had no effect; nothing was sent. `problems` may be empty when the summary says it all.
   */
  v.object({
    type: v.literal('rejected'),
    screen: v.string(),
    summary: v.string(),
    problems: v.array(problem),
    /** Fields whose secrets are not sent before the person has taken a second step; see `submit`. */
    unconfirmed: v.optional(secrets),
  }),
  /** What the server suggests for a field, asked for with revision `revision` of `complete`. */
  v.object({
    type: v.literal('completions'),
    screen: v.string(),
    field: index,
    revision: v.number(),
    values: v.array(v.string()),
  }),
  /** Move the keyboard to the screen's first field or button. Sent only when the person asked to be here. */
  v.object({ type: v.literal('focus'), screen: v.string() }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

/** UTF-16 code units of JSON that can be written by hand. */
export const longestJson = 5_000_000;
/** The last bound, beyond that of every form that is drawn: on fields, and on what is chosen in one. */
const mostInputs = 10_000;
const drawFailure = 1000;

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
/** A name that was given out by the extension. */
const id = text(1000);
/** Taken whatever its length: without it a question could not be ended. */
const cut = v.pipe(
  v.string(),
  v.transform((message) => message.slice(0, drawFailure)),
);
const chosen = v.pipe(v.array(index), v.maxLength(mostInputs));
const typedInput: v.GenericSchema<FieldInput> = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: text(longestText), touched: v.boolean() }),
  v.object({ kind: v.literal('boolean'), value: v.nullable(v.boolean()) }),
  v.object({ kind: v.literal('choice'), selected: v.nullable(index) }),
  v.object({ kind: v.literal('multiChoice'), selected: chosen, touched: v.boolean() }),
]);
const typedInputs = v.pipe(v.array(typedInput), v.maxLength(mostInputs));

const toExtension = v.variant('type', [
  /** The webview is drawn and wants a `show`. */
  v.object({ type: v.literal('ready') }),
  /** A screen is drawn: from here on, closing the tab is the person's answer to it. */
  v.object({ type: v.literal('drawn'), screen: id }),
  /** What is typed so far. Kept by the extension and answered with `checked`. */
  v.object({ type: v.literal('edit'), screen: id, revision: index, inputs: typedInputs }),
  /** Asks for suggestions: `text` stands in the field. Answered with `completions`, or not at all. */
  v.object({ type: v.literal('complete'), screen: id, field: index, revision: index, text: text(longestText) }),
  v.object({ type: v.literal('editJson'), screen: id, text: text(longestJson) }),
  /** The main button: Submit for a question, Run for arguments. */
  v.object({
    type: v.literal('submit'),
    screen: id,
    inputs: typedInputs,
    /** The fields whose secrets the person took the second step to send. Without it none is sent. */
    confirmedSecrets: v.optional(chosen),
  }),
  v.object({ type: v.literal('runJson'), screen: id, text: text(longestJson) }),
  v.object({ type: v.literal('decline'), screen: id }),
  /** Decline, and the same again for the rest of the call. */
  v.object({ type: v.literal('declineRest'), screen: id }),
  /** Cancel for a question or arguments; Close for a result; Don't Allow for an agreement. */
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
  /** End the call that this question belongs to. */
  v.object({ type: v.literal('stopCall'), screen: id }),
  /** The question as it crossed the wire. */
  v.object({ type: v.literal('showWire'), screen: id }),
  /** What the call waits for is done, or does not matter any more. */
  v.object({ type: v.literal('continueHold'), hold: id }),
  v.object({ type: v.literal('stopHold'), hold: id }),
  v.object({ type: v.literal('reopenVisit'), hold: id, visit: index }),
  v.object({ type: v.literal('copyVisit'), hold: id, visit: index }),
  v.object({ type: v.literal('agree'), screen: id }),
  v.object({ type: v.literal('cancelCall'), call: id }),
  v.object({ type: v.literal('runAgain'), screen: id }),
  v.object({ type: v.literal('copyResult'), screen: id }),
  v.object({ type: v.literal('readResource'), screen: id, uri: text(100_000) }),
  /** A command that the welcome screen leads to. */
  v.object({ type: v.literal('runCommand'), command: v.picklist(['callTool', 'tryDemo', 'addServer']) }),
  /** Bring the oldest question that waits behind this screen to the front. */
  v.object({ type: v.literal('showWaiting') }),
  v.object({ type: v.literal('dismissNotice'), notice: id }),
  v.object({ type: v.literal('runNoticed'), notice: id }),
  v.object({ type: v.literal('limitServer'), serverId: text(20_000), act: limitAct }),
  v.object({ type: v.literal('showLog'), serverId: text(20_000) }),
  /** The webview could not draw a screen. A question is then cancelled, never accepted. */
  v.object({ type: v.literal('drawFailed'), screen: id, message: cut }),
]);

// --- types and readers ---------------------------------------------------------------------------------------------

export type ServerLabel = v.InferOutput<typeof server>;
export type Target = v.InferOutput<typeof target>;
export type RunningCall = v.InferOutput<typeof runningCall>;
export type Address = v.InferOutput<typeof address>;
export type AddressFinding = v.InferOutput<typeof addressFinding>;
export type HeldCall = v.InferOutput<typeof hold>;
export type EagerServer = v.InferOutput<typeof eagerServer>;
export type LimitAct = v.InferOutput<typeof limitAct>;
export type Steps = v.InferOutput<typeof steps>;
export type Secret = v.InferOutput<typeof secret>;
export type Notice = v.InferOutput<typeof notice>;
export type ResultPart = v.InferOutput<typeof resultPart>;
export type Outcome = v.InferOutput<typeof outcome>;
export type Screen = v.InferOutput<typeof screen>;
export type ScreenOf<K extends Screen['kind']> = Extract<Screen, { kind: K }>;
export type View = v.InferOutput<typeof view>;
export type ToWebview = v.InferOutput<typeof toWebview>;
export type ToExtension = v.InferOutput<typeof toExtension>;

/** The message, or `undefined` when it is none of ours. */
export function readToWebview(message: unknown): ToWebview | undefined {
  const result = v.safeParse(toWebview, message);
  return result.success ? result.output : undefined;
}

/** The message, or `undefined` when it is none of ours. */
export function readToExtension(message: unknown): ToExtension | undefined {
  // Of a list with a million faults one is enough.
  const result = v.safeParse(toExtension, message, { abortEarly: true });
  return result.success ? result.output : undefined;
}
