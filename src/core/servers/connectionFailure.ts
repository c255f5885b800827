import { constants } from 'node:os';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import { inOneLine } from '../../form/text.ts';
import { type Failure, HostError } from '../errors.ts';
import type { LaunchSpec } from './definition.ts';
import { readNotStarted } from './launchFailure.ts';
import { isTimeout } from './limits.ts';
import type { Exit } from './stdioTransport.ts';

const stderrLines = 20;

/** What is known of a stdio server's process when its connection ends. */
export interface ProcessEnd {
  readonly exit: Exit | undefined;
  /** Why we ended it of our own accord, as half a sentence. */
  readonly fault?: string;
  /** The last lines of stderr, oldest first. */
  readonly stderr: readonly string[];
}

/** Why a stdio server did not come up. */
export function explainStdioStart(name: string, spec: LaunchSpec, error: unknown, end: ProcessEnd): Failure {
  if (error instanceof HostError) {
    return error;
  }
  const command = spec.type === 'stdio' ? spec.command : '';
  const code = readNotStarted(end.stderr.at(-1)) ?? codeOf(error);
  const base = { name: 'ServerFailedToStart', detail: detailOf(end) } as const;
  if (code === 'ENOENT') {
    return {
      ...base,
      summary: `"${name}" could not be started: the command ${command} was not found.`,
      remedy: `Check that \`${command}\` is installed and on PATH.`,
    };
  }
  if (code === 'EACCES') {
    return {
      ...base,
      summary: `"${name}" could not be started: ${command} may not be executed.`,
      remedy: `Check the permissions of \`${command}\`.`,
    };
  }
  if (end.exit) {
    return {
      ...base,
      summary: `"${name}" ended before it was ready (${describeExit(end.exit)}).`,
      remedy: "Check its command and arguments; the server's log has its output.",
    };
  }
  if (isTimeout(error)) {
    return {
      ...base,
      summary: `"${name}" was started but did not answer.`,
      remedy: 'Check that the command starts an MCP server that speaks over standard input and output.',
    };
  }
  return {
    ...base,
    summary: `"${name}" could not be started: ${messageOf(error)}`,
    remedy: "Look at the server's log.",
  };
}

/** A running stdio server that ended. */
export function explainCrash(name: string, end: ProcessEnd): Failure {
  const how = end.exit ? `"${name}" ended unexpectedly (${describeExit(end.exit)}).` : `"${name}" ended unexpectedly.`;
  return {
    name: 'ServerCrashed',
    summary: end.fault ? `"${name}" was ended because ${end.fault}.` : how,
    remedy: "Start it again; the server's log has its last output.",
    detail: detailOf(end),
  };
}

/** Why an HTTP server that was connected is not any more. `forgotten`: it is there, and does not know us any more. */
export function explainLoss(name: string, url: string, error: unknown, forgotten: boolean): Failure {
  return forgotten
    ? {
        name: 'ServerUnreachable',
        summary: `"${name}" does not know its session with us any more; it was probably restarted.`,
        remedy: 'Try again: a new session is started.',
      }
    : explainUnreachable(name, url, error);
}

/** Why an HTTP server could not be reached. */
export function explainUnreachable(name: string, url: string, error: unknown): Failure {
  if (error instanceof HostError) {
    return error;
  }
  const where = originOf(url);
  const status = statusOf(error);
  if (status !== undefined) {
    return {
      name: 'ServerUnreachable',
      summary: `"${name}" at ${where} answered with HTTP status ${status}.`,
      remedy: remedyFor(status),
      detail: messageOf(error),
    };
  }
  if (isTimeout(error)) {
    return {
      name: 'ServerUnreachable',
      summary: `"${name}" at ${where} did not answer in time.`,
      remedy: 'Check the URL, and that the server is running.',
    };
  }
  const code = codeOf(error);
  if (code === undefined && hasAnswered(error)) {
    return {
      name: 'ServerUnreachable',
      summary: `"${name}" at ${where} answered, but not as an MCP server does.`,
      remedy: 'Check the URL: it has to be that of the MCP endpoint.',
      detail: messageOf(error),
    };
  }
  const reason = code === undefined ? undefined : (connectionErrors[code] ?? code);
  return {
    name: 'ServerUnreachable',
    summary: `"${name}" at ${where} could not be reached${reason ? `: ${reason}` : ''}.`,
    remedy: 'Check the URL, and that the server is running.',
    detail: messageOf(error),
  };
}

/** Why a call came to no result. */
export function explainCall(error: unknown): HostError {
  if (error instanceof HostError) {
    return error;
  }
  if (error instanceof ProtocolError) {
    return new HostError(
      { name: 'CallFailed', summary: messageOf(error), detail: `JSON-RPC error ${error.code}` },
      { cause: error },
    );
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) {
    return new HostError(
      {
        name: 'CallFailed',
        summary: 'The server answered with a result that does not follow the protocol.',
        remedy: 'The server has to be corrected.',
        detail: messageOf(error),
      },
      { cause: error },
    );
  }
  return new HostError({ name: 'CallFailed', summary: messageOf(error) }, { cause: error });
}

const connectionErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

function remedyFor(status: number): string {
  if (status === 401 || status === 403) {
    return 'The server wants other credentials: check "headers" in the entry.';
  }
  if (status === 429) {
    return 'The server has had too many requests; try again later.';
  }
  if (status >= 300 && status < 400) {
    return 'The server is somewhere else: put the URL that it names into the entry.';
  }
  return status >= 500 ? 'The server has a problem of its own; try again later.' : 'Check the URL.';
}

/** "exit code 3", "ended by SIGKILL": the launcher passes a signal on as 128 + its number. */
function describeExit({ code, signal }: Exit): string {
  const number = (code ?? 0) - 128;
  const name = signal ?? Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
  return name ? `ended by ${name}` : `exit code ${code}`;
}

function detailOf({ stderr }: ProcessEnd): string | undefined {
  const lines = stderr.slice(-stderrLines);
  return lines.length > 0 ? lines.join('\n') : undefined;
}

function messageOf(error: unknown): string {
  return inOneLine(error instanceof Error ? error.message : String(error), 500) || 'No reason was given.';
}

/** The HTTP status that an error, or one of its causes, is about. */
export function statusOf(error: unknown): number | undefined {
  return chain(error)
    .map((part) => (part instanceof SdkHttpError ? part.status : part instanceof SseError ? part.code : undefined))
    .find((status) => status !== undefined);
}

/** The first system error code (ECONNREFUSED and the like) among an error and its causes. */
function codeOf(error: unknown): string | undefined {
  return chain(error)
    .map((part) => (part instanceof Error && 'code' in part ? part.code : undefined))
    .find((code): code is string => typeof code === 'string' && (/^E[A-Z]+$/.test(code) || code in connectionErrors));
}

/** True when an HTTP exchange was broken off, so that nobody knows how far it got. */
export function isBrokenOff(error: unknown): boolean {
  return (error instanceof TypeError && error.message === 'fetch failed') || codeOf(error) !== undefined;
}

/** True when there was an answer, though none of the protocol's: a web page, other JSON. */
function hasAnswered(error: unknown): boolean {
  const parts = chain(error);
  const undelivered = parts.some((part) => part instanceof TypeError && part.message === 'fetch failed');
  return !undelivered && parts.some((part) => part instanceof SdkError && notMcp.has(part.code));
}

const notMcp: ReadonlySet<string> = new Set([
  SdkErrorCode.EraNegotiationFailed,
  SdkErrorCode.ClientHttpUnexpectedContent,
]);

function chain(error: unknown, depth = 0): unknown[] {
  return error instanceof Error && depth < 8 ? [error, ...chain(error.cause, depth + 1)] : [error];
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}
