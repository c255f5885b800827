import { constants } from 'node:os';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { errorText, type Failure, HostError } from '#core/common/errors.ts';
import { OversizedMessageError } from '#core/common/messageLimits.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { isTimeout } from '#core/model/pausableTimeout.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import type { ProcessExit } from '#core/transport/stdio/processGroup.ts';
import { quotation } from '#form/text.ts';

/** The state of a stdio server's process when its connection has ended. */
interface ProcessEnd {
  readonly exit: ProcessExit | undefined;
  /** Why the host ended the process, as a sentence. */
  readonly fault?: string;
  /** The last lines of stderr, oldest first. */
  readonly stderr: readonly string[];
}

/** Why a stdio server did not start. */
export function explainStdioStart(name: string, spec: LaunchSpec, error: unknown, end: ProcessEnd): Failure {
  if (error instanceof HostError) {
    return error;
  }
  const command = spec.type === 'stdio' ? spec.command : '';
  const code = systemErrorCode(error);
  const base = { name: 'ServerFailedToStart', detail: stderrText(end) } as const;
  if (code === 'ENOENT') {
    return {
      ...base,
      summary: t('"{0}" could not be started: the command {1} was not found.', name, command),
      remedy: t('Check that `{0}` is installed and on PATH.', command),
    };
  }
  if (code === 'EACCES') {
    return {
      ...base,
      summary: t('"{0}" could not be started: {1} may not be executed.', name, command),
      remedy: t('Check the permissions of `{0}`.', command),
    };
  }
  if (code === 'EINVAL') {
    return {
      ...base,
      summary: t('"{0}" could not be started: Windows could take one of its arguments for a command.', name),
      remedy: t('Use a program (.exe) in place of {0}, or leave quotation marks out of the arguments.', command),
    };
  }
  if (end.fault) {
    return {
      ...base,
      summary: t('"{0}" could not be started: {1}', name, end.fault),
      remedy: t("Check its command and arguments; the server's log has its output."),
    };
  }
  if (end.exit) {
    return {
      ...base,
      summary: t('"{0}" ended before it was ready ({1}).', name, describeExit(end.exit)),
      remedy: t("Check its command and arguments; the server's log has its output."),
    };
  }
  if (isTimeout(error)) {
    return {
      ...base,
      summary: t('"{0}" was started but did not answer.', name),
      remedy: t('Check that the command starts an MCP server that speaks over standard input and output.'),
    };
  }
  return {
    ...base,
    summary: t('"{0}" could not be started: {1}', name, reasonOf(error)),
    remedy: t("Look at the server's log."),
  };
}

/** Why the connection to a stdio server ended. */
export function explainCrash(name: string, end: ProcessEnd): Failure {
  const crashSummary = end.exit
    ? t('"{0}" ended unexpectedly ({1}).', name, describeExit(end.exit))
    : t('"{0}" ended unexpectedly.', name);
  return {
    name: 'ServerCrashed',
    summary: end.fault ? t('"{0}" was ended. {1}', name, end.fault) : crashSummary,
    remedy: t("Start it again; the server's log has its last output."),
    detail: stderrText(end),
  };
}

/**
 * Why the connection to an HTTP server ended. `isSessionOver`: true if another session can begin. An
 * HTTP+SSE session is over when its stream has ended, a Streamable HTTP session when the server does not know it any more.
 */
export function explainHttpLoss(
  name: string,
  { url }: { readonly url: string },
  type: 'http' | 'sse',
  error: unknown,
  isSessionOver: boolean,
): Failure {
  if (isSessionOver && type === 'sse') {
    return {
      name: 'ServerUnreachable',
      summary: t('The connection to "{0}" broke.', name),
      remedy: t('Try again: it is connected again.'),
    };
  }
  return isSessionOver
    ? {
        name: 'ServerUnreachable',
        summary: t('"{0}" no longer knows the session; it was probably restarted.', name),
        remedy: t('Try again: a new session is started.'),
      }
    : explainUnreachable(name, url, error);
}

/** Why the host ended the connection to an HTTP server. `fault`: the reason, as a sentence. */
export function explainHostEnded(name: string, fault: string): Failure {
  return {
    name: 'ServerUnreachable',
    summary: t('The connection to "{0}" was ended. {1}', name, fault),
    remedy: t('Start it again. If this happens again, the server has a fault.'),
  };
}

/** Why an HTTP server could not be reached. */
export function explainUnreachable(name: string, url: string, error: unknown): Failure {
  const oversized = oversizedIn(error);
  if (oversized) {
    const { summary, remedy } = oversized;
    return { name: 'ServerUnreachable', summary, ...(remedy && { remedy }) };
  }
  if (error instanceof HostError) {
    return error;
  }
  const origin = originOf(url);
  const status = httpStatusOf(error);
  if (status !== undefined) {
    return {
      name: 'ServerUnreachable',
      summary: t('"{0}" at {1} answered with HTTP status {2}.', name, origin, status),
      remedy: httpStatusRemedy(status),
      detail: reasonOf(error),
    };
  }
  if (isTimeout(error)) {
    return {
      name: 'ServerUnreachable',
      summary: t('"{0}" at {1} did not answer in time.', name, origin),
      remedy: t('Check the URL, and that the server is running.'),
    };
  }
  const code = systemErrorCode(error);
  if (code === undefined && isUnexpectedResponse(error)) {
    return {
      name: 'ServerUnreachable',
      summary: t('"{0}" at {1} answered, but not as an MCP server.', name, origin),
      remedy: t('Check the URL: it has to be that of the MCP endpoint.'),
      detail: reasonOf(error),
    };
  }
  const reason = code === undefined ? undefined : (connectionErrorText(code) ?? code);
  return {
    name: 'ServerUnreachable',
    summary: reason
      ? t('"{0}" at {1} could not be reached: {2}.', name, origin, reason)
      : t('"{0}" at {1} could not be reached.', name, origin),
    remedy: t('Check the URL, and that the server is running.'),
    detail: reasonOf(error),
  };
}

/** The text for a system error code of a connection; `undefined` for a code that means nothing to the user. */
function connectionErrorText(code: string): string | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return t('the connection was refused');
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return t('the connection was cut');
    case 'ENOTFOUND':
      return t('no such host');
    case 'EAI_AGAIN':
      return t('the name of the host could not be looked up');
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return t('the connection timed out');
    case 'EHOSTUNREACH':
      return t('there is no way to that host');
    case 'ENETUNREACH':
      return t('there is no network');
    case 'CERT_HAS_EXPIRED':
      return t('its certificate has expired');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return t('its certificate is not trusted');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return t('its certificate is for another name');
    default:
      return undefined;
  }
}

/** The remedy for a response with this HTTP status. */
export function httpStatusRemedy(status: number): string {
  if (status === 401 || status === 403) {
    return t('The server requires other credentials: check "headers" in the entry.');
  }
  if (status === 429) {
    return t('The server has had too many requests; try again later.');
  }
  if (status >= 300 && status < 400) {
    return t('The server has moved: write the URL that it names into the entry.');
  }
  return status >= 500 ? t('The server has a problem; try again later.') : t('Check the URL.');
}

/** Text such as "exit code 3" or "ended by SIGKILL". A shell reports a signal as 128 + its number. */
function describeExit({ code, signal }: ProcessExit): string {
  const number = (code ?? 0) - 128;
  const name = signal ?? Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return name ? t('ended by {0}', name) : t('exit code {0}', String(code));
}

function stderrText({ stderr }: ProcessEnd): string | undefined {
  return stderr.length > 0 ? stderr.join('\n') : undefined;
}

/**
 * The message of an error on one line, at most 500 characters, or a text that says that there is none. That of a server is quoted,
 * so that it does not read like a sentence of this extension.
 */
export function reasonOf(error: unknown): string {
  const reason = errorText(error, 500);
  if (reason === '') {
    return t('No reason was given.');
  }
  return error instanceof ProtocolError ? quotation(reason) : reason;
}

/** The OversizedMessageError among an error, its causes and their `data`; `undefined` if there is none. */
export function oversizedIn(error: unknown): OversizedMessageError | undefined {
  return errorAndCauses(error)
    .map((cause) => (cause instanceof ProtocolError ? cause.data : cause))
    .find((cause) => cause instanceof OversizedMessageError);
}

/**
 * True if the HTTP status says that the URL does not accept the message. A server that supports only HTTP+SSE responds so.
 * Source: MCP specification, basic/transports, "Backwards Compatibility".
 */
export function isRefusedByUrl(error: unknown): boolean {
  return [400, 404, 405].includes(httpStatusOf(error) ?? 0);
}

/** The HTTP status in an error or one of its causes; `undefined` if there was no response. */
export function httpStatusOf(error: unknown): number | undefined {
  return errorAndCauses(error)
    .map((cause) => (cause instanceof SdkHttpError || cause instanceof SendFailure ? cause.status : undefined))
    .find((status) => status !== undefined);
}

/** The first system error code (ECONNREFUSED and the like) among an error and its causes. */
function systemErrorCode(error: unknown): string | undefined {
  return errorAndCauses(error)
    .map((cause) => (cause instanceof Error && 'code' in cause ? cause.code : undefined))
    .find(
      (code): code is string =>
        typeof code === 'string' && (/^E[A-Z]+$/.test(code) || connectionErrorText(code) !== undefined),
    );
}

/** True if there was a response, but none of an MCP server: a web page, other JSON, a refusal. */
function isUnexpectedResponse(error: unknown): boolean {
  const errors = errorAndCauses(error);
  const isUndelivered = errors.some((cause) => cause instanceof TypeError && cause.message === 'fetch failed');
  const isResponse = (cause: unknown) =>
    cause instanceof ProtocolError || (cause instanceof SdkError && isNotMcp(cause.code));
  return !isUndelivered && errors.some(isResponse);
}

function isNotMcp(code: SdkErrorCode): boolean {
  return code === SdkErrorCode.EraNegotiationFailed || code === SdkErrorCode.ClientHttpUnexpectedContent;
}

function errorAndCauses(error: unknown, depth = 0): unknown[] {
  return error instanceof Error && depth < 8 ? [error, ...errorAndCauses(error.cause, depth + 1)] : [error];
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}
