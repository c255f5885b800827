/** Servers, calls and their steps, and the cards and notices above the screen. */
import * as v from 'valibot';
import { indexSchema } from './formSchemas.ts';

/** A server. `name` is the configured name, which is always drawn most prominently. */
export const serverSchema = v.object({
  name: v.string(),
  /** Drawn beside the name when the entry is not the user's own: "workspace", or the folder's name. */
  scope: v.optional(v.string()),
  /** The name from the server's `serverInfo`. */
  selfName: v.optional(v.string()),
});

/** The tool, prompt or resource of a call. */
export const targetSchema = v.object({
  kind: v.picklist(['tool', 'prompt', 'resource']),
  /** The name, or the URI of a resource. */
  name: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  /** The annotations of a tool, in a sentence. */
  claims: v.optional(v.string()),
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
  /** How many of its requests wait for the user. */
  waiting: indexSchema,
  progress: v.optional(progressSchema),
});

/** A URL in pieces, so that its domain can be highlighted. */
export const shownUrlSchema = v.object({
  /** Joined, the texts are exactly the URL that would be opened. `domain` is the registrable domain. */
  pieces: v.array(
    v.object({
      kind: v.picklist(['before', 'userInfo', 'subdomain', 'domain', 'port', 'after']),
      text: v.string(),
    }),
  ),
  /** The registrable domain, or the host where there is none, as browsers write it. */
  site: v.string(),
  /** The host in ASCII (punycode), as browsers write it. */
  hostname: v.string(),
  /** The host in its own script. */
  unicodeHostname: v.string(),
});

/** What the user should know about a URL before it is opened. */
export const shownUrlFindingSchema = v.object({
  severity: v.picklist(['note', 'warning', 'severe']),
  sentence: v.string(),
});

/** A page that the user opened for a server. `done`: the server has said that it is complete. */
const openedPageSchema = v.object({ address: shownUrlSchema, message: v.string(), done: v.boolean() });

/** A call that is suspended without a request: it waits for opened pages, for a rate limit, or for a server that is not ready. */
export const suspendedCallSchema = v.object({
  id: v.string(),
  server: serverSchema,
  /** The suspended call, where it is known. */
  call: v.optional(targetSchema),
  /** As for a running call: a suspended call is drawn here only. */
  elapsed: v.optional(v.number()),
  waiting: indexSchema,
  progress: v.optional(progressSchema),
  /** Empty where the server requires no page. */
  openedPages: v.array(openedPageSchema),
  /** True where resuming retries the call; false where it only removes the card. */
  retriesCall: v.boolean(),
  /** How often the call was retried without progress. */
  attempts: indexSchema,
  /** A retry is under way. */
  retrying: v.boolean(),
  /** The requests of a round that are not shown yet, because of the rate limit or because the server is muted. */
  withheld: v.optional(v.object({ requests: indexSchema, muted: v.boolean() })),
});

/** A server of which requests were withheld by the rate limit. */
export const rateLimitCardSchema = v.object({
  /** The server's id. */
  id: v.string(),
  server: serverSchema,
  /** Requests within the last minute. */
  asked: indexSchema,
  withheld: indexSchema,
  muted: v.boolean(),
});

/** What the user chose on a rate limit card. `muteBriefly`: for ten minutes. */
export const rateLimitActionSchema = v.picklist(['allow', 'muteBriefly', 'mute', 'unmute', 'cancelAll', 'dismiss']);

/**
 * How a request was settled, or where its reply is. `opened`: the page was opened. `withdrawn`: by the server or the end of
 * its call. `sending`: the reply is on its way. `slow`: for a long time. `silent`: for a long time, and only the result can
 * confirm it. `signIn`: waits until the user has signed in. `paused`: the server asked to send it later. `undelivered`: it did
 * not arrive. `unknown`: it may have arrived.
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

/** A settled request of a call. */
const earlierStepSchema = v.object({
  /** Its position among all requests of the call, from 0. */
  index: indexSchema,
  /** The beginning of the server's message. */
  message: v.string(),
  state: v.picklist(settledStates),
  /** The answers as text. Without a value: a secret. */
  answers: v.array(v.object({ label: v.string(), value: v.optional(v.string()) })),
  /** How many more answers there are. */
  more: indexSchema,
});

/** The settled requests of a call. */
export const earlierStepsSchema = v.object({
  /** Changes with every change of the steps. */
  revision: indexSchema,
  /** In the order of the requests. */
  steps: v.array(earlierStepSchema),
  /** How many older ones were dropped. */
  forgotten: indexSchema,
});

/** The position of a request in its call. */
export const stepsSchema = v.object({
  /** The number of this step, from 0. */
  current: indexSchema,
  /** The number of steps, where it is known. */
  total: v.optional(indexSchema),
  /** The states of this request and of those in the same round, in order. */
  states: v.array(v.picklist(['waiting', ...settledStates])),
  /** The number of the first of these steps. */
  first: indexSchema,
  /** How many other requests of the call wait. */
  waiting: indexSchema,
  earlierSteps: v.optional(earlierStepsSchema),
});

/** A running call with the requests that were settled in it. `id`: the call's. */
export const callWithEarlierStepsSchema = v.object({
  id: v.string(),
  target: targetSchema,
  earlierSteps: earlierStepsSchema,
});

/** A message above the screen, shown once. */
export const noticeSchema = v.object({
  id: v.string(),
  severity: v.picklist(['info', 'warning', 'error']),
  text: v.string(),
  /** The id of the server whose log has the details. */
  serverId: v.optional(v.string()),
  /** The inputs were stored as a draft, and the call can be run again. */
  runAgain: v.optional(v.literal(true)),
});

export type ServerLabel = v.InferOutput<typeof serverSchema>;
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
export type Notice = v.InferOutput<typeof noticeSchema>;
