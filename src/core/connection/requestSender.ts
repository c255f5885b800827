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
  /** In milliseconds. Absent: no time-out. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

/** The parts of a connection that a RequestSender needs. */
interface SessionState {
  readonly progress: ProgressTokens;
  /** Checks whether the server is reachable and knows the session. */
  readonly checkHealth: () => Promise<void>;
  /** True if the server does not know the session any more. */
  readonly isForgotten: () => boolean;
  /** Lists the tools again and returns them. */
  readonly relistTools: () => Promise<readonly OfferedTool[]>;
}

export function lostResponseSummary(): string {
  return t('The connection was lost before the server answered.');
}

/** The error code for headers that contradict the request. Source: MCP specification 2026-07-28, basic, "Error Codes". */
const headerMismatch = -32020;

/** The error of a request that the server has not carried out, because it has forgotten the session. */
export class SessionLostError extends HostError {
  /** The method of the request. */
  readonly method: string;

  constructor(method: string, cause: unknown) {
    const summary = t('The server no longer knows the session.');
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
   * Sends a request of a call. `tool`: the tool that `tools/call` calls. Checks the server's health if the request cannot be
   * delivered.
   * @throws ProtocolError with the server's message.
   * @throws SdkError, or SendFailure `notSent` or `refused`.
   * @throws HostError `CallFailed` if the response is lost. A SendFailure `unknown` is its cause.
   * @throws SessionLostError if the request can be sent again.
   */
  async send(method: string, params: Record<string, unknown>, options: RequestOptions, tool?: OfferedTool) {
    const { client, era } = this.#context;
    const { progress, checkHealth, isForgotten } = this.#session;
    if (isForgotten()) {
      throw new SessionLostError(method, undefined);
    }
    const { onprogress, timeout = noRequestTimeout, ...otherOptions } = options;
    const progressWatch = onprogress && progress.begin(onprogress);
    const sentParams = progressWatch ? withProgressToken(params, progressWatch.token) : params;
    const requestOptions = { ...otherOptions, timeout, allowInputRequired: true };
    try {
      return await (method === 'tools/call' && repeatsParametersInHeaders(this.#context)
        ? this.#callWithHeaders(tool, sentParams, requestOptions)
        : client.request({ method, params: sentParams }, rawSchema, requestOptions));
    } catch (error) {
      if (error instanceof ProtocolError && error.data === lostResponse) {
        throw lostCall(error);
      }
      const bodyError = errorInHttpBody(error);
      if (bodyError && era === 'modern') {
        // The cause keeps the HTTP status.
        bodyError.cause = error;
        throw bodyError;
      }
      if (error instanceof SendFailure) {
        await checkHealth();
      }
      if (isForgotten()) {
        throw refusesSession(error) ? new SessionLostError(method, error) : lostCall(error);
      }
      throw error instanceof SendFailure && error.outcome === 'unknown' ? lostCall(error) : (bodyError ?? error);
    } finally {
      progressWatch?.dispose();
    }
  }

  /**
   * Sends a request that belongs to no call, and limits the server's time to `ms`. Checks the server's health if the request
   * cannot be delivered.
   * @throws ProtocolError with the server's message, also if the response has an HTTP error status.
   * @throws the other errors of the SDK.
   * Source: MCP specification 2025-11-25, basic/transports, "Session Management".
   */
  async sendOutsideCalls(
    method: string,
    params: Record<string, unknown>,
    ms: number,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { client, era, interactions } = this.#context;
    const limit = new PausableTimeout(ms, interactions);
    const endSignal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
    const options = { timeout: noRequestTimeout, signal: endSignal };
    try {
      return await runOutsideCalls(() => client.request({ method, params }, rawSchema, options));
    } catch (error) {
      const bodyError = errorInHttpBody(error);
      if (error instanceof SendFailure && !(bodyError && era === 'modern')) {
        void this.#session.checkHealth();
      }
      if (bodyError) {
        bodyError.cause = error;
      }
      throw bodyError ?? error;
    } finally {
      limit.dispose();
    }
  }

  /**
   * Calls a tool with its annotated arguments in headers. If the server rejects the headers, it has not run the tool, whose
   * schema has changed or could not be listed before: the tools are listed again and the call is sent a second time.
   * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Client Behavior".
   */
  async #callWithHeaders(
    tool: OfferedTool | undefined,
    params: Record<string, unknown>,
    options: ClientRequestOptions,
  ) {
    const callAs = (annotatedTool: OfferedTool | undefined) => {
      const headers = toolParameterHeaders(annotatedTool?.inputSchema, params['arguments']);
      return this.#context.client.request({ method: 'tools/call', params }, rawSchema, { ...options, headers });
    };
    try {
      return await callAs(tool);
    } catch (error) {
      const refusal = error instanceof ProtocolError ? error : errorInHttpBody(error);
      if (refusal?.code !== headerMismatch) {
        throw error;
      }
      const relistedTool = (await this.#session.relistTools()).find(({ name }) => name === params['name']);
      if (!relistedTool && !tool) {
        throw error;
      }
      return callAs(relistedTool ?? tool);
    }
  }
}

function lostCall(cause: unknown): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: lostResponseSummary(),
      remedy: t('The server may have done it anyway: check before you run it again.'),
    },
    { cause },
  );
}
