/**
 * How far a message came that was not delivered.
 * `notSent`: nothing of it left (no connection, the server's input is closed). `refused`: the server answered that it does
 * not accept it. `unknown`: the connection broke before the server acknowledged it; the server may have received it.
 */
type SendOutcome = 'notSent' | 'refused' | 'unknown';

interface SendFailureParts {
  readonly outcome: SendOutcome;
  /** For the log and the record: English, one line, such as "403 Forbidden". Never text of the server. */
  readonly message: string;
  /** The HTTP status of a refusal. */
  readonly status?: number;
  /** From the header `Retry-After` if it is valid; at most an hour. */
  readonly retryAfterMs?: number | undefined;
  /** The refusal asks for a sign-in, or for more permissions. */
  readonly wantsAuthorization?: boolean;
  /** The body of a refusal, at most 1 MiB. Hostile text. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** The error of `send` of the host's transports when a message was not delivered, or may not have been. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly outcome: SendOutcome;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly wantsAuthorization: boolean;
  readonly body: string | undefined;

  constructor({ outcome, message, status, retryAfterMs, wantsAuthorization = false, body, cause }: SendFailureParts) {
    super(message, { cause });
    this.outcome = outcome;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.wantsAuthorization = wantsAuthorization;
    this.body = body;
  }
}
