import { noUserError } from '#agentProtocol/agentMessages.ts';
import { Envelope } from '#proxy/wire/envelope.ts';
import type { TrackedCall } from './callTable.ts';
import { errorLine, resultLine } from './jsonRpc.ts';

/** The code of a call that was ended without its server. Outside the range that JSON-RPC reserves. */
const endedCode = -31003;
/** The code that the SDKs give a request that timed out. */
const timeoutCode = -32001;

/** Why the proxy ends a call, for the model to read. */
export interface CallEnding {
  readonly message: string;
  /** For calls that cannot return an error as their result. */
  readonly code?: number;
  readonly data?: unknown;
}

export const nobodyEnding: CallEnding = noUserError;
export const stoppedEnding: CallEnding = { message: 'The user stopped this call in VS Code.' };
export const tooLongEnding: CallEnding = {
  code: -32602,
  message: 'The request of the server is too large to be shown, so nobody was asked.',
};

/**
 * The response that ends a call on our side, under the id of its first request. A tool reports it as its result, because a
 * model reads results and seldom errors.
 */
export function endingResponse(call: TrackedCall, ending: CallEnding): Envelope {
  const id = call.request.text(['id']) ?? 'null';
  if (call.kind === 'tool') return response(resultLine(id, toolErrorResult(call, ending.message)));
  return response(errorLine(id, { code: ending.code ?? endedCode, message: ending.message, data: ending.data }));
}

export function timeoutResponse(call: TrackedCall): Envelope {
  const id = call.request.text(['id']) ?? 'null';
  return response(errorLine(id, { code: timeoutCode, message: 'Request timed out' }));
}

/** The result of a tool that has failed, as JSON text. */
export function toolErrorResult({ isModern }: TrackedCall, text: string): string {
  const result = { content: [{ type: 'text', text }], isError: true };
  return JSON.stringify(isModern ? { resultType: 'complete', ...result } : result);
}

const asked = 'The user was asked in VS Code and has';
const again = 'The call is still running. Call this tool again with exactly the same arguments to get its result.';
const away = 'The user is away. Stop here, tell them so, and call again when they are back.';
/** Gemini CLI and Cline end a run at the fifth equal call. */
const answersBeforeAway = 3;

/** What a tool returns when its user or its server needs longer than the agent waits. */
export function earlyAnswerText({ earlyAnswers, isAnswered }: TrackedCall): string {
  if (earlyAnswers >= answersBeforeAway) return away;
  return `${asked} ${isAnswered ? 'answered' : 'not answered yet'}. ${again}`;
}

function response(line: Buffer): Envelope {
  const envelope = Envelope.read(line);
  if (!envelope) throw new Error('A response of our own cannot be read.');
  return envelope;
}
