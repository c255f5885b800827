/** What the screens and the cards above them are made of. */
import * as v from 'valibot';
import { indexSchema } from './formSchemas.ts';

/** Who asks, or who is asked. `name` is the configured name and always the one that stands out. */
export const serverSchema = v.object({
  name: v.string(),
  /** Said beside the name when the entry is not the user's own: "workspace", or the folder's name. */
  scope: v.optional(v.string()),
  /** What the server calls itself. */
  selfName: v.optional(v.string()),
});

/** What a call is aimed at. */
export const targetSchema = v.object({
  kind: v.picklist(['tool', 'prompt', 'resource']),
  /** The name, or the URI of a resource. */
  name: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  /** What the server claims of a tool, in a sentence. */
  claims: v.optional(v.string()),
});

/** How far a call has got, as the server says. */
const progressSchema = v.object({
  progress: v.number(),
  total: v.optional(v.number()),
  message: v.optional(v.string()),
});

/** A call in flight, shown with its progress and a way to stop it. */
export const runningCallSchema = v.object({
  id: v.string(),
  server: serverSchema,
  target: targetSchema,
  /** For how long it has been running, in milliseconds. */
  elapsed: v.number(),
  /** How many of its questions wait. */
  waiting: indexSchema,
  progress: v.optional(progressSchema),
});

/** A web address, taken apart to be shown. */
export const addressSchema = v.object({
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
export const addressFindingSchema = v.object({
  severity: v.picklist(['note', 'warning', 'severe']),
  sentence: v.string(),
});

/** A page that the person opened for a server. */
const openedPageSchema = v.object({ address: addressSchema, message: v.string(), done: v.boolean() });

/** A call that waits for something that is no question: pages that were opened, or a server that is not done yet. */
export const suspendedCallSchema = v.object({
  id: v.string(),
  server: serverSchema,
  /** The call that is held, where that can be known. */
  call: v.optional(targetSchema),
  /** As for a call in flight: a held call is shown here and not among those. */
  elapsed: v.optional(v.number()),
  waiting: indexSchema,
  progress: v.optional(progressSchema),
  /** Empty where the server asks for nothing and still is not done. */
  openedPages: v.array(openedPageSchema),
  /** True where going on sends the call again; false where it only puts the card away. */
  retriesCall: v.boolean(),
  /** How often the call was sent again without getting further. */
  attempts: indexSchema,
  /** The call is being sent again right now. */
  retrying: v.boolean(),
  /** Questions that came together and are not shown yet, because the server asks too often, or is muted. */
  withheld: v.optional(v.object({ requests: indexSchema, muted: v.boolean() })),
});

/** A server that has asked so much that something was withheld, and what the person can do about it. */
export const rateLimitCardSchema = v.object({
  /** The server's id. */
  id: v.string(),
  server: serverSchema,
  /** Of a minute. */
  asked: indexSchema,
  withheld: indexSchema,
  muted: v.boolean(),
});

/** What the person does about it. `muteBriefly`: for ten minutes. */
export const rateLimitActionSchema = v.picklist(['allow', 'muteBriefly', 'mute', 'unmute', 'cancelAll', 'dismiss']);

/**
 * How a question ended. `opened`: its page was opened. `withdrawn`: somebody else took it away. `sending`: the answer is on
 * its way. `slow`: for long. `silent`: for long, and only the result may say that it arrived. `signIn`: once the user has signed in. `paused`: the server asked to be sent it later. `undelivered`: it did not arrive. `unknown`: it
 * may not have.
 */
const settledStates = [
  'accept',
  'opened',
  'decline',
  'cancel',
  'withdrawn',
  'sending',
  'slow',
  'silent',
  'signIn',
  'paused',
  'undelivered',
  'unknown',
] as const;

/** A question of a call that is settled. */
const earlierStepSchema = v.object({
  /** Its place among all that the call has asked, from 0. */
  index: indexSchema,
  /** The beginning of what the server said. */
  message: v.string(),
  state: v.picklist(settledStates),
  /** What was answered, in words. A value that is absent is a secret. */
  answers: v.array(v.object({ label: v.string(), value: v.optional(v.string()) })),
  /** Answers that are not among them. */
  more: indexSchema,
});

/** What is behind the person in a call. */
export const earlierStepsSchema = v.object({
  /** Another number with every change. */
  revision: indexSchema,
  /** In the order in which they were asked. */
  steps: v.array(earlierStepSchema),
  /** How many there were before these. */
  forgotten: indexSchema,
});

/** Where a question stands in its call. */
export const stepsSchema = v.object({
  /** Which step it is, from 0. */
  current: indexSchema,
  /** How many there are, where that is known. */
  total: v.optional(indexSchema),
  /** How it and those that came together with it stand, in their order. */
  states: v.array(v.picklist(['waiting', ...settledStates])),
  /** Which step the first of these is. */
  first: indexSchema,
  /** How many other questions of the call wait. */
  waiting: indexSchema,
  earlierSteps: v.optional(earlierStepsSchema),
});

/** What was answered so far in a call that goes on. `id`: the call's. */
export const callWithEarlierStepsSchema = v.object({
  id: v.string(),
  target: targetSchema,
  earlierSteps: earlierStepsSchema,
});

/** Something that happened, said once above the screen. */
export const noticeSchema = v.object({
  id: v.string(),
  severity: v.picklist(['info', 'warning', 'error']),
  text: v.string(),
  /** The server whose log explains more. */
  serverId: v.optional(v.string()),
  /** What was typed is kept, and the call that asked for it can be run again. */
  runAgain: v.optional(v.literal(true)),
});

/** One piece of a result, ready to be read. Source: MCP specification, server/tools, "Tool Result". */
const resultPartSchema = v.variant('kind', [
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

export const callOutcomeSchema = v.variant('kind', [
  /** `failed`: the tool ran and said that it failed (`isError`). */
  v.object({
    kind: v.literal('result'),
    failed: v.boolean(),
    parts: v.array(resultPartSchema),
    /** The structured content breaks the output schema of the tool, or `unchecked` says why that is not known. */
    mismatch: v.optional(v.object({ problems: v.array(v.string()), unchecked: v.optional(v.string()) })),
  }),
  /** The call did not come to a result. */
  v.object({
    kind: v.literal('error'),
    summary: v.string(),
    remedy: v.optional(v.string()),
    detail: v.optional(v.string()),
  }),
  v.object({ kind: v.literal('cancelled') }),
  /** The user declined what the server required before it would run this. */
  v.object({ kind: v.literal('declined'), summary: v.string() }),
]);

/** A call that has ended, in the list of those whose results can be opened. */
export const resultRowSchema = v.object({
  /** The call's id. */
  id: v.string(),
  server: serverSchema,
  target: targetSchema,
  /** When it ended, in milliseconds since the epoch. */
  at: v.number(),
  /** `failed`: the tool ran and said that it failed. `error`: the call did not come to a result. */
  outcome: v.picklist(['result', 'failed', 'error', 'cancelled', 'declined']),
  /** It was not shown yet. */
  isNew: v.boolean(),
});

export type ServerLabel = v.InferOutput<typeof serverSchema>;
export type CallTarget = v.InferOutput<typeof targetSchema>;
export type RunningCall = v.InferOutput<typeof runningCallSchema>;
export type ShownAddress = v.InferOutput<typeof addressSchema>;
export type AddressFinding = v.InferOutput<typeof addressFindingSchema>;
export type ShownSuspendedCall = v.InferOutput<typeof suspendedCallSchema>;
export type RateLimitCard = v.InferOutput<typeof rateLimitCardSchema>;
export type RateLimitAction = v.InferOutput<typeof rateLimitActionSchema>;
export type ShownSteps = v.InferOutput<typeof stepsSchema>;
export type ShownEarlierSteps = v.InferOutput<typeof earlierStepsSchema>;
export type ShownEarlierStep = v.InferOutput<typeof earlierStepSchema>;
export type CallWithEarlierSteps = v.InferOutput<typeof callWithEarlierStepsSchema>;
export type Notice = v.InferOutput<typeof noticeSchema>;
export type ResultPart = v.InferOutput<typeof resultPartSchema>;
export type ShownOutcome = v.InferOutput<typeof callOutcomeSchema>;
export type ResultRow = v.InferOutput<typeof resultRowSchema>;
