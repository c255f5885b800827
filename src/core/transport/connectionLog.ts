import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { LogThrottle } from '#core/common/logThrottle.ts';
import { type MaskedText, maskPrefix } from '#core/common/masking.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import type { ServerLog } from '#core/common/serverLog.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { codePointNotation } from '#form/text.ts';
import type { AnswerMask } from './answerMask.ts';
import { isLocalError } from './receivedMessages.ts';
import { tracedMessage } from './tracedMessage.ts';

/** UTF-16 code units of a line. */
const maxLineLength = 10_000;
/** Lines about unread messages that are logged in a second. */
const unreadPerSecond = 20;

/** The escape sequences for colours and weights in a terminal. Source: ECMA-48, 8.3.117 (SGR). */
const terminalColors = /\p{Cc}\[[\d;:]*m/gu;
/** Characters that begin another line, control a terminal, or change the direction of text. A tab may stay. */
const unsafeInLine = /(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Writes the log of one connection. Secrets and answers are masked in every line. Protocol messages, one line each, are
 * formatted only while tracing is enabled.
 */
export class ConnectionLog {
  readonly #log: ServerLog;
  readonly #secrets: SecretMask;
  readonly #answers: AnswerMask;
  readonly #unread: LogThrottle;
  readonly #user: string | undefined;

  /**
   * @param answers earlier answers of the user, which the server may still print after a restart
   * @param user the name of the agent whose connection it is, which stands before each message; absent for the host's own
   */
  constructor(log: ServerLog, secrets: SecretMask, answers: AnswerMask, user?: string) {
    this.#log = log;
    this.#secrets = secrets;
    this.#answers = answers;
    this.#user = user;
    this.#unread = new LogThrottle(unreadPerSecond, (count) =>
      this.warn(`${count} more messages came within a second that were not read.`),
    );
  }

  logSent(message: JSONRPCMessage): void {
    for (const content of answerContentsIn(message)) {
      this.#answers.remember(content);
    }
    if (this.#log.traceEnabled) {
      this.#trace('-->', message, answerContentsIn(message));
    }
  }

  /** Logs a message of the server. The error with which a transport has ended a request is logged as the host's. */
  logReceived(message: JSONRPCMessage): void {
    if (isLocalError(message)) {
      this.info(`The host ended request ${message.id}: ${message.error.message}`);
    } else if (this.#log.traceEnabled) {
      this.#trace('<--', message);
    }
  }

  /** Logs a message of the server that passes as it is written. `json`: the message. */
  logPassing(json: string): void {
    const message = this.#log.traceEnabled ? tryParseJson(json) : undefined;
    if (message !== undefined) {
      this.#trace('<--', message);
    }
  }

  info(line: string): void {
    this.write('info', this.clean(line));
  }

  warn(line: string): void {
    this.write('warn', this.clean(line));
  }

  error(line: string): void {
    this.write('error', this.clean(line));
  }

  /** Logs that a message was not read: the first such messages of each second, and the number of the others. */
  logUnread(line: string, level: 'info' | 'warn' = 'warn'): void {
    this.#unread.write(() => this[level](line));
  }

  /** Logs that a response was ignored because no request waits for it. */
  logIgnoredResponse(response: JSONRPCMessage): void {
    if (!isLocalError(response)) {
      this.logUnread('The server sent a response that no request waits for; it was ignored.', 'info');
    }
  }

  /** Masks secrets and answers in a line, removes the colours of a terminal, and cuts the line. */
  clean(line: string): string {
    // Colours are removed first: they could stand inside a secret.
    const kinds = [this.#secrets.maskedValues, this.#answers.maskedValues];
    return cut(maskPrefix(line.replace(terminalColors, ''), kinds, maxLineLength));
  }

  /**
   * Writes a line that `clean` has returned. If the log fails, for example on a full disk, the line is lost; nothing is
   * thrown, so that the logged message is still processed.
   */
  write(level: 'trace' | 'info' | 'warn' | 'error', line: string): void {
    try {
      // Line breaks are escaped: only the host may begin a line of the log.
      this.#log[level](line.replace(unsafeInLine, codePointNotation));
    } catch {
      // A failure of the log cannot be logged.
    }
  }

  #trace(direction: string, message: unknown, answerContents: readonly unknown[] = []): void {
    const { text, rest, isWhole } = tracedMessage(message, {
      secrets: this.#secrets,
      answers: this.#answers,
      answerContents,
      shownLength: maxLineLength,
    });
    const line = isWhole ? cut({ text, rest }) : `${text.slice(0, maxLineLength)}... (and more characters)`;
    this.write('trace', [this.#user, direction, line].filter((part) => part !== undefined).join(' '));
  }
}

/** Cuts a text that is too long; masking may have made it longer. */
function cut({ text, rest }: MaskedText): string {
  const more = Math.max(0, text.length - maxLineLength) + rest;
  return more > 0 ? `${text.slice(0, maxLineLength)}... (${more} more characters)` : text;
}

/** The `content` of every answer in a message to the server: of a pushed request (`result`) or a round (`inputResponses`). */
function answerContentsIn(message: JSONRPCMessage): unknown[] {
  if ('result' in message) {
    return [message.result['content']];
  }
  const responses = 'params' in message ? message.params?.['inputResponses'] : undefined;
  return isRecord(responses)
    ? Object.values(responses).map((response) => isRecord(response) && response['content'])
    : [];
}
