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
import type { RequestId } from '#core/common/ids.ts';
import { noResponse } from '#core/transport/receivedMessages.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { isRecord } from '#form/json.ts';
import { errorInHttpBody } from './errorInHttpBody.ts';

/** How a server refuses to begin a session, in its own terms. */
export interface VersionRefusal {
  /** The version that the host asked for. */
  readonly requested: string;
  /** The versions that the server named; empty if it named none. */
  readonly supported: readonly string[];
  /** Absent if the server answered with another version and no error. */
  readonly error: JsonRpcError | undefined;
}

/** A JSON-RPC error. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The version that `server/discover` asks for. The SDK speaks it beside `SUPPORTED_PROTOCOL_VERSIONS`. */
export const modernVersion = '2026-07-28';
/**
 * Errors of the modern era, after which no `initialize` is sent.
 * Source: MCP specification 2026-07-28, basic, "Error Codes", and basic/transports/stdio, "Backward Compatibility".
 */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/** After which failures of `server/discover` the host sends `initialize`. `lasting`: those that are not temporary. */
type Fallback = 'none' | 'lasting' | 'any';

/**
 * Reads how a server answers `server/discover`, which tells its era, and `initialize`. Corrects what the SDK gets of it,
 * because the SDK gives up after HTTP 403, any 5xx and a broken connection, and when the server also names versions that
 * are newer than the SDK's. The specification wants `initialize` after every answer that is none of the modern era.
 * Source: MCP specification 2026-07-28, basic/versioning, "Backward Compatibility": "Anything else identifies a legacy
 * server".
 */
export class EraDiscovery {
  /** See `Fallback`. */
  fallback: Fallback = 'none';
  #failure: unknown;
  #discoverId: RequestId | undefined;
  #initializeId: RequestId | undefined;
  #requested = '';
  #answered = false;
  #answeredLate = false;
  #refusal: VersionRefusal | undefined;
  #isModernOnly = false;
  /** The server has refused the modern era, and named a version with which `initialize` can begin. */
  #namesOlder = false;

  /** The server has answered `server/discover` with a result, perhaps after the time-out: it speaks the modern era. */
  get answered(): boolean {
    return this.#answered;
  }

  /** The result of `server/discover` came after `initialize` had been sent. */
  get answeredLate(): boolean {
    return this.#answeredLate;
  }

  /** The last answer of the server, where that was a refusal. */
  get refusal(): VersionRefusal | undefined {
    return this.#refusal;
  }

  /** The failure of `server/discover` after which the host sent `initialize`. */
  get failure(): unknown {
    return this.#failure;
  }

  /** That failure is temporary: at the next start the server may answer `server/discover`. */
  get isFailureTemporary(): boolean {
    return this.#failure !== undefined && isTemporary(this.#failure);
  }

  /** Throws for `initialize` to a server of the modern era that speaks no version with which it could begin. */
  assertSendable(message: JSONRPCMessage): void {
    if (this.#isModernOnly && 'method' in message && message.method === 'initialize') {
      throw new Error('The server speaks no version that begins with initialize.');
    }
  }

  sent(message: JSONRPCMessage): void {
    if (!('method' in message && 'id' in message)) {
      return;
    }
    if (message.method === 'server/discover') {
      this.#discoverId = message.id;
    } else if (message.method === 'initialize') {
      this.#initializeId = message.id;
      this.#requested = String(message.params?.['protocolVersion']);
    }
  }

  /** Reads the response to a request of ours. Returns what the SDK gets in its place. */
  received<T extends JSONRPCResponse>(response: T): T | JSONRPCErrorResponse {
    const error = 'error' in response ? response.error : undefined;
    const result = 'result' in response ? response.result : undefined;
    if (response.id === this.#discoverId) {
      this.#answered ||= result !== undefined;
      this.#answeredLate ||= result !== undefined && this.#initializeId !== undefined;
      this.#readDiscovery(error, result);
      if (error && this.#namesOlder) {
        // The SDK gives up when the list has versions that are newer than its own.
        const data = { requested: modernVersion, supported: versionsIn(error.data).filter(isKnown) };
        return { jsonrpc: '2.0', id: response.id, error: { ...error, data } };
      }
    } else if (response.id === this.#initializeId) {
      this.#readInitialize(error, result);
    }
    return response;
  }

  /** Reads why request `id` could not be sent: an HTTP refusal may carry an error. Returns what the SDK gets in its place. */
  failed(id: RequestId, failure: unknown): unknown {
    const error = errorInHttpBody(failure);
    if (error && id === this.#discoverId) {
      this.#readDiscovery(error, undefined);
    } else if (
      error &&
      id === this.#initializeId &&
      (modernErrors.has(error.code) || versionsIn(error.data).length > 0)
    ) {
      this.#readInitialize(error, undefined);
    }
    return id === this.#discoverId ? this.#discoveryFailure(failure) : failure;
  }

  #discoveryFailure(failure: unknown): unknown {
    if (this.#namesOlder) {
      return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, String(failure), { status: 404 });
    }
    const fallsBack = this.fallback === 'any' || (this.fallback === 'lasting' && !isTemporary(failure));
    if (!fallsBack || !isAnswer(failure)) {
      return asSdkHttpError(failure);
    }
    const status = failure instanceof SendFailure ? failure.status : undefined;
    if (status === undefined || status === 403 || status >= 500) {
      this.#failure = failure;
    }
    const text = failure instanceof SendFailure ? failure.body : undefined;
    return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, String(failure), { status: 404, text });
  }

  #readDiscovery(error: JsonRpcError | undefined, result: unknown): void {
    const supported = error ? versionsIn(error.data) : isRecord(result) ? textsIn(result['supportedVersions']) : [];
    const refuses = error ? modernErrors.has(error.code) : supported.length > 0 && !supported.includes(modernVersion);
    // A server of both eras names the version with which `initialize` can begin.
    this.#namesOlder = refuses && supported.some(isKnown) && !supported.includes(modernVersion);
    this.#isModernOnly = refuses && !supported.some(isKnown) && !supported.includes(modernVersion);
    this.#refusal = refuses && !supported.some(isKnown) ? { requested: modernVersion, supported, error } : undefined;
  }

  #readInitialize(error: JsonRpcError | undefined, result: unknown): void {
    const version = isRecord(result) ? result['protocolVersion'] : undefined;
    const isUninformative = error?.code === ProtocolErrorCode.MethodNotFound && this.#failure !== undefined;
    if (error?.data === noResponse || isUninformative) {
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

/** True if `initialize` can begin with this version. */
function isKnown(version: string): boolean {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

/** The versions that the data of an error names. Source: MCP specification 2026-07-28, schema, `UnsupportedProtocolVersionError`; 2025-11-25, basic/lifecycle, "Error Handling". */
export function versionsIn(data: unknown): readonly string[] {
  return isRecord(data) ? textsIn(data['supported']) : [];
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** True if the server was reached and has not answered, or not as one of the modern era. A demand to sign in is no answer. */
function isAnswer(failure: unknown): failure is Error {
  return failure instanceof SendFailure
    ? failure.outcome !== 'notSent' && !failure.requiresAuthorization
    : failure instanceof SdkError && failure.code === SdkErrorCode.ClientHttpUnexpectedContent;
}

function isTemporary(failure: unknown): boolean {
  return failure instanceof SendFailure && (failure.status === undefined || failure.status >= 500);
}

/** A refusal as the error type from which the SDK reads the era. */
function asSdkHttpError(error: unknown): unknown {
  if (!(error instanceof SendFailure) || error.status === undefined) {
    return error;
  }
  const data = { status: error.status, text: error.body };
  return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, error.message, data, { cause: error });
}
