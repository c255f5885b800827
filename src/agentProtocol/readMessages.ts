import type {
  AgentCall,
  Answer,
  AnswerBody,
  AnswerError,
  AnswerResult,
  Ask,
  AskedRequest,
  CallEnded,
  CallState,
  Challenge,
  ClientMessage,
  Closing,
  Complete,
  Hello,
  HelloBody,
  Presence,
  Probe,
  Receipt,
  StopCall,
  Welcome,
  WindowMessage,
  Withdraw,
} from './agentMessages.ts';
import { maxHelloBytes, maxLineBytes, maxLineValues } from './agentMessages.ts';
import { clientIdPattern, windowIdPattern } from './homeFolder.ts';
import { hasMoreValues } from './jsonSize.ts';
import {
  amount,
  anyValue,
  flag,
  integerFrom,
  listOf,
  mapOf,
  objectWith,
  oneOfTexts,
  optional,
  readJsonText,
  taggedBy,
  textLike,
  textUpTo,
} from './messageValues.ts';

/**
 * The lengths that texts may have, in UTF-16 code units. A message with a longer text is not read, so its sender shortens
 * the texts that are only shown, and does not send the others.
 */
export const maxTextLengths = {
  /** The ids of sessions, requests and calls. */
  id: 200,
  /** The names of servers, and their versions. */
  name: 200,
  /** The name of a tool or prompt, or the URI of a resource. */
  target: 8000,
  /** The id of a URL request, as the server sent it. */
  elicitationId: 10_000,
  /** A sentence for the agent or the server. */
  sentence: 4000,
} as const;

/** The number of calls that one request may name. */
export const maxNamedCalls = 100;

type Asked<K extends AskedRequest['kind']> = Extract<AskedRequest, { kind: K }>;
type Body<K extends AnswerBody['kind']> = Extract<AnswerBody, { kind: K }>;

const version = integerFrom(1);
const count = integerFrom();
/** 32 bytes in base64url. */
const digest = textLike(/^[\w-]{43}$/);
const id = textLike(new RegExp(`^[^]{1,${maxTextLengths.id}}$`));
const name = textUpTo(maxTextLengths.name);
/** The line of a hello bounds its texts together. */
const textInHello = textUpTo(maxHelloBytes);
const sentence = textUpTo(maxTextLengths.sentence);
const callKind = oneOfTexts('tool', 'prompt', 'resource');

const challenge = objectWith<Challenge>({
  type: oneOfTexts('challenge'),
  // Any number: the reader tells which end is older.
  protocol: count,
  oldestProtocol: count,
  nonce: digest,
});

/** The readers of a hello are functions, so that the program of clients, which read none, is built without them. */
const hello = () => objectWith<Hello>({ type: oneOfTexts('hello'), body: textUpTo(maxHelloBytes), mac: digest });

const helloBody = () =>
  objectWith<HelloBody>({
    protocol: version,
    kind: oneOfTexts('proxy', 'hook', 'serve', 'upstream'),
    client: textLike(clientIdPattern),
    server: name,
    nonce: digest,
    session: id,
    version: name,
    fingerprint: textLike(/^(?:[\w-]{43})?$/),
    commandLine: textInHello,
    folder: textInHello,
    reportedName: optional(textInHello),
    reportedVersion: optional(textInHello),
    attended: optional(flag),
    wasConnected: optional(flag),
  });

const welcome = objectWith<Welcome>({
  type: oneOfTexts('welcome'),
  protocol: version,
  mac: digest,
  window: textLike(windowIdPattern),
  present: flag,
  keepMs: amount,
  hasServer: optional(flag),
  isConnected: optional(flag),
});

const agentCall = objectWith<AgentCall>({
  id,
  kind: callKind,
  name: textUpTo(maxTextLengths.target),
  arguments: optional(mapOf(anyValue)),
});

const askedRequest = taggedBy<AskedRequest>('kind', {
  // What the server sent is read by the window as the requests of its own servers are.
  pushed: objectWith<Asked<'pushed'>>({ kind: oneOfTexts('pushed'), params: anyValue }),
  round: objectWith<Asked<'round'>>({ kind: oneOfTexts('round'), inputRequests: mapOf(anyValue) }),
  requiredUrls: objectWith<Asked<'requiredUrls'>>({
    kind: oneOfTexts('requiredUrls'),
    data: anyValue,
  }),
});

const clientMessage = taggedBy<ClientMessage>('type', {
  ask: objectWith<Ask>({
    type: oneOfTexts('ask'),
    id,
    number: count,
    request: askedRequest,
    calls: listOf(agentCall, maxNamedCalls),
    ageMs: amount,
    serverInfo: optional(objectWith<NonNullable<Ask['serverInfo']>>({ name, version: optional(name) })),
    protocolVersion: optional(name),
    hookServer: optional(name),
  }),
  withdraw: objectWith<Withdraw>({
    type: oneOfTexts('withdraw'),
    id,
    number: count,
    reason: oneOfTexts('server', 'serverEnded', 'interrupted', 'agentEnded', 'callEnded', 'moved'),
  }),
  receipt: objectWith<Receipt>({
    type: oneOfTexts('receipt'),
    id,
    number: count,
    outcome: oneOfTexts('sent', 'refused', 'lost'),
    moved: optional(flag),
  }),
  complete: objectWith<Complete>({
    type: oneOfTexts('complete'),
    elicitationId: textUpTo(maxTextLengths.elicitationId),
  }),
  callState: objectWith<CallState>({
    type: oneOfTexts('callState'),
    call: id,
    state: oneOfTexts('parked', 'joined'),
  }),
  callEnded: objectWith<CallEnded>({
    type: oneOfTexts('callEnded'),
    call: id,
    kind: callKind,
    name: textUpTo(maxTextLengths.target),
    outcome: oneOfTexts('result', 'toolError', 'error', 'cancelled', 'timedOut', 'lost'),
    durationMs: amount,
  }),
  probe: objectWith<Probe>({ type: oneOfTexts('probe'), id: count }),
});

const answerResult = objectWith<AnswerResult>({
  action: oneOfTexts('accept', 'decline', 'cancel'),
  content: optional(mapOf(anyValue)),
});

const answerError = objectWith<AnswerError>({
  code: integerFrom(Number.MIN_SAFE_INTEGER),
  message: sentence,
  data: anyValue,
});

const answerBody = taggedBy<AnswerBody>('kind', {
  result: objectWith<Body<'result'>>({ kind: oneOfTexts('result'), result: answerResult }),
  responses: objectWith<Body<'responses'>>({ kind: oneOfTexts('responses'), responses: mapOf(answerResult) }),
  repeat: objectWith<Body<'repeat'>>({ kind: oneOfTexts('repeat') }),
  error: objectWith<Body<'error'>>({ kind: oneOfTexts('error'), error: answerError }),
  endCall: objectWith<Body<'endCall'>>({ kind: oneOfTexts('endCall'), message: sentence }),
  elsewhere: objectWith<Body<'elsewhere'>>({ kind: oneOfTexts('elsewhere') }),
});

const windowMessage = taggedBy<WindowMessage>('type', {
  answer: objectWith<Answer>({ type: oneOfTexts('answer'), id, number: count, answer: answerBody }),
  stopCall: objectWith<StopCall>({ type: oneOfTexts('stopCall'), call: id }),
  presence: objectWith<Presence>({ type: oneOfTexts('presence'), id: count, present: flag }),
  closing: objectWith<Closing>({
    type: oneOfTexts('closing'),
    reason: oneOfTexts('window', 'disabled'),
    isDisconnected: optional(flag),
  }),
});

/** The first line from a window; `undefined` if it is anything else. This function and the others here never throw. */
export function readChallenge(line: string): Challenge | undefined {
  return readJsonText(line, challenge);
}

/** The first line from a client, and who it says it is. Its `mac` is not checked. */
export function readHello(line: string): { readonly hello: Hello; readonly body: HelloBody } | undefined {
  const read = readJsonText(line, hello());
  const body = read && readJsonText(read.body, helloBody());
  return body && { hello: read, body };
}

/** The reply to `hello`. Its `mac` is not checked. */
export function readWelcome(line: string): Welcome | undefined {
  return readJsonText(line, welcome);
}

/** A line from a client that has been welcomed. One with too many values is not parsed. */
export function readClientMessage(line: string): ClientMessage | undefined {
  return hasMoreValues(line, maxLineValues) ? undefined : readJsonText(line, clientMessage);
}

/**
 * True if a window can read the message. A window closes the connection of a client that sends another one, so a client sends none:
 * it would find the window again, send the same, and never end.
 */
export function isReadableByWindow(message: ClientMessage): boolean {
  try {
    const line = JSON.stringify(message);
    return Buffer.byteLength(line) < maxLineBytes && readClientMessage(line) !== undefined;
  } catch {
    // Nested too deeply to be written.
    return false;
  }
}

/** A line from a window after its `welcome`. */
export function readWindowMessage(line: string): WindowMessage | undefined {
  return readJsonText(line, windowMessage);
}
