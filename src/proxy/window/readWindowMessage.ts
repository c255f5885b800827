import type { AnswerBody, AnswerResult, Challenge, Welcome, WindowMessage } from '#agentProtocol/messages.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a line of a window that was authenticated; `undefined` if it is none that this version knows. */
export function readWindowMessage(line: string): WindowMessage | undefined {
  const message = parse(line);
  switch (message?.['type']) {
    case 'answer': {
      const { id, number, answer } = message;
      const body = readAnswer(answer);
      return typeof id === 'string' && isNumber(number) && body
        ? { type: 'answer', id, number, answer: body }
        : undefined;
    }
    case 'stopCall':
      return typeof message['call'] === 'string' ? { type: 'stopCall', call: message['call'] } : undefined;
    case 'presence': {
      const { id, present } = message;
      return isNumber(id) && typeof present === 'boolean' ? { type: 'presence', id, present } : undefined;
    }
    case 'closing':
      return { type: 'closing', reason: message['reason'] === 'disabled' ? 'disabled' : 'window' };
    default:
      return undefined;
  }
}

export function parseChallenge(line: string): Challenge | undefined {
  const { type, protocol, oldestProtocol, nonce } = parse(line) ?? {};
  const isChallenge =
    type === 'challenge' && isNumber(protocol) && isNumber(oldestProtocol) && typeof nonce === 'string';
  return isChallenge ? { type, protocol, oldestProtocol, nonce } : undefined;
}

export function parseWelcome(line: string): Welcome | undefined {
  const { type, protocol, mac, window, present, keepMs } = parse(line) ?? {};
  const isWelcome =
    type === 'welcome' &&
    isNumber(protocol) &&
    typeof mac === 'string' &&
    typeof window === 'string' &&
    typeof present === 'boolean' &&
    isNumber(keepMs);
  return isWelcome ? { type, protocol, mac, window, present, keepMs } : undefined;
}

function readAnswer(value: unknown): AnswerBody | undefined {
  if (!isFields(value)) return undefined;
  switch (value['kind']) {
    case 'result': {
      const result = readResult(value['result']);
      return result && { kind: 'result', result };
    }
    case 'responses': {
      const entries = Object.entries(isFields(value['responses']) ? value['responses'] : {});
      const responses = entries.map(([key, response]) => [key, readResult(response)] as const);
      return responses.some(([, response]) => !response)
        ? undefined
        : { kind: 'responses', responses: Object.fromEntries(responses) as Record<string, AnswerResult> };
    }
    case 'error':
      return readError(value['error']);
    case 'endCall':
      return typeof value['message'] === 'string' ? { kind: 'endCall', message: value['message'] } : undefined;
    case 'repeat':
    case 'elsewhere':
      return { kind: value['kind'] };
    default:
      return undefined;
  }
}

function readResult(value: unknown): AnswerResult | undefined {
  if (!isFields(value)) return undefined;
  const { action, content } = value;
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return undefined;
  return content === undefined || isFields(content) ? { action, content } : undefined;
}

function readError(value: unknown): AnswerBody | undefined {
  const { code, message, data } = isFields(value) ? value : {};
  const isError = isNumber(code) && typeof message === 'string';
  return isError ? { kind: 'error', error: { code, message, data } } : undefined;
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
