import type { ServerResponse } from 'node:http';
import { statusOf } from './httpRules.ts';

/** The HTTP response to one message: JSON if the first message is its response, else an event stream. */
export class HttpReply {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  /** Called if the client goes away before the end. */
  onAbandoned(listener: () => void): void {
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) listener();
    });
  }

  /** Begins the event stream. */
  stream(): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    this.#response.flushHeaders();
  }

  /** Sends a message that is not the last. */
  event(line: string): void {
    this.stream();
    this.#response.write(`event: message\ndata: ${line}\n\n`);
  }

  /** Sends the response, and ends. `errorCode`: undefined where the status does not tell of errors. */
  send(line: string, errorCode?: number): void {
    if (this.#response.headersSent) {
      this.event(line);
      this.#response.end();
    } else {
      this.#response.writeHead(statusOf(errorCode), { 'content-type': 'application/json' }).end(line);
    }
  }

  accepted(): void {
    this.#response.writeHead(202).end();
  }

  /** The server has ended. */
  lost(): void {
    if (this.#response.headersSent) this.#response.destroy();
    else this.#response.writeHead(502).end();
  }
}
