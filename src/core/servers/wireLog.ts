import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import { codePoint } from '../../form/text.ts';
import type { ServerLog } from '../ports.ts';
import { isOwnError } from '../transport/messages.ts';
import { type Answers, withholdAll } from './answers.ts';
import type { Secrets } from './secrets.ts';
import { Sparing } from './sparing.ts';

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
  readonly #secrets: Secrets;
  readonly #answers: Answers;
  readonly #unread: Sparing;

  /** `answers`: what this server was told before, which it may still print after a restart. */
  constructor(log: ServerLog, secrets: Secrets, answers: Answers) {
    this.#log = log;
    this.#secrets = secrets;
    this.#answers = answers;
    this.#unread = new Sparing(unreadPerSecond, (count) =>
      this.warn(`${count} more messages came within a second that were not read.`),
    );
  }

  sent(message: JSONRPCMessage): void {
    for (const content of answersIn(message)) {
      this.#answers.learn(content);
    }
    if (this.#log.traceEnabled) {
      this.#trace('-->', withoutAnswers(message));
    }
  }

  /** What a transport has ended a request with is no message of the server's, and is told as what it is. */
  received(message: JSONRPCMessage): void {
    if (isOwnError(message)) {
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
  unwanted(response: JSONRPCMessage): void {
    if (!isOwnError(response)) {
      this.unread('The server answered a request that nobody waits for any more; the answer was ignored.', 'info');
    }
  }

  /** A text fit for the log: no secrets, no answers, not endless. */
  clean(line: string): string {
    // Colors go first: they could stand inside a secret.
    return cut(this.#secrets.mask(this.#answers.withholdIn(line.replace(COLORS, ''))));
  }

  /**
   * Writes a line that is `clean` already. A log that fails, as on a full disk, costs the line and never the message that
   * the line is about.
   */
  write(level: 'trace' | 'info' | 'warn' | 'error', line: string): void {
    try {
      // Nobody but us begins a line of the log.
      this.#log[level](line.replace(NOT_IN_A_LINE, codePoint));
    } catch {
      // There is nowhere left to say it.
    }
  }

  #trace(direction: string, message: unknown): void {
    const text = JSON.stringify(this.#withhold(message));
    this.write('trace', `${direction} ${cut(this.#secrets.mask(text))}`);
  }

  /** The frame of a message says nothing of what is in it: only what the two sides wrote is looked through. */
  #withhold(message: unknown): unknown {
    if (!isRecord(message)) {
      return this.#answers.withhold(message);
    }
    return Object.fromEntries(
      Object.entries(message).map(([key, value]) => [
        key,
        key === 'params' || key === 'result' || key === 'error' ? this.#answers.withhold(value) : value,
      ]),
    );
  }
}

function cut(line: string): string {
  const rest = line.length - maxLineLength;
  return rest > 0 ? `${line.slice(0, maxLineLength)}... (${rest} more characters)` : line;
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

function withoutAnswers(message: JSONRPCMessage): unknown {
  if ('result' in message) {
    return { ...message, result: withoutContent(message.result) };
  }
  const responses = 'params' in message ? message.params?.['inputResponses'] : undefined;
  if (!isRecord(responses) || !('params' in message)) {
    return message;
  }
  const inputResponses = Object.fromEntries(
    Object.entries(responses).map(([key, response]) => [key, withoutContent(response)]),
  );
  return { ...message, params: { ...message.params, inputResponses } };
}

function withoutContent(answer: unknown): unknown {
  return isRecord(answer) && 'content' in answer ? { ...answer, content: withholdAll(answer['content']) } : answer;
}
