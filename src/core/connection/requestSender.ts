import { type Client, ProtocolError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { maxTimerMs } from '#core/common/timing.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { lostResponse } from '#core/connection/sdk/observedTransport.ts';
import { unwrapRawResult } from '#core/connection/sdk/rawResult.ts';
import { runOutsideCalls } from '#core/model/callContext.ts';
import type { OfferedTool } from '#core/model/offerings.ts';
import { PausableTimeout, type UserInteractions } from '#core/model/pausableTimeout.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { toolParameterHeaders } from '#core/transport/toolParameterHeaders.ts';
import { isRecord } from '#form/json.ts';
import { refusesSession } from './healthCheck.ts';
import type { ProgressNews, ProgressTokens } from './progressTokens.ts';

export interface RequestOptions {
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: ProgressNews) => void;
}

interface RequestsParts {
  readonly client: Client;
  readonly era: 'legacy' | 'modern';
  /** Arguments of a tool are repeated in headers where it wants that. */
  readonly mirrorsHeaders: boolean;
  readonly questions: UserInteractions;
  /** Looks whether the server is there, and still knows us. */
  readonly checkHealth: () => Promise<void>;
  /** The server does not know its session with us any more. */
  readonly isForgotten: () => boolean;
  readonly progress: ProgressTokens;
  /** The tools as the server lists them now. */
  readonly relist: () => Promise<readonly OfferedTool[]>;
}

export function lostResponseSummary(): string {
  return t('The connection was lost before the server answered.');
}

/** The server disagrees with the headers of a request. Source: MCP specification 2026-07-28, basic, "Error Codes". */
const headerMismatch = -32020;

/** The server has forgotten its session with us, so a request was not sent, or was refused: it was not carried out. */
export class SessionLostError extends HostError {
  /** The request's. */
  readonly method: string;

  constructor(method: string, cause: unknown) {
    const summary = t('The server has forgotten its session with us.');
    super({ name: 'CallFailed', summary, remedy: t('Run it again: a new session is started.') }, { cause });
    this.method = method;
  }
}

/** Sends the requests of one connection. Results come back as they were received. */
export class RequestSender {
  readonly #parts: RequestsParts;

  constructor(parts: RequestsParts) {
    this.#parts = parts;
  }

  /**
   * Sends a request for a call; `tool` is the one that is called. A request that could not be delivered may be the first
   * sign of a server, or a session, that is gone.
   * @throws what the SDK throws: `ProtocolError` with the server's words, `SdkError`, or an error of the transport
   * (SendFailure `notSent` or `refused`); HostError `CallFailed` when the response is lost, whose cause is the SendFailure
   * `unknown` where that is why; `SessionLost` when the request can be sent again.
   */
  async send(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const { client, era, mirrorsHeaders, checkHealth: checkLife, isForgotten } = this.#parts;
    if (isForgotten()) {
      throw new SessionLostError(method, undefined);
    }
    const { onprogress, ...others } = options;
    const watched = onprogress && this.#parts.progress.begin(onprogress);
    const told = watched ? withProgressToken(params, watched.token) : params;
    const sending = { ...others, allowInputRequired: true };
    try {
      return await (mirrorsHeaders && method === 'tools/call'
        ? this.#callWithHeaders(tool, told, sending)
        : client.request({ method, params: told }, unwrapRawResult, sending));
    } catch (error) {
      if (error instanceof ProtocolError && error.data === lostResponse) {
        throw lostCall(error);
      }
      const said = errorInHttpBody(error);
      if (said && era === 'modern') {
        // What the status says of the request is known by it.
        said.cause = error;
        throw said;
      }
      if (error instanceof SendFailure) {
        await checkLife();
      }
      if (isForgotten()) {
        throw refusesSession(error) ? new SessionLostError(method, error) : lostCall(error);
      }
      throw error instanceof SendFailure && error.outcome === 'unknown' ? lostCall(error) : (said ?? error);
    } finally {
      watched?.dispose();
    }
  }

  /**
   * Sends a request that is part of no call, and whose answer takes the server's time only: see `Limit`. It may be the
   * first to find out that the server, or the session, is gone.
   * @throws `ProtocolError` with the server's words, also where they come with an HTTP status; else what the SDK throws.
   * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
   */
  async ask(method: string, params: Record<string, unknown>, ms: number, signal?: AbortSignal): Promise<unknown> {
    const limit = new PausableTimeout(ms, this.#parts.questions);
    const ends = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    const options = { timeout: maxTimerMs, signal: ends };
    const { client, era, checkHealth: checkLife } = this.#parts;
    try {
      return await runOutsideCalls(() => client.request({ method, params }, unwrapRawResult, options));
    } catch (error) {
      const said = errorInHttpBody(error);
      if (error instanceof SendFailure && !(said && era === 'modern')) {
        void checkLife();
      }
      if (said) {
        said.cause = error;
      }
      throw said ?? error;
    } finally {
      limit.dispose();
    }
  }

  /**
   * A server that disagrees with the headers has changed the tool, or it could not be listed before; it has not run it.
   * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Client Behavior".
   */
  async #callWithHeaders(tool: OfferedTool | undefined, params: Record<string, unknown>, options: RequestOptions) {
    const { client, relist } = this.#parts;
    const call = (one: OfferedTool | undefined) => {
      const headers = toolParameterHeaders(one?.inputSchema, params['arguments']);
      return client.request({ method: 'tools/call', params }, unwrapRawResult, { ...options, headers });
    };
    try {
      return await call(tool);
    } catch (error) {
      const said = error instanceof ProtocolError ? error : errorInHttpBody(error);
      if (said?.code !== headerMismatch) {
        throw error;
      }
      const listed = (await relist()).find(({ name }) => name === params['name']);
      if (!listed && !tool) {
        throw error;
      }
      return call(listed ?? tool);
    }
  }
}

/** Parameters of a request whose progress is to be told under `token`. */
export function withProgressToken(params: Readonly<Record<string, unknown>>, token: number): Record<string, unknown> {
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isRecord(meta) ? meta : {}), progressToken: token } };
}

function lostCall(cause: unknown): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: lostResponseSummary(),
      remedy: t('The server may have done it all the same: look before you run it again.'),
    },
    { cause },
  );
}
