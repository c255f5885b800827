import {
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCResponse,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/client';
import { noResponse } from '#core/transport/receivedMessages.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { isRecord } from '#form/json.ts';
import { errorInHttpBody } from './errorInHttpBody.ts';

/** A server that does not begin to speak with us, in its own terms. */
export interface VersionRefusal {
  /** The version that we asked for. */
  readonly requested: string;
  /** The versions that it named; empty when it named none. */
  readonly supported: readonly string[];
  /** Its own; `undefined` when it answered with another version. */
  readonly error: JsonRpcError | undefined;
}

/** A JSON-RPC error. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The version that `server/discover` asks for, which the SDK speaks beside `SUPPORTED_PROTOCOL_VERSIONS`. */
export const modernVersion = '2026-07-28';
/**
 * Errors of the modern era, after which no `initialize` is sent.
 * Source: MCP specification 2026-07-28, basic, "Error Codes", and basic/transports/stdio, "Backward Compatibility".
 */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/**
 * After which failures of `server/discover` the server is taken for one that begins with `initialize`. `lasting`: those
 * that will not pass by themselves.
 */
type Fallback = 'none' | 'lasting' | 'any';

/** Notices how a server answers `server/discover`, the question for its era, and `initialize`. */
export class EraDiscovery {
  /** See `Fallback`. */
  fallback: Fallback = 'none';
  #failure: unknown;
  #question: string | number | undefined;
  #handshake: string | number | undefined;
  #requested = '';
  #answered = false;
  #answeredLate = false;
  #refusal: VersionRefusal | undefined;
  #isModernOnly = false;
  /** The server has refused the modern era, and named a version with which `initialize` can begin. */
  #namesOlder = false;

  /** The server has answered, perhaps later than anybody waited for it: it knows the modern era. */
  get answered(): boolean {
    return this.#answered;
  }

  /** It has, and `initialize` had been sent by then. */
  get answeredLate(): boolean {
    return this.#answeredLate;
  }

  /** What the server said last, where that was a refusal. */
  get refusal(): VersionRefusal | undefined {
    return this.#refusal;
  }

  /** The server is of the modern era, and speaks no version with which `initialize` could begin. */
  get isModernOnly(): boolean {
    return this.#isModernOnly;
  }

  /** The failure of `server/discover` after which the server was taken for one that begins with `initialize`. */
  get failure(): unknown {
    return this.#failure;
  }

  /** It may pass: next time, the server may answer `server/discover`. */
  get mayPass(): boolean {
    return this.#failure !== undefined && isPassing(this.#failure);
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message && 'id' in message)) {
      return;
    }
    if (message.method === 'server/discover') {
      this.#question = message.id;
    } else if (message.method === 'initialize') {
      this.#handshake = message.id;
      this.#requested = String(message.params?.['protocolVersion']);
    }
  }

  /** Takes a response that somebody waited for. Gives back what the SDK is to be given in its place. */
  received<T extends JSONRPCResponse>(response: T): T | JSONRPCErrorResponse {
    const error = 'error' in response ? response.error : undefined;
    const result = 'result' in response ? response.result : undefined;
    if (response.id === this.#question) {
      this.#answered ||= result !== undefined;
      this.#answeredLate ||= result !== undefined && this.#handshake !== undefined;
      this.#readDiscovery(error, result);
      if (error && this.#namesOlder) {
        // The SDK gives up where the list has versions that are newer than ours, too.
        const data = { requested: modernVersion, supported: versionsIn(error.data).filter(isKnown) };
        return { jsonrpc: '2.0', id: response.id, error: { ...error, data } };
      }
    } else if (response.id === this.#handshake) {
      this.#readHandshake(error, result);
    }
    return response;
  }

  /**
   * Takes the failure of a request that could not be sent: a refusal by HTTP may have an error of the server's in it. Gives
   * back what the SDK is to be told of it.
   */
  failed(id: string | number, failure: unknown): unknown {
    const error = errorInHttpBody(failure);
    if (error && id === this.#question) {
      this.#readDiscovery(error, undefined);
    } else if (error && id === this.#handshake && (modernErrors.has(error.code) || versionsIn(error.data).length > 0)) {
      this.#readHandshake(error, undefined);
    }
    return id === this.#question ? this.#probeFailure(failure) : failure;
  }

  /**
   * The SDK falls back to `initialize` after HTTP 404, and not after all that identifies a legacy server.
   * Source: MCP specification 2026-07-28, basic/versioning, "Backward Compatibility": "Anything else identifies a legacy
   * server".
   */
  #probeFailure(failure: unknown): unknown {
    if (this.#namesOlder) {
      return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, String(failure), { status: 404 });
    }
    const wanted = this.fallback === 'any' || (this.fallback === 'lasting' && !isPassing(failure));
    if (!wanted || !isAnswer(failure)) {
      return asHttpError(failure);
    }
    const status = failure instanceof SendFailure ? failure.status : undefined;
    if (status === undefined || status === 403 || status >= 500) {
      this.#failure = failure;
    }
    const text = failure instanceof SendFailure ? failure.body : undefined;
    return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, String(failure), { status: 404, text });
  }

  #readDiscovery(error: JsonRpcError | undefined, result: unknown): void {
    const supported = error ? versionsIn(error.data) : isRecord(result) ? texts(result['supportedVersions']) : [];
    const refuses = error ? modernErrors.has(error.code) : supported.length > 0 && !supported.includes(modernVersion);
    // A server of both eras names the version with which `initialize` is to begin.
    this.#namesOlder = refuses && supported.some(isKnown) && !supported.includes(modernVersion);
    this.#isModernOnly = refuses && !supported.some(isKnown) && !supported.includes(modernVersion);
    this.#refusal = refuses && !supported.some(isKnown) ? { requested: modernVersion, supported, error } : undefined;
  }

  #readHandshake(error: JsonRpcError | undefined, result: unknown): void {
    const version = isRecord(result) ? result['protocolVersion'] : undefined;
    const saysNothing = error?.code === ProtocolErrorCode.MethodNotFound && this.#failure !== undefined;
    if (error?.data === noResponse || saysNothing) {
      this.#refusal = undefined;
    } else if (error) {
      this.#refusal = { requested: this.#requested, supported: versionsIn(error.data), error };
    } else if (typeof version === 'string' && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      this.#refusal = { requested: this.#requested, supported: [version], error: undefined };
    } else {
      this.#refusal = undefined;
    }
  }
}

/** `initialize` can begin with it. */
function isKnown(version: string): boolean {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

/** The versions that the data of an error names. Source: MCP specification 2026-07-28, schema, `UnsupportedProtocolVersionError`; 2025-11-25, basic/lifecycle, "Error Handling". */
export function versionsIn(data: unknown): readonly string[] {
  return isRecord(data) ? texts(data['supported']) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** True where a server was there and has not answered, or not as one of the modern era does. Sign-in is another matter. */
function isAnswer(failure: unknown): failure is Error {
  return failure instanceof SendFailure
    ? failure.outcome !== 'notSent' && !failure.wantsAuthorization
    : failure instanceof SdkError && failure.code === SdkErrorCode.ClientHttpUnexpectedContent;
}

function isPassing(failure: unknown): boolean {
  return failure instanceof SendFailure && (failure.status === undefined || failure.status >= 500);
}

/** The error that the SDK reads an era from when a server refuses `server/discover`. */
function asHttpError(error: unknown): unknown {
  if (!(error instanceof SendFailure) || error.status === undefined) {
    return error;
  }
  const data = { status: error.status, text: error.body };
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, error.message, data, { cause: error });
}
