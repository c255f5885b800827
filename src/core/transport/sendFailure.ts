/**
 * How far a message came that could not be sent as it should.
 * `notSent`: nothing of it left (no connection, the server's input is closed). `refused`: the server answered that it does
 * not take it. `unknown`: the connection broke while it was sent or before it was acknowledged; the server may have it.
 */
type SendOutcome = 'notSent' | 'refused' | 'unknown';

interface SendFailureParts {
  readonly outcome: SendOutcome;
  /** For the log and the record, in English, one line: "403 Forbidden". Never the server's own words. */
  readonly message: string;
  /** The HTTP status of a refusal. */
  readonly status?: number;
  /** From `Retry-After`, where the server sent one that can be read; at most an hour. */
  readonly retryAfterMs?: number | undefined;
  /** The refusal asks for a sign-in, or for more permissions. */
  readonly wantsAuthorization?: boolean;
  /** The body of a refusal, at most 1 MiB: the server's own words. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

/** What `send` of the host's transports rejects with when a message did not arrive, or may not have. */
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
