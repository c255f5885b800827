import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { StreamEvent } from './eventStream.ts';
import { textOf } from './httpResponses.ts';
import { type Misfits, messagesIn } from './onlyMessages.ts';
import type { Stream } from './reconnecting.ts';

export interface ReceivedResponsesParts extends Misfits {
  /** Takes the messages of responses, and malformed requests. It may throw: the next one is taken all the same. */
  readonly receive: (message: JSONRPCMessage) => void;
  /** The stream of the response to request `id` is over: nothing comes on it any more. */
  readonly ended: (id: unknown) => void;
  /** Something went wrong in a response that is being received. */
  readonly failed: (error: Error) => void;
}

/** An event that is fit, and what JSON there is in it. */
export interface FitEvent {
  readonly event: StreamEvent;
  readonly message: unknown;
}

/** Hands the messages of HTTP responses on, each in the context of its request. */
export class ReceivedResponses {
  readonly #parts: ReceivedResponsesParts;
  /** For what stands in the place of messages. */
  readonly misfits: Misfits;

  constructor(parts: ReceivedResponsesParts) {
    this.#parts = parts;
    this.misfits = { ignored: parts.ignored, receive: (request) => this.#hand(request) };
  }

  /** Receives the JSON response to request `id`. Rejects when it cannot be read to its end. */
  async json(response: Response, id: unknown): Promise<void> {
    for (const message of messagesIn(await textOf(response), id, this.misfits).messages) {
      this.#hand(message);
    }
  }

  /** Receives the events of a response until they end. Never rejects. */
  async events(events: AsyncIterable<FitEvent>, { id, init }: Stream): Promise<void> {
    try {
      for await (const { event, message } of events) {
        if (event.type === 'message') {
          this.#hand(message);
        }
      }
    } catch (error) {
      if (!init.signal?.aborted) {
        this.#parts.failed(new Error(`SSE stream disconnected: ${error}`));
      }
    }
    if (!init.signal?.aborted) {
      this.#parts.ended(id);
    }
  }

  /** `message` is one, or a malformed request: see `isFit` and `messagesIn`. */
  #hand(message: unknown): void {
    try {
      this.#parts.receive(message as JSONRPCMessage);
    } catch (error) {
      this.#parts.failed(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** In the place of a response that was received, or has nothing in it. */
export function received(): Response {
  return new Response(null, { status: 202 });
}
