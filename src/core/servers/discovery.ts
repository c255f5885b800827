import { type JSONRPCMessage, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { SendFailure } from '../transport/sendFailure.ts';

/** Notices how a server answers `server/discover`, the question for its era. */
export class Discovery {
  #question: string | number | undefined;
  #initializing = false;
  #answered = false;
  #answeredLate = false;

  /** The server has answered, perhaps later than anybody waited for it: it knows the modern era. */
  get answered(): boolean {
    return this.#answered;
  }

  /** It has, and `initialize` had been sent by then. */
  get answeredLate(): boolean {
    return this.#answeredLate;
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) {
      return;
    }
    if (message.method === 'server/discover' && 'id' in message) {
      this.#question = message.id;
    }
    this.#initializing ||= message.method === 'initialize';
  }

  /** Takes responses that somebody waited for. */
  received(response: JSONRPCMessage): void {
    if ('id' in response && response.id === this.#question && 'result' in response) {
      this.#answered = true;
      this.#answeredLate ||= this.#initializing;
    }
  }
}

/** The error that the SDK reads an era from when a server refuses `server/discover`. */
export function asHttpError(error: unknown): unknown {
  if (!(error instanceof SendFailure) || error.status === undefined) {
    return error;
  }
  const data = { status: error.status, text: error.body };
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, error.message, data, { cause: error });
}
