/**
 * The whole conversation between the extension and the panel's webview, both directions.
 * The extension owns the truth and sends all of it with every `show`; the webview sends what the person did.
 * Every message is checked at run time by whoever receives it: see `readToExtension` and `readToWebview`.
 */
import * as v from 'valibot';
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
});

/** A call in flight, shown with its progress and a way to cancel it. */
const runningCall = v.object({
  id: v.string(),
  server,
  target,
  progress: v.optional(
    v.object({ progress: v.number(), total: v.optional(v.number()), message: v.optional(v.string()) }),
  ),
});

/** Something that happened, said once above the screen. */
const notice = v.object({
  id: v.string(),
  severity: v.picklist(['info', 'warning', 'error']),
  text: v.string(),
  /** The server whose log explains more. */
  serverId: v.optional(v.string()),
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
  /** Nothing waits for the person, but calls are in flight. */
  v.object({ kind: v.literal('running'), id: v.string() }),
  v.object({
    kind: v.literal('question'),
    id: v.string(),
    server,
    /** The call that led here, where that can be known. */
    call: v.optional(target),
    message: v.string(),
    form,
    inputs: formInputs,
    /** Milliseconds during which buttons ignore input, counted from drawing; 0 when the person asked for this screen. */
    quietFor: v.number(),
  }),
  v.object({
    kind: v.literal('arguments'),
    id: v.string(),
    server,
    target,
    form,
    inputs: formInputs,
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
  /** Questions that wait behind the one that is shown. */
  waitingBehind: index,
  calls: v.array(runningCall),
  notices: v.array(notice),
});

// --- extension -> webview ------------------------------------------------------------------------------------------

const toWebview = v.variant('type', [
  v.object({ type: v.literal('show'), view }),
  /** The core's verdict on the inputs that came with revision `revision` of `edit`. Patterns are judged only here. */
  v.object({ type: v.literal('checked'), screen: v.string(), revision: v.number(), problems: v.array(problem) }),
  /** `submit` or `runJson` was not accepted; nothing was sent. `problems` may be empty when the summary says it all. */
  v.object({ type: v.literal('rejected'), screen: v.string(), summary: v.string(), problems: v.array(problem) }),
  /** Move the keyboard to the screen's first field or button. Sent only when the person asked to be here. */
  v.object({ type: v.literal('focus'), screen: v.string() }),
]);

// --- webview -> extension ------------------------------------------------------------------------------------------

const toExtension = v.variant('type', [
  /** The webview is drawn and wants a `show`. */
  v.object({ type: v.literal('ready') }),
  /** A screen is drawn: from here on, closing the tab is the person's answer to it. */
  v.object({ type: v.literal('drawn'), screen: v.string() }),
  /** What is typed so far. Kept by the extension and answered with `checked`. */
  v.object({ type: v.literal('edit'), screen: v.string(), revision: v.number(), inputs: formInputs }),
  v.object({ type: v.literal('editJson'), screen: v.string(), text: v.string() }),
  /** The main button: Submit for a question, Run for arguments. */
  v.object({ type: v.literal('submit'), screen: v.string(), inputs: formInputs }),
  v.object({ type: v.literal('runJson'), screen: v.string(), text: v.string() }),
  v.object({ type: v.literal('decline'), screen: v.string() }),
  /** Cancel for a question or arguments; Close for a result; Don't Allow for an agreement. */
  v.object({ type: v.literal('cancel'), screen: v.string() }),
  v.object({ type: v.literal('agree'), screen: v.string() }),
  v.object({ type: v.literal('cancelCall'), call: v.string() }),
  v.object({ type: v.literal('runAgain'), screen: v.string() }),
  v.object({ type: v.literal('copyResult'), screen: v.string() }),
  v.object({ type: v.literal('readResource'), screen: v.string(), uri: v.string() }),
  /** A command that the welcome screen leads to. */
  v.object({ type: v.literal('runCommand'), command: v.picklist(['callTool', 'tryDemo', 'addServer']) }),
  /** Bring the oldest question that waits behind this screen to the front. */
  v.object({ type: v.literal('showWaiting') }),
  v.object({ type: v.literal('dismissNotice'), notice: v.string() }),
  v.object({ type: v.literal('showLog'), serverId: v.string() }),
  /** The webview could not draw a screen. A question is then cancelled, never accepted. */
  v.object({ type: v.literal('drawFailed'), screen: v.string(), message: v.string() }),
]);

// --- types and readers ---------------------------------------------------------------------------------------------

export type ServerLabel = v.InferOutput<typeof server>;
export type Target = v.InferOutput<typeof target>;
export type RunningCall = v.InferOutput<typeof runningCall>;
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
  const result = v.safeParse(toExtension, message);
  return result.success ? result.output : undefined;
}
