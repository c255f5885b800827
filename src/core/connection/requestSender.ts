import { ProtocolError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { lostResponse } from '#core/connection/sdk/lostResponses.ts';
import { type ProgressTokens, withProgressToken } from '#core/connection/sdk/progressTokens.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import type { Progress } from '#core/model/call.ts';
import { runOutsideCalls } from '#core/model/callContext.ts';
import type { OfferedTool } from '#core/model/offerings.ts';
import { PausableTimeout } from '#core/model/pausableTimeout.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { toolParameterHeaders } from '#core/transport/toolParameterHeaders.ts';
import { type ConnectionContext, repeatsParametersInHeaders } from './connectionContext.ts';
import { refusesSession } from './healthCheck.ts';

type ClientRequestOptions = NonNullable<Parameters<ConnectionContext['client']['request']>[2]>;

export interface RequestOptions {
  /** In milliseconds; absent: none. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

/** What a RequestSender needs of its connection. */
interface SessionState {
  readonly progress: ProgressTokens;
  /** Checks whether the server is there and knows the session. */
  readonly checkHealth: () => Promise<void>;
  /** The server does not know the session any more. */
  readonly isForgotten: () => boolean;
  /** Resolves with the tools as the server lists them now. */
  readonly relistTools: () => Promise<readonly OfferedTool[]>;
}

export function lostResponseSummary(): string {
  return t('The connection was lost before the server answered.');
}

/** The server disagrees with the headers of a request. Source: MCP specification 2026-07-28, basic, "Error Codes". */
const headerMismatch = -32020;

/** The server has forgotten the session, so a request was not sent or was refused: it was not carried out. */
export class SessionLostError extends HostError {
  /** The method of the request. */
  readonly method: string;

  constructor(method: string, cause: unknown) {
    const summary = t('The server has forgotten its session with us.');
    super({ name: 'CallFailed', summary, remedy: t('Run it again: a new session is started.') }, { cause });
    this.method = method;
  }
}

/** Sends the requests of one connection. Results are returned as received. */
export class RequestSender {
  readonly #context: ConnectionContext;
  readonly #session: SessionState;

  constructor(context: ConnectionContext, session: SessionState) {
    this.#context = context;
    this.#session = session;
  }

  /**
   * Sends a request of a call. `tool`: the one that is called. Checks the server's health when the request cannot be
   * delivered.
   * @throws what the SDK throws: `ProtocolError` with the server's message, `SdkError`, or an error of the transport
   * (SendFailure `notSent` or `refused`); HostError `CallFailed` when the response is lost, with the SendFailure `unknown`
   * as its cause where there is one; SessionLostError when the request can be sent again.
   */
  async send(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const { client, era } = this.#context;
    const { progress, checkHealth, isForgotten } = this.#session;
    if (isForgotten()) {
      throw new SessionLostError(method, undefined);
    }
    const { onprogress, timeout = noRequestTimeout, ...others } = options;
    const watched = onprogress && progress.begin(onprogress);
    const complete = watched ? withProgressToken(params, watched.token) : params;
    const sending = { ...others, timeout, allowInputRequired: true };
    try {
      return await (method === 'tools/call' && repeatsParametersInHeaders(this.#context)
        ? this.#callWithHeaders(tool, complete, sending)
        : client.request({ method, params: complete }, rawSchema, sending));
    } catch (error) {
      if (error instanceof ProtocolError && error.data === lostResponse) {
        throw lostCall(error);
      }
      const inBody = errorInHttpBody(error);
      if (inBody && era === 'modern') {
        // The cause keeps the HTTP status.
        inBody.cause = error;
        throw inBody;
      }
      if (error instanceof SendFailure) {
        await checkHealth();
      }
      if (isForgotten()) {
        throw refusesSession(error) ? new SessionLostError(method, error) : lostCall(error);
      }
      throw error instanceof SendFailure && error.outcome === 'unknown' ? lostCall(error) : (inBody ?? error);
    } finally {
      watched?.dispose();
    }
  }

  /**
   * Sends a request that belongs to no call, and limits the server's time to `ms`. Checks the server's health when the
   * request cannot be delivered.
   * @throws `ProtocolError` with the server's message, also where it comes with an HTTP status; else what the SDK throws.
   * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
   */
  async ask(method: string, params: Record<string, unknown>, ms: number, signal?: AbortSignal): Promise<unknown> {
    const { client, era, interactions } = this.#context;
    const limit = new PausableTimeout(ms, interactions);
    const ends = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    const options = { timeout: noRequestTimeout, signal: ends };
    try {
      return await runOutsideCalls(() => client.request({ method, params }, rawSchema, options));
    } catch (error) {
      const inBody = errorInHttpBody(error);
      if (error instanceof SendFailure && !(inBody && era === 'modern')) {
        void this.#session.checkHealth();
      }
      if (inBody) {
        inBody.cause = error;
      }
      throw inBody ?? error;
    } finally {
      limit.dispose();
    }
  }

  /**
   * Calls a tool with its annotated arguments in headers. A server that disagrees with the headers has not run the tool: the
   * tool has changed, or could not be listed before. Then the tools are listed again and the call is sent once more.
   * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Client Behavior".
   */
  async #callWithHeaders(
    tool: OfferedTool | undefined,
    params: Record<string, unknown>,
    options: ClientRequestOptions,
  ) {
    const call = (listed: OfferedTool | undefined) => {
      const headers = toolParameterHeaders(listed?.inputSchema, params['arguments']);
      return this.#context.client.request({ method: 'tools/call', params }, rawSchema, { ...options, headers });
    };
    try {
      return await call(tool);
    } catch (error) {
      const refusal = error instanceof ProtocolError ? error : errorInHttpBody(error);
      if (refusal?.code !== headerMismatch) {
        throw error;
      }
      const listed = (await this.#session.relistTools()).find(({ name }) => name === params['name']);
      if (!listed && !tool) {
        throw error;
      }
      return call(listed ?? tool);
    }
  }
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
