import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '../../form/json.ts';
import { HostError } from '../errors.ts';
import type { Call } from './call.ts';
import { type ElicitResult, type FormElicitation, type Questions, resultOf } from './elicitation.ts';

type Params = Readonly<Record<string, unknown>>;

const firstPauseMs = 250;
const longestPauseMs = 5000;

/**
 * Sends a call's request until the server answers with something else than `input_required`. Each round's questions are
 * all read before the first is asked, answered together, and sent back with the byte-identical `requestState`; a round
 * without questions is repeated after a growing pause. There is no limit to the rounds: a person is in each of them.
 * Our own loop and not the SDK's: the SDK's knows neither the call nor that reading comes first, and stops after ten.
 * @throws HostError when a question cannot be shown, or was taken back.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr.
 */
export async function throughRounds(
  send: (params: Params) => Promise<unknown>,
  params: Params,
  context: { questions: Questions; call: Call; formDeclared: boolean; signal: AbortSignal },
): Promise<unknown> {
  let pauseMs = firstPauseMs;
  let result = await send(params);
  while (isRecord(result) && result['resultType'] === 'input_required') {
    const requests = isRecord(result['inputRequests']) ? Object.entries(result['inputRequests']) : [];
    const { requestState } = result;
    if (requests.length === 0) {
      await delay(pauseMs, undefined, { signal: context.signal });
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    } else {
      pauseMs = firstPauseMs;
    }
    const elicitations = requests.map(([key, request]) => [key, readRequest(request, context)] as const);
    const inputResponses = Object.fromEntries(
      await Promise.all(
        elicitations.map(async ([key, elicitation]) => [key, await answer(elicitation, context)] as const),
      ),
    );
    result = await send({
      ...params,
      ...(requests.length > 0 && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    });
  }
  return result;
}

function readRequest(
  request: unknown,
  { questions, formDeclared }: { questions: Questions; formDeclared: boolean },
): FormElicitation {
  const method = isRecord(request) ? request['method'] : undefined;
  if (!isRecord(request) || method !== 'elicitation/create') {
    throw refused(`it asked for ${JSON.stringify(method) ?? 'something without a method'}, which was not offered`);
  }
  if (!formDeclared) {
    throw refused('it asked a question, and questions are switched off for this server');
  }
  try {
    return questions.read(request['params']);
  } catch (error) {
    throw refused(error instanceof Error ? error.message : String(error));
  }
}

async function answer(
  elicitation: FormElicitation,
  context: { questions: Questions; call: Call },
): Promise<ElicitResult> {
  const settlement = await context.questions.ask(elicitation, context.call);
  if (settlement.kind === 'withdrawn') {
    throw new HostError({ name: 'CallCancelled', summary: settlement.withdrawal.reason });
  }
  return resultOf(settlement);
}

function refused(reason: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: `The server's question could not be shown: ${reason.replace(/\.$/, '')}.`,
    remedy: 'The server has to be corrected.',
  });
}
