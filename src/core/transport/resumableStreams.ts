import { maxMessageLength, OversizedMessageError } from '#core/common/messageLimits.ts';
import type { UserInteractions } from '#core/model/pausableTimeout.ts';
import type { StreamPauses } from '#core/model/timeLimits.ts';
import { tryParseJson } from '#form/json.ts';
import { EventStreamReader, readEvents, type StreamEvent } from './eventStream.ts';
import { hasResponse } from './receivedMessages.ts';
import { pauseBeforeReconnect, reconnectStream } from './streamReconnect.ts';

/** An event and its parsed data. */
interface ReceivedEvent {
  readonly event: StreamEvent;
  readonly json: unknown;
}

/** A stream of events, over one connection after another. */
export interface ResumableStream {
  /** Requests the stream again, from the named event on. */
  readonly request: (lastEventId: string | undefined) => Promise<Response>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** The stream of the response to a request. */
export interface ResponseStream extends ResumableStream {
  resumable: boolean;
}

export interface StreamContext {
  readonly pauses: StreamPauses;
  readonly interactions: UserInteractions;
  /** The standalone stream was lost and is open again: messages may have been missed. */
  readonly reopened: () => void;
  /** A stream cannot be opened again: the server may be gone, or may have forgotten the session. */
  readonly checkHealth: () => void;
}

/** A connection that lasted as long is no failure, also when it brought no event. */
const stableMs = 20_000;
/** How often in a row the stream of a response may fail to open. */
const maxFailures = 5;
/** After so many failures in a row the server's health is checked: sooner while the user is asked. */
const failuresBeforeCheck = { asking: 2, idle: 3 };
/** HTTP statuses of a server that does not know the event to resume from, or the session. */
const unknownStatuses: ReadonlySet<number> = new Set([400, 404]);

/**
 * The streams of one Streamable HTTP connection. When the connection of a stream is lost, the stream is requested again from
 * its last event on, if the server gives its events ids. A stream ends only when it cannot be opened any more.
 * Source: MCP specification 2025-11-25, basic/transports, "Listening for Messages from the Server" and "Resumability and
 * Redelivery".
 */
export class ResumableStreams {
  readonly #parts: StreamContext;

  constructor(parts: StreamContext) {
    this.#parts = parts;
  }

  /** The events of a response, from `first` on, until the response is complete or lost. */
  ofResponse(first: Response, stream: ResponseStream): AsyncGenerator<ReceivedEvent> {
    return this.#follow(first, stream, (progress) => this.#resume(progress, stream));
  }

  /** The events of the standalone stream, until the server stops offering it. */
  standalone(first: Response, stream: ResumableStream): AsyncGenerator<ReceivedEvent> {
    return this.#follow(first, stream, (progress) => this.#reopen(progress, stream));
  }

  /**
   * Opens the standalone stream when the first attempt has failed. Resolves with `undefined` when the server refuses it or a
   * few more attempts fail: not every server has one.
   */
  async standaloneLater({ request: ask, signal }: ResumableStream): Promise<Response | undefined> {
    const { pauses, reopened } = this.#parts;
    for (let failures = 0; failures < maxFailures; failures += 1) {
      await pauseBeforeReconnect({ retryMs: undefined }, failures, { ...pauses, maxMs: pauses.idleMs }, signal);
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

  /** The events of one connection after another; `next` opens the next one. Rejects with OversizedMessageError. */
  async *#follow(
    first: Response,
    stream: ResumableStream,
    next: (progress: Progress) => Promise<Response | undefined>,
  ): AsyncGenerator<ReceivedEvent> {
    const events = new EventStreamReader(maxMessageLength);
    const progress: Progress = { events, ended: false, quietConnections: 0, answered: false };
    for (let response: Response | undefined = first; response; response = await next(progress)) {
      const since = performance.now();
      for await (const event of eventsOf(response, progress, stream)) {
        progress.quietConnections = 0;
        const json = tryParseJson(event.data);
        progress.answered ||= hasResponse(json);
        yield { event, json };
      }
      // A server may be polled: it sends an id or `retry` on each connection, ends it, and expects the next.
      const polled = progress.ended && events.isPrimed;
      events.reset();
      progress.quietConnections = polled || performance.now() - since > stableMs ? 1 : progress.quietConnections + 1;
    }
  }

  /** Opens the rest of a response; `undefined` when it is complete or lost. */
  async #resume(progress: Progress, stream: ResponseStream): Promise<Response | undefined> {
    const { events, quietConnections } = progress;
    const { interactions: questions, pauses } = this.#parts;
    const isResumable = () => !progress.answered && stream.resumable && events.lastEventId !== undefined;
    for (let failures = 0; isResumable(); failures += 1) {
      await pauseBeforeReconnect(
        events,
        quietConnections - 1 + failures,
        { ...pauses, maxMs: pauses.longestMs },
        stream.signal,
      );
      const outcome = await reconnectStream(() => stream.request(events.lastEventId), stream.signal);
      if (outcome.kind === 'open') {
        return outcome.response;
      }
      // A network may come back before the user has answered; a server that refuses connections does not.
      const waits = outcome.kind === 'unreachable' && questions.anyOpen;
      if (outcome.kind === 'refused' || (failures + 1 >= maxFailures && !waits)) {
        return undefined;
      }
      this.#countFailure(failures + 1);
    }
    return undefined;
  }

  /** Opens the standalone stream again; `undefined` when the server stops offering it. */
  async #reopen({ events, quietConnections }: Progress, stream: ResumableStream): Promise<Response | undefined> {
    const { pauses, reopened } = this.#parts;
    for (let failures = 0; ; failures += 1) {
      await pauseBeforeReconnect(
        events,
        quietConnections - 1 + failures,
        { ...pauses, maxMs: pauses.idleMs },
        stream.signal,
      );
      const outcome = await reconnectStream(() => stream.request(events.lastEventId), stream.signal);
      if (outcome.kind === 'open') {
        reopened();
        return outcome.response;
      }
      if (outcome.kind === 'refused' && outcome.status === 405) {
        return undefined;
      }
      if (outcome.kind === 'refused' && unknownStatuses.has(outcome.status)) {
        events.forgetLastEvent();
      }
      this.#countFailure(outcome.kind === 'refused' ? Number.POSITIVE_INFINITY : failures + 1);
    }
  }

  #countFailure(failures: number): void {
    const { interactions: questions, checkHealth: suspect } = this.#parts;
    if (failures >= (questions.anyOpen ? failuresBeforeCheck.asking : failuresBeforeCheck.idle)) {
      suspect();
    }
  }
}

interface Progress {
  readonly events: EventStreamReader;
  /** The server ended the last connection; it did not break. */
  ended: boolean;
  /** Connections since the last event, or since one that lasted or was polled, including that one. */
  quietConnections: number;
  /** The response that the stream was opened for has come. */
  answered: boolean;
}

/** The events of one connection. A connection that breaks is no error: the stream may be resumed. */
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
