import type { ServerResponse } from 'node:http';

/** The stream of the events of one response of a server. One that can be resumed continues in the response to another request. */
export class CuttableStream {
  /** Unique in the server. */
  readonly name: string;
  readonly isResumable: boolean;
  readonly #events: string[] = [];
  #response: ServerResponse | undefined;
  #isComplete = false;

  constructor(name: string, isResumable: boolean) {
    this.name = name;
    this.isResumable = isResumable;
  }

  /** Sends what comes after the first `after` events, and what follows, in this response. */
  attach(response: ServerResponse, after = 0): void {
    this.#response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    if (this.isResumable && after === 0) this.#write('data: \n\n');
    else for (const event of this.#events.slice(after)) response.write(event);
    if (this.#isComplete) response.end();
  }

  send(message: object): void {
    this.#write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
  }

  #write(fields: string): void {
    const event = this.isResumable ? `id: ${this.name}/${this.#events.length + 1}\n${fields}` : fields;
    this.#events.push(event);
    this.#response?.write(event);
  }

  end(): void {
    this.#isComplete = true;
    this.#response?.end();
  }

  /** True while events are sent on a connection. */
  get isOpen(): boolean {
    return !this.#isComplete && this.#response?.socket?.destroyed === false;
  }

  /** Ends the TCP connection. */
  cut(): void {
    this.#response?.socket?.destroy();
    this.#response = undefined;
  }
}
