/** Servers, calls and their steps, and the cards and notices above the screen. */
import * as v from 'valibot';
import { nonNegativeIntegerSchema } from './formSchemas.ts';

/** A server. `name` is the configured name, the most prominent one on a screen. */
export const serverSchema = v.object({
  name: v.string(),
  /** The scope of the entry, drawn beside the name: "workspace", or the folder's name. Absent for an entry of the user settings. */
  scope: v.optional(v.string()),
  /** The name from the server's `serverInfo`. */
  reportedName: v.optional(v.string()),
});

/** What the header of a screen can show about its server, beside its name. */
export const serverDetailsSchema = v.object({
  /** The URL of the entry, without query and credentials. */
  url: v.optional(v.string()),
  /** The command of the entry. */
  command: v.optional(v.string()),
  /** The negotiated revision of the protocol. Absent if the server does not run. */
  revision: v.optional(v.string()),
  /** The configured name of another server, which this server imitates by the name that it reports. */
  imitatedName: v.optional(v.string()),
  /** The program that asks for this server, which the host does not run. */
  asker: v.optional(
    v.object({
      kind: v.picklist(['agent', 'extension']),
      /** What the agent calls itself. */
      reportedName: v.optional(v.string()),
      /** False if the server is not one that the user has connected. */
      isConnected: v.boolean(),
      /** The folder in which the agent works. */
      folder: v.optional(v.string()),
      /** The arguments of the agent's call, as JSON without secrets. */
      arguments: v.optional(v.string()),
    }),
  ),
  /** What is suspicious about the URL: its host name, and a sentence. */
  addressFinding: v.optional(v.object({ host: v.string(), sentence: v.string() })),
});

/** The tool, prompt or resource of a call. */
export const targetSchema = v.object({
  kind: v.picklist(['tool', 'prompt', 'resource']),
  /** The name, or the URI of a resource. */
  name: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  /** The annotations of a tool, in a sentence. */
  annotationText: v.optional(v.string()),
  /** True if the server declares the tool destructive: then no button of its screens is the obvious one. */
  isDestructive: v.optional(v.literal(true)),
});

/** The last progress notification of a call. */
const progressSchema = v.object({
  progress: v.number(),
  total: v.optional(v.number()),
  message: v.optional(v.string()),
});

/** A running call, drawn with its progress and a button that stops it. */
export const runningCallSchema = v.object({
  id: v.string(),
  server: serverSchema,
  target: targetSchema,
  /** In milliseconds. */
  elapsed: v.number(),
  /** The number of the call's requests that wait for the user. */
  waiting: nonNegativeIntegerSchema,
  progress: v.optional(progressSchema),
  /** The agent that made the call. `parked`: it has stopped waiting, and the result is kept for it. `joined`: it waits again. */
  agent: v.optional(v.object({ name: v.string(), state: v.picklist(['waiting', 'parked', 'joined']) })),
});

/** A URL in pieces, so that its site can be highlighted. */
export const shownUrlSchema = v.object({
  /** Joined, the texts are exactly the URL that would be opened. `domain`: the registrable domain. */
  pieces: v.array(
    v.object({
      kind: v.picklist(['before', 'userInfo', 'subdomain', 'domain', 'port', 'after']),
      text: v.string(),
    }),
  ),
  /** The registrable domain, or the host name if it has none, as browsers write it. */
  site: v.string(),
  /** The host name in ASCII (punycode), as browsers write it. */
  hostname: v.string(),
  /** The host name with its non-ASCII letters. */
  unicodeHostname: v.string(),
});

/** A finding about a URL that the user should know before the URL is opened. */
export const shownUrlFindingSchema = v.object({
  severity: v.picklist(['note', 'warning', 'severe']),
  sentence: v.string(),
});

/** An opened page. `done`: true if the server has reported that the elicitation is complete. */
const openedPageSchema = v.object({ url: shownUrlSchema, message: v.string(), done: v.boolean() });

/** A call that is suspended without a request: it waits for opened pages, for a rate limit, or for a server that is not ready. */
export const suspendedCallSchema = v.object({
  id: v.string(),
  server: serverSchema,
  /** The suspended call, if it is known. */
  call: v.optional(targetSchema),
  /** The properties of a running call, because a suspended call is not also in the list of running calls. */
  elapsed: v.optional(v.number()),
  waiting: nonNegativeIntegerSchema,
  progress: v.optional(progressSchema),
  /** Empty if the server requires no page. */
  openedPages: v.array(openedPageSchema),
  /** True if resuming sends something to the server; false if it only removes the card. */
  retriesCall: v.boolean(),
  /** True if resuming replies `accept` to the request of the page, and stopping `cancel`. */
  answersRequest: v.optional(v.literal(true)),
  /** The number of retries without progress. */
  attempts: nonNegativeIntegerSchema,
  /** True while a retry is under way. */
  retrying: v.boolean(),
  /** The requests of a round that are not shown yet, because of the rate limit or because the server is muted. */
  withheld: v.optional(v.object({ requests: nonNegativeIntegerSchema, muted: v.boolean() })),
});

/** A server of which requests were withheld by the rate limit. */
export const rateLimitCardSchema = v.object({
  /** The server's id. */
  id: v.string(),
  server: serverSchema,
  /** The number of requests within the last minute. */
  asked: nonNegativeIntegerSchema,
  withheld: nonNegativeIntegerSchema,
  muted: v.boolean(),
});

/** The user's choice on a rate limit card. `muteBriefly`: for ten minutes. */
export const rateLimitActionSchema = v.picklist(['allow', 'muteBriefly', 'mute', 'unmute', 'cancelAll', 'dismiss']);

/**
 * How a request was settled, or the delivery of its reply. `opened`: the page was opened. `withdrawn`: by the server, or by the
 * end of its call. `sending`: the reply is being sent. `slow`: it has been sent for a long time. `silent`: the same, and only the
 * result can confirm the delivery. `signIn`: the reply waits until the user has signed in. `paused`: the server requires a later attempt.
 * `undelivered`: the reply did not arrive. `unknown`: it may have arrived.
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

/** The answers to a form as text. A secret has no value here. */
export const answersSchema = v.array(
  v.object({
    label: v.string(),
    value: v.optional(v.string()),
    /** The format of a value that is one date or moment. */
    date: v.optional(v.picklist(['date', 'date-time'])),
  }),
);

/** A settled request of a call. */
const earlierStepSchema = v.object({
  /** The position among all requests of the call, from 0. */
  index: nonNegativeIntegerSchema,
  /** The beginning of the server's message. */
  message: v.string(),
  state: v.picklist(settledStates),
  answers: answersSchema,
  /** The number of answers that are not in `answers`. */
  more: nonNegativeIntegerSchema,
});

/** The settled requests of a call. */
export const earlierStepsSchema = v.object({
  /** Changes with every change of the steps. */
  revision: nonNegativeIntegerSchema,
  /** In the order of the requests. */
  steps: v.array(earlierStepSchema),
  /** The number of older steps that are not in `steps`. */
  forgotten: nonNegativeIntegerSchema,
});

/** The position of a request in its call. */
export const stepsSchema = v.object({
  /** The number of this step, from 0. */
  current: nonNegativeIntegerSchema,
  /** The number of steps, if it is known. */
  total: v.optional(nonNegativeIntegerSchema),
  /** The states of this request and of those in the same round, in order. */
  states: v.array(v.picklist(['waiting', ...settledStates])),
  /** The number of the first step in `states`. */
  first: nonNegativeIntegerSchema,
  /** The number of other requests of the call that wait. */
  waiting: nonNegativeIntegerSchema,
  earlierSteps: v.optional(earlierStepsSchema),
});

/** A running call with the requests that were settled in it. `id`: the id of the call. */
export const callWithEarlierStepsSchema = v.object({
  id: v.string(),
  target: targetSchema,
  earlierSteps: earlierStepsSchema,
});

/** A screen that waits for the user. */
export const waitingEntrySchema = v.object({
  /** The id of the screen. */
  id: v.string(),
  serverId: v.string(),
  /** The configured name of the server. */
  server: v.string(),
  /** The name of the tool, prompt or resource of the call, if it is known. */
  target: v.optional(v.string()),
  waitsFor: v.picklist(['answer', 'arguments', 'agreement', 'delivery']),
  /** The first words of the request. */
  words: v.optional(v.string()),
});

/** A message above the screen, shown once. */
export const noticeSchema = v.object({
  id: v.string(),
  severity: v.picklist(['info', 'warning', 'error']),
  /** Of a notice about a request that is closed: what comes after the sentence that says so. */
  text: v.string(),
  /** The request that is closed: its server, and the first words of its message on one line. */
  closed: v.optional(v.object({ server: v.string(), words: v.string() })),
  /** The id of the server whose log has the details. */
  serverId: v.optional(v.string()),
  /** True if the inputs were stored as a draft, and the call can be run again. */
  runAgain: v.optional(v.literal(true)),
});

/** An answer that a server of an agent has received a moment ago. `id`: another one for each answer. */
export const sentAnswerSchema = v.object({
  id: v.string(),
  server: v.string(),
  action: v.picklist(['accept', 'decline', 'cancel']),
});

export type ServerLabel = v.InferOutput<typeof serverSchema>;
export type ServerDetails = v.InferOutput<typeof serverDetailsSchema>;
export type CallTarget = v.InferOutput<typeof targetSchema>;
export type RunningCall = v.InferOutput<typeof runningCallSchema>;
export type ShownUrl = v.InferOutput<typeof shownUrlSchema>;
export type ShownUrlFinding = v.InferOutput<typeof shownUrlFindingSchema>;
export type ShownSuspendedCall = v.InferOutput<typeof suspendedCallSchema>;
export type RateLimitCard = v.InferOutput<typeof rateLimitCardSchema>;
export type RateLimitAction = v.InferOutput<typeof rateLimitActionSchema>;
export type ShownSteps = v.InferOutput<typeof stepsSchema>;
export type ShownEarlierSteps = v.InferOutput<typeof earlierStepsSchema>;
export type ShownEarlierStep = v.InferOutput<typeof earlierStepSchema>;
export type CallWithEarlierSteps = v.InferOutput<typeof callWithEarlierStepsSchema>;
export type WaitingEntry = v.InferOutput<typeof waitingEntrySchema>;
export type Notice = v.InferOutput<typeof noticeSchema>;
export type SentAnswer = v.InferOutput<typeof sentAnswerSchema>;
