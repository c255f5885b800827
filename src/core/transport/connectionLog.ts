import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { LogThrottle } from '#core/common/logThrottle.ts';
import { type MaskedText, maskPrefix } from '#core/common/masking.ts';
import type { SecretMask } from '#core/common/secretMask.ts';
import type { ServerLog } from '#core/common/serverLog.ts';
import { isRecord } from '#form/json.ts';
import { codePointNotation } from '#form/text.ts';
import type { AnswerMask } from './answerMask.ts';
import { isLocalError } from './receivedMessages.ts';
import { tracedMessage } from './tracedMessage.ts';

/** Of a line, in UTF-16 code units. */
const maxLineLength = 10_000;
/** Lines about unread messages that are logged in a second. */
const unreadPerSecond = 20;

/** Colors and weights of a terminal. Source: ECMA-48, 8.3.117 (SGR). */
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

  /** `answers`: what the user answered before, which the server may still print after a restart. */
  constructor(log: ServerLog, secrets: SecretMask, answers: AnswerMask) {
    this.#log = log;
    this.#secrets = secrets;
    this.#answers = answers;
    this.#unread = new LogThrottle(unreadPerSecond, (count) =>
      this.warn(`${count} more messages came within a second that were not read.`),
    );
  }

  sent(message: JSONRPCMessage): void {
    for (const content of answersIn(message)) {
      this.#answers.learn(content);
    }
    if (this.#log.traceEnabled) {
      this.#trace('-->', message, answersIn(message));
    }
  }

  /** The error with which a transport has ended a request is logged as such, not as a message of the server. */
  received(message: JSONRPCMessage): void {
    if (isLocalError(message)) {
      this.info(`The request ${message.id} was ended here: ${message.error.message}`);
    } else if (this.#log.traceEnabled) {
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

  /** Logs that a message was not read: the first of each second, and the number of others. */
  unread(line: string, level: 'info' | 'warn' = 'warn'): void {
    this.#unread.write(() => this[level](line));
  }

  /** Logs a response that no request waits for. */
  ignoredResponse(response: JSONRPCMessage): void {
    if (!isLocalError(response)) {
      this.unread('The server answered a request that nobody waits for any more; the answer was ignored.', 'info');
    }
  }

  /** A text for the log: secrets and answers masked, and cut. */
  clean(line: string): string {
    // Colors are removed first: they could stand inside a secret.
    const kinds = [this.#secrets.maskedValues, this.#answers.maskedValues];
    return cut(maskPrefix(line.replace(terminalColors, ''), kinds, maxLineLength));
  }

  /**
   * Writes a line that `clean` has returned. When the log fails, as on a full disk, the line is lost, but not the message
   * that it is about.
   */
  write(level: 'trace' | 'info' | 'warn' | 'error', line: string): void {
    try {
      // Only the host begins a line of the log.
      this.#log[level](line.replace(unsafeInLine, codePointNotation));
    } catch {
      // There is nowhere to report it.
    }
  }

  #trace(direction: string, message: unknown, answered: readonly unknown[] = []): void {
    const { text, rest, isWhole } = tracedMessage(message, {
      secrets: this.#secrets,
      answers: this.#answers,
      answered,
      shown: maxLineLength,
    });
    const line = isWhole ? cut({ text, rest }) : `${text.slice(0, maxLineLength)}... (and more characters)`;
    this.write('trace', `${direction} ${line}`);
  }
}

/** Cuts a text that is too long, also because markers are longer than what they replace. */
function cut({ text, rest }: MaskedText): string {
  const more = Math.max(0, text.length - maxLineLength) + rest;
  return more > 0 ? `${text.slice(0, maxLineLength)}... (${more} more characters)` : text;
}

/** The `content` of every answer in a message to the server: pushed (`result`) or in a round (`inputResponses`). */
function answersIn(message: JSONRPCMessage): unknown[] {
  if ('result' in message) {
    return [message.result['content']];
  }
  const responses = 'params' in message ? message.params?.['inputResponses'] : undefined;
  return isRecord(responses)
    ? Object.values(responses).map((response) => isRecord(response) && response['content'])
    : [];
}
