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

/** In UTF-16 code units. */
const maxLineLength = 10_000;
/** Messages that were left unread, of which the log tells in a second. */
const unreadPerSecond = 20;

/** Colors and weights of a terminal. Source: ECMA-48, 8.3.117 (SGR). */
const COLORS = /\p{Cc}\[[\d;:]*m/gu;
/** What would begin another line, be obeyed instead of shown, or turn the direction of the line. A tab may stay. */
const NOT_IN_A_LINE = /(?!\t)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * What one connection writes into its server's log. Secrets are masked and answers withheld in every line, whatever its
 * level; protocol messages, one line each, are formatted only while somebody traces.
 */
export class WireLog {
  readonly #log: ServerLog;
  readonly #secrets: SecretMask;
  readonly #answers: AnswerMask;
  readonly #unread: LogThrottle;

  /** `answers`: what this server was told before, which it may still print after a restart. */
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

  /** What a transport has ended a request with is no message of the server's, and is told as what it is. */
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

  /** Says of a message that it was left unread; of many in a second it says how many. */
  unread(line: string, level: 'info' | 'warn' = 'warn'): void {
    this.#unread.write(() => this[level](line));
  }

  /** Says of a response that nobody waits for it. */
  ignoredResponse(response: JSONRPCMessage): void {
    if (!isLocalError(response)) {
      this.unread('The server answered a request that nobody waits for any more; the answer was ignored.', 'info');
    }
  }

  /** A text fit for the log: no secrets, no answers, not endless. */
  clean(line: string): string {
    // Colors go first: they could stand inside a secret.
    const kinds = [this.#secrets.maskedValues, this.#answers.maskedValues];
    return cut(maskPrefix(line.replace(COLORS, ''), kinds, maxLineLength));
  }

  /**
   * Writes a line that is `clean` already. A log that fails, as on a full disk, costs the line and never the message that
   * the line is about.
   */
  write(level: 'trace' | 'info' | 'warn' | 'error', line: string): void {
    try {
      // Nobody but us begins a line of the log.
      this.#log[level](line.replace(NOT_IN_A_LINE, codePointNotation));
    } catch {
      // There is nowhere left to say it.
    }
  }

  #trace(direction: string, message: unknown, given: readonly unknown[] = []): void {
    const { text, rest, isWhole } = tracedMessage(message, {
      secrets: this.#secrets,
      answers: this.#answers,
      given,
      shown: maxLineLength,
    });
    const line = isWhole ? cut({ text, rest }) : `${text.slice(0, maxLineLength)}... (and more characters)`;
    this.write('trace', `${direction} ${line}`);
  }
}

/** Markers can be longer than what they stand for. */
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
