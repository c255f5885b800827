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

/** How a server refused to begin a session. */
export interface VersionRefusal {
  /** The version that the host requested. */
  readonly requested: string;
  /** The versions that the server reports as supported; empty if it reports none. */
  readonly supported: readonly string[];
  /** `undefined` if the server responded with another version and no error. */
  readonly error: JsonRpcError | undefined;
}

/** A JSON-RPC error. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The version that `server/discover` requests. The SDK supports it in addition to `SUPPORTED_PROTOCOL_VERSIONS`. */
export const modernVersion = '2026-07-28';
/**
 * Error codes of the modern era. After these `initialize` is sent only if the server reports a version that begins with it.
 * Source: MCP specification 2026-07-28, basic, "Error Codes", and basic/transports/stdio, "Backward Compatibility".
 */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/** The failures of `server/discover` after which the host sends `initialize`. `lasting`: those that are not temporary. */
type Fallback = 'none' | 'lasting' | 'any';

/**
 * Reads the responses to `server/discover`, which finds out the era, and to `initialize`. Corrects them for the SDK, which
 * gives up after HTTP 403, any 5xx and a broken connection, and if the server also reports versions that are newer than the
 * SDK's. The specification requires `initialize` after every response that is not one of the modern era.
 * Source: MCP specification 2026-07-28, basic/versioning, "Backward Compatibility": "Anything else identifies a legacy
 * server".
 */
export class EraDiscovery {
  /** See `Fallback`. */
  fallback: Fallback = 'none';
  #failure: unknown;
  #discoverId: RequestId | undefined;
  #initializeId: RequestId | undefined;
  #requestedVersion = '';
  #hasResult = false;
  #hasLateResult = false;
  #refusal: VersionRefusal | undefined;
  #isModernOnly = false;
  /** True if the server has refused the modern era and reports a version with which `initialize` can begin. */
  #supportsLegacy = false;

  /** True after a result of `server/discover`, perhaps after the time-out: the server supports the modern era. */
  get hasResult(): boolean {
    return this.#hasResult;
  }

  /** True if the result of `server/discover` came after `initialize` had been sent. */
  get hasLateResult(): boolean {
    return this.#hasLateResult;
  }

  /** The last response of the server if it was a refusal. */
  get refusal(): VersionRefusal | undefined {
    return this.#refusal;
  }

  /** The failure of `server/discover` after which the host sent `initialize`. */
  get failure(): unknown {
    return this.#failure;
  }

  /** True if `failure` is temporary: at the next start the server may support `server/discover`. */
  get isFailureTemporary(): boolean {
    return this.#failure !== undefined && isTemporary(this.#failure);
  }

  /** Throws for `initialize` if the server supports no version that begins with `initialize`. */
  assertSendable(message: JSONRPCMessage): void {
    if (this.#isModernOnly && 'method' in message && message.method === 'initialize') {
      throw new Error('The server speaks no version that begins with initialize.');
    }
  }

  noteRequest(message: JSONRPCMessage): void {
    if (!('method' in message && 'id' in message)) {
      return;
    }
    if (message.method === 'server/discover') {
      this.#discoverId = message.id;
    } else if (message.method === 'initialize') {
      this.#initializeId = message.id;
      this.#requestedVersion = String(message.params?.['protocolVersion']);
    }
  }

  /** Reads the response to a request of the host. Returns the response that the SDK gets in its place. */
  readResponse<T extends JSONRPCResponse>(response: T): T | JSONRPCErrorResponse {
    const error = 'error' in response ? response.error : undefined;
    const result = 'result' in response ? response.result : undefined;
    if (response.id === this.#discoverId) {
      this.#hasResult ||= result !== undefined;
      this.#hasLateResult ||= result !== undefined && this.#initializeId !== undefined;
      this.#readDiscovery(error, result);
      if (error && this.#supportsLegacy) {
        // The SDK gives up if the list has versions that are newer than the SDK's.
        const data = { requested: modernVersion, supported: versionsIn(error.data).filter(isLegacyVersion) };
        return { jsonrpc: '2.0', id: response.id, error: { ...error, data } };
      }
    } else if (response.id === this.#initializeId) {
      this.#readInitialize(error, result);
    }
    return response;
  }

  /**
   * Reads the failure to send request `id`; the body of an HTTP refusal may contain a JSON-RPC error. Returns the failure that
   * the SDK gets in its place.
   */
  readFailure(id: RequestId, failure: unknown): unknown {
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
    return id === this.#discoverId ? this.#correctedFailure(failure) : failure;
  }

  #correctedFailure(failure: unknown): unknown {
    if (this.#supportsLegacy) {
      return new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, String(failure), { status: 404 });
    }
    const fallsBack = this.fallback === 'any' || (this.fallback === 'lasting' && !isTemporary(failure));
    if (!fallsBack || !isLegacyResponse(failure)) {
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
    const isRefusal = error ? modernErrors.has(error.code) : supported.length > 0 && !supported.includes(modernVersion);
    // A server of both eras reports a version with which `initialize` can begin.
    this.#supportsLegacy = isRefusal && supported.some(isLegacyVersion) && !supported.includes(modernVersion);
    this.#isModernOnly = isRefusal && !supported.some(isLegacyVersion) && !supported.includes(modernVersion);
    this.#refusal =
      isRefusal && !supported.some(isLegacyVersion) ? { requested: modernVersion, supported, error } : undefined;
  }

  #readInitialize(error: JsonRpcError | undefined, result: unknown): void {
    const version = isRecord(result) ? result['protocolVersion'] : undefined;
    const isUninformative = error?.code === ProtocolErrorCode.MethodNotFound && this.#failure !== undefined;
    if (error?.data === noResponse || isUninformative) {
      this.#refusal = undefined;
    } else if (error) {
      this.#refusal = { requested: this.#requestedVersion, supported: versionsIn(error.data), error };
    } else if (typeof version === 'string' && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) {
      this.#refusal = { requested: this.#requestedVersion, supported: [version], error: undefined };
    } else {
      this.#refusal = undefined;
    }
  }
}

/** True if `initialize` can begin with this version. */
function isLegacyVersion(version: string): boolean {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

/**
 * The supported versions in the data of an error.
 * Source: MCP specification 2026-07-28, schema, `UnsupportedProtocolVersionError`; 2025-11-25, basic/lifecycle, "Error
 * Handling".
 */
export function versionsIn(data: unknown): readonly string[] {
  return isRecord(data) ? textsIn(data['supported']) : [];
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [];
}

/**
 * True if the server may have received the request and did not respond as a server of the modern era. False for a demand to
 * sign in, after which the era is still unknown.
 */
function isLegacyResponse(failure: unknown): failure is Error {
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
