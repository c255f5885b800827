import { maxMessageLength, OversizedMessageError } from '#core/common/messageLimits.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import type { StreamPauses } from '#core/model/timeLimits.ts';
import { tryParseJson } from '#form/json.ts';
import { EventStreamReader, readEvents, type StreamEvent } from './eventStream.ts';
import { hasResponse } from './receivedMessages.ts';
import { pauseBeforeReconnect, reconnectStream } from './streamReconnect.ts';

/** An event, and the JSON in it. */
interface ReceivedEvent {
  readonly event: StreamEvent;
  readonly json: unknown;
}

/** A stream of events, over however many connections. */
export interface ResumableStream {
  /** Asks for it again, from an event on where one is named. */
  readonly request: (lastEventId: string | undefined) => Promise<Response>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The stream of the response to a request. */
export interface ResponseStream extends ResumableStream {
  resumable: boolean;
}

export interface StreamContext {
  readonly pauses: StreamPauses;
  readonly interactions: UserInteractions;
  /** The standalone stream was lost and is there again: the server may have said something that nobody heard. */
  readonly reopened: () => void;
  /** A stream cannot be had again: the server may be gone, or may not know us any more. */
  readonly checkHealth: () => void;
}

/** A connection that has lasted as long was no failure, though it brought nothing. */
const steadyMs = 20_000;
/** How often in a row a response's stream may be out of reach. */
const maxFailures = 5;
/** After as many in a row somebody has to look whether the server is there: sooner when a user is kept waiting. */
const suspicious = { asking: 2, idle: 3 };
/** What a server says that does not know the event to go on from, or the session. */
const unknown: ReadonlySet<number> = new Set([400, 404]);

/**
 * The streams of one Streamable HTTP connection. No stream seems ever to break: when a connection is lost, the stream is
 * asked for again from its last event on, where the server has given its events ids; it ends only when it is lost for good.
 * Source: MCP specification 2025-11-25, basic/transports, "Listening for Messages from the Server" and "Resumability and
 * Redelivery".
 */
export class ResumableStreams {
  readonly #parts: StreamContext;

  constructor(parts: StreamContext) {
    this.#parts = parts;
  }

  /** The events of a response, which begins with `first`, until it is complete, or lost. */
  ofResponse(first: Response, stream: ResponseStream): AsyncGenerator<ReceivedEvent> {
    return this.#follow(first, stream, (progress) => this.#resume(progress, stream));
  }

  /** The events of the standalone stream, until the server does not offer it any more. */
  standalone(first: Response, stream: ResumableStream): AsyncGenerator<ReceivedEvent> {
    return this.#follow(first, stream, (progress) => this.#reopen(progress, stream));
  }

  /**
   * The standalone stream, which could not be had at the first attempt. `undefined` when the server refuses it, or it
   * cannot be had after a few attempts more: not every server has one.
   */
  async standaloneLater({ request: ask, signal }: ResumableStream): Promise<Response | undefined> {
    const { pauses, reopened } = this.#parts;
    for (let failures = 0; failures < maxFailures; failures += 1) {
      await pauseBeforeReconnect({ retryMs: undefined }, failures, { ...pauses, mostMs: pauses.idleMs }, signal);
      const outcome = await reconnectStream(() => ask(undefined), signal);
      if (outcome.kind === 'open') {
        reopened();
        return outcome.response;
      }
      if (outcome.kind === 'refused' && outcome.status !== 429) {
        return undefined;
      }
    }
    return undefined;
  }

  /** Over as many connections as `next` finds. Rejects with OversizedMessage. */
  async *#follow(
    first: Response,
    stream: ResumableStream,
    next: (progress: Progress) => Promise<Response | undefined>,
  ): AsyncGenerator<ReceivedEvent> {
    const events = new EventStreamReader(maxMessageLength);
    const progress: Progress = { events, ended: false, quiet: 0, answered: false };
    for (let response: Response | undefined = first; response; response = await next(progress)) {
      const since = performance.now();
      for await (const event of eventsOf(response, progress, stream)) {
        progress.quiet = 0;
        const json = tryParseJson(event.data);
        progress.answered ||= hasResponse(json);
        yield { event, json };
      }
      // A server may hold no connection open: it primes each one, ends it, and waits to be asked again.
      const polled = progress.ended && events.isPrimed;
      events.cut();
      progress.quiet = polled || performance.now() - since > steadyMs ? 1 : progress.quiet + 1;
    }
  }

  /** The rest of a response; `undefined` when it is complete, or lost. */
  async #resume(progress: Progress, stream: ResponseStream): Promise<Response | undefined> {
    const { events, quiet } = progress;
    const { interactions: questions, pauses } = this.#parts;
    const worthwhile = () => !progress.answered && stream.resumable && events.lastEventId !== undefined;
    for (let failures = 0; worthwhile(); failures += 1) {
      await pauseBeforeReconnect(events, quiet - 1 + failures, { ...pauses, mostMs: pauses.longestMs }, stream.signal);
      const outcome = await reconnectStream(() => stream.request(events.lastEventId), stream.signal);
      if (outcome.kind === 'open') {
        return outcome.response;
      }
      // A network that is gone may come back before the user has answered; a server that is gone does not.
      const waits = outcome.kind === 'unreachable' && questions.anyOpen;
      if (outcome.kind === 'refused' || (failures + 1 >= maxFailures && !waits)) {
        return undefined;
      }
      this.#suspect(failures + 1);
    }
    return undefined;
  }

  /** The standalone stream again; `undefined` when the server does not offer it any more. */
  async #reopen({ events, quiet }: Progress, stream: ResumableStream): Promise<Response | undefined> {
    const { pauses, reopened } = this.#parts;
    for (let failures = 0; ; failures += 1) {
      await pauseBeforeReconnect(events, quiet - 1 + failures, { ...pauses, mostMs: pauses.idleMs }, stream.signal);
      const outcome = await reconnectStream(() => stream.request(events.lastEventId), stream.signal);
      if (outcome.kind === 'open') {
        reopened();
        return outcome.response;
      }
      if (outcome.kind === 'refused' && outcome.status === 405) {
        return undefined;
      }
      if (outcome.kind === 'refused' && unknown.has(outcome.status)) {
        events.forgetLastEvent();
      }
      this.#suspect(outcome.kind === 'refused' ? Number.POSITIVE_INFINITY : failures + 1);
    }
  }

  #suspect(failures: number): void {
    const { interactions: questions, checkHealth: suspect } = this.#parts;
    if (failures >= (questions.anyOpen ? suspicious.asking : suspicious.idle)) {
      suspect();
    }
  }
}

interface Progress {
  readonly events: EventStreamReader;
  /** The last connection was ended by the server, and did not break. */
  ended: boolean;
  /** Connections since the last event, or since one that lasted or was a poll; that one counts too. */
  quiet: number;
  /** The stream has brought the response that it was opened for. */
  answered: boolean;
}

/** Those of one connection. That it was cut is no error: so are many that are taken up again. */
async function* eventsOf(
  response: Response,
  progress: Progress,
  { signal }: ResumableStream,
): AsyncGenerator<StreamEvent> {
  progress.ended = false;
  try {
    yield* readEvents(response, progress.events);
    progress.ended = true;
  } catch (error) {
    if (signal.aborted || error instanceof OversizedMessageError) {
      throw error;
    }
  }
}
