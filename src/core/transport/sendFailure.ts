/**
 * How far an undelivered message got.
 * `notSent`: no part of the message left (no connection, the server's input is closed). `refused`: the response says that the
 * server does not accept the message. `unknown`: the connection broke before the server acknowledged the message, which it
 * may have received.
 */
type SendOutcome = 'notSent' | 'refused' | 'unknown';

interface SendFailureOptions {
  readonly outcome: SendOutcome;
  /** A text for the log and the record: English, one line, such as "403 Forbidden". Never contains text of the body. */
  readonly message: string;
  /** The HTTP status of a refusal. */
  readonly status?: number;
  /** The time in the header `Retry-After` if it is valid; at most an hour. */
  readonly retryAfterMs?: number | undefined;
  /** True if the refusal demands a sign-in or more permissions. */
  readonly requiresAuthorization?: boolean;
  /** The body of a refusal, at most 1 Mi characters. Untrusted text. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** The error of `send` of the host's transports: the message was not delivered, or it is unknown whether it was. */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
  readonly outcome: SendOutcome;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requiresAuthorization: boolean;
  readonly body: string | undefined;

  constructor({
    outcome,
    message,
    status,
    retryAfterMs,
    requiresAuthorization = false,
    body,
    cause,
  }: SendFailureOptions) {
    super(message, { cause });
    this.outcome = outcome;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.requiresAuthorization = requiresAuthorization;
    this.body = body;
  }
}
