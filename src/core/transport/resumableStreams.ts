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

/** A stream of events that continues over one HTTP connection after another. */
export interface ResumableStream {
  /** Requests the stream again, from the event after `lastEventId` on, or from its beginning. */
  readonly request: (lastEventId: string | undefined) => Promise<Response>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** The stream with the response to a request. `isResumable`: false if the host must not request the rest of the stream. */
export interface ResponseStream extends ResumableStream {
  readonly isResumable: () => boolean;
}

export interface StreamContext {
  readonly pauses: StreamPauses;
  readonly interactions: UserInteractions;
  /** Called if the standalone stream was lost and is open again: messages may have been missed. */
  readonly onReopened: () => void;
  /** Called if a stream cannot be opened again: the server may be gone, or may have forgotten the session. */
  readonly checkHealth: () => void;
}

/** A connection that lasted longer than this is no failure, even without an event. */
const stableMs = 20_000;
/** How often in a row the stream of a response may fail to open. */
const maxFailures = 5;
/** The number of failures in a row after which the server's health is checked: earlier while the user is asked. */
const failuresBeforeCheck = { asking: 2, idle: 3 };
/** HTTP statuses for an unknown session, or an unknown event to resume from. */
const unknownStatuses: ReadonlySet<number> = new Set([400, 404]);

/**
 * The streams of one Streamable HTTP connection. If the HTTP connection of a stream is lost, the stream is requested again,
 * from its last event on if its events have ids. A stream ends if it is complete or cannot be opened again.
 * Source: MCP specification 2025-11-25, basic/transports, "Listening for Messages from the Server" and "Resumability and
 * Redelivery".
 */
export class ResumableStreams {
  readonly #context: StreamContext;

  constructor(context: StreamContext) {
    this.#context = context;
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
   * Opens the standalone stream after the first attempt has failed. Resolves with `undefined` if the server refuses it or
   * `maxFailures` more attempts fail: not every server has this stream.
   */
  async retryStandalone({ request, signal }: ResumableStream): Promise<Response | undefined> {
    const { pauses, onReopened } = this.#context;
    for (let failures = 0; failures < maxFailures; failures += 1) {
      await pauseBeforeReconnect(
        { retryMs: undefined },
        failures,
        { ...pauses, maxMs: pauses.maxStandaloneMs },
        signal,
      );
      const reconnect = await reconnectStream(() => request(undefined), signal);
      if (reconnect.kind === 'open') {
        onReopened();
        return reconnect.response;
      }
      if (reconnect.kind === 'refused' && reconnect.status !== 429) {
        return undefined;
      }
    }
    return undefined;
  }

  /** The events of one HTTP connection after another; `next` opens the next one. Rejects with OversizedMessageError. */
  async *#follow(
    first: Response,
    stream: ResumableStream,
    next: (progress: Progress) => Promise<Response | undefined>,
  ): AsyncGenerator<ReceivedEvent> {
    const events = new EventStreamReader(maxMessageLength);
    const progress: Progress = { events, wasEndedByServer: false, quietConnections: 0, hasResponse: false };
    for (let response: Response | undefined = first; response; response = await next(progress)) {
      const since = performance.now();
      for await (const event of eventsOf(response, progress, stream)) {
        progress.quietConnections = 0;
        const json = tryParseJson(event.data);
        progress.hasResponse ||= hasResponse(json);
        yield { event, json };
      }
      // A server may use polling: it sends an id or `retry` on each connection, ends the connection, and expects the next.
      const isPolled = progress.wasEndedByServer && events.isPrimed;
      events.reset();
      progress.quietConnections = isPolled || performance.now() - since > stableMs ? 1 : progress.quietConnections + 1;
    }
  }

  /** Opens the rest of a response; `undefined` if it is complete or lost. */
  async #resume(progress: Progress, stream: ResponseStream): Promise<Response | undefined> {
    const { events, quietConnections } = progress;
    const { interactions, pauses } = this.#context;
    const needsRest = () => !progress.hasResponse && stream.isResumable() && events.lastEventId !== undefined;
    for (let failures = 0; needsRest(); failures += 1) {
      await pauseBeforeReconnect(events, quietConnections - 1 + failures, pauses, stream.signal);
      const reconnect = await reconnectStream(() => stream.request(events.lastEventId), stream.signal);
      if (reconnect.kind === 'open') {
        return reconnect.response;
      }
      // Without a network there are more attempts, because the network may be back before the user has answered. If the
      // machine refuses connections, the server has ended, and more attempts would not help.
      const isRetriedLonger = reconnect.kind === 'unreachable' && interactions.anyOpen;
      if (reconnect.kind === 'refused' || (failures + 1 >= maxFailures && !isRetriedLonger)) {
        return undefined;
      }
      this.#checkHealthAfter(failures + 1);
    }
    return undefined;
  }

  /** Opens the standalone stream again; `undefined` if the server stops offering it. */
  async #reopen({ events, quietConnections }: Progress, stream: ResumableStream): Promise<Response | undefined> {
    const { pauses, onReopened } = this.#context;
    for (let failures = 0; ; failures += 1) {
      await pauseBeforeReconnect(
        events,
        quietConnections - 1 + failures,
        { ...pauses, maxMs: pauses.maxStandaloneMs },
        stream.signal,
      );
      const reconnect = await reconnectStream(() => stream.request(events.lastEventId), stream.signal);
      if (reconnect.kind === 'open') {
        onReopened();
        return reconnect.response;
      }
      if (reconnect.kind === 'refused' && reconnect.status === 405) {
        return undefined;
      }
      if (reconnect.kind === 'refused' && unknownStatuses.has(reconnect.status)) {
        events.forgetLastEvent();
      }
      this.#checkHealthAfter(reconnect.kind === 'refused' ? Number.POSITIVE_INFINITY : failures + 1);
    }
  }

  /** Checks the server's health if there were enough failures in a row. */
  #checkHealthAfter(failures: number): void {
    const { interactions, checkHealth } = this.#context;
    if (failures >= (interactions.anyOpen ? failuresBeforeCheck.asking : failuresBeforeCheck.idle)) {
      checkHealth();
    }
  }
}

interface Progress {
  readonly events: EventStreamReader;
  /** True if the server ended the last connection, false if the connection broke. */
  wasEndedByServer: boolean;
  /**
   * The number of connections in a row without an event, and the last connection with an event before them. A connection that
   * lasted long, or that a polled server has ended, counts as a connection with an event.
   */
  quietConnections: number;
  /** True after the stream has contained a response. */
  hasResponse: boolean;
}

/** The events of one HTTP connection. A connection that breaks is no error: the stream may be resumed. */
async function* eventsOf(
  response: Response,
  progress: Progress,
  { signal }: ResumableStream,
): AsyncGenerator<StreamEvent> {
  progress.wasEndedByServer = false;
  try {
    yield* readEvents(response, progress.events);
    progress.wasEndedByServer = true;
  } catch (error) {
    if (signal.aborted || error instanceof OversizedMessageError) {
      throw error;
    }
  }
}
