import type { AskedRequest } from '#agentProtocol/agentMessages.ts';
import type { Envelope, JsonChange } from '#proxy/wire/envelope.ts';
import { nobodyEnding, tooLongEnding } from './callEndings.ts';
import type { CallLifecycle } from './callLifecycle.ts';
import type { TrackedCall } from './callTable.ts';
import { declaresMode, ownElicitation } from './declaration.ts';
import type { DeclarationPolicy } from './declarationPolicy.ts';
import { isGivenByUser, requiresContent } from './givenAnswers.ts';
import { callKey } from './joinKey.ts';
import { isJsonObject } from './jsonRpc.ts';
import type { LinkedReceipt } from './machineEvents.ts';
import type { OpenRequests } from './openRequests.ts';
import type { Session } from './session.ts';

const urlsRequiredCode = -32042;
const maxPassedRounds = 64;

type InputRequests = Readonly<Record<string, unknown>>;

/** A round that was passed on to the agent, because nobody was at a window. */
interface PassedRound {
  /** Equal for the request that continues it. */
  readonly key: string;
  readonly inputRequests: InputRequests;
  /** On the agent's clock. */
  readonly at: number;
}

/**
 * The responses of the server's that ask the user: `input_required` and -32042. The user is asked, and the call is sent once more
 * under an id of the proxy's own. The agent receives the final response only.
 */
export class CallRounds {
  readonly #session: Session;
  readonly #requests: OpenRequests;
  readonly #lifecycle: CallLifecycle;
  readonly #declaration: DeclarationPolicy;
  readonly #agentTime: () => number;
  /** The oldest first. */
  readonly #passed: PassedRound[] = [];

  /** @param agentTime the time on the agent's clock */
  constructor(
    session: Session,
    requests: OpenRequests,
    lifecycle: CallLifecycle,
    declaration: DeclarationPolicy,
    agentTime: () => number,
  ) {
    this.#session = session;
    this.#requests = requests;
    this.#lifecycle = lifecycle;
    this.#declaration = declaration;
    this.#agentTime = agentTime;
  }

  /** Keeps a response of the server's that asks the user. False if it is another response. */
  receive(call: TrackedCall, response: Envelope): boolean {
    const asked = call.kind && askedIn(response, call.isModern);
    if (!asked || this.#session.hasAgentEnded) return false;
    this.#session.calls.moveServer(call, undefined);
    this.#requests.open(asked, [call], {
      answered: (body, receipt) => {
        if (body.kind === 'endCall') {
          this.#session.effects.add({ type: 'toWindow', link: receipt.link, message: receipt.receipt });
          this.#lifecycle.end(call, { message: body.message });
        } else {
          this.#repeat(call, body.kind === 'responses' ? answerChanges(response, body.responses) : [], receipt);
        }
      },
      nobody: () => this.#passOn(call, response, asked),
      tooLong: () => this.#lifecycle.end(call, tooLongEnding),
      abandoned: () => undefined,
    });
    return true;
  }

  /** True for a request that continues a round with answers of the agent's that no user gave. */
  isUngiven(request: Envelope): boolean {
    const responses = request.value(['params', 'inputResponses']);
    if (this.#passed.length === 0 || !isJsonObject(responses)) return false;
    const wantedKey = roundKey(request, request.text(['params', 'requestState']));
    // Without a state of their own, rounds of equal calls look the same: none counts as older than the newest.
    const candidates = this.#passed.filter(
      ({ key, inputRequests }) => key === wantedKey && Object.keys(inputRequests).some((one) => one in responses),
    );
    const [oldest, newest] = [candidates[0], candidates.at(-1)];
    if (!oldest || !newest) return false;
    this.#passed.splice(this.#passed.indexOf(oldest), 1);
    const elapsedMs = this.#agentTime() - newest.at;
    const areGiven = Object.entries(newest.inputRequests).every(([key, inputRequest]) => {
      const params = isJsonObject(inputRequest) ? inputRequest['params'] : undefined;
      return isGivenByUser(requiresContent(params), responses[key], elapsedMs);
    });
    return !areGiven;
  }

  #repeat(call: TrackedCall, changes: readonly JsonChange[], receipt: LinkedReceipt): void {
    const id = this.#session.calls.createOwnId();
    this.#session.calls.moveServer(call, id);
    // The server begins again.
    if (call.agent) call.agent.isProgressRaised = true;
    this.#session.effects.toServer(this.#declaration.serverRequest(call, [[['id'], id], ...changes]), receipt);
  }

  /** Nobody is at a window: an agent that declared it asks by itself. The response to a parked call would reach nobody. */
  #passOn(call: TrackedCall, response: Envelope, asked: AskedRequest): void {
    const { effects } = this.#session;
    if (asked.kind === 'requiredUrls') {
      effects.log('No editor window can be asked. The error with the URLs was passed on to the agent.');
      this.#lifecycle.finish(call, response);
    } else if (asked.kind === 'round' && call.agent && declaresAll(call, asked.inputRequests)) {
      effects.log('No editor window can be asked. The round was passed on to the agent.');
      const key = roundKey(call.request, response.text(['result', 'requestState']));
      this.#passed.push({ key, inputRequests: asked.inputRequests, at: this.#agentTime() });
      if (this.#passed.length > maxPassedRounds) this.#passed.shift();
      this.#lifecycle.finish(call, response);
    } else {
      effects.log('No editor window can be asked. The call was ended.');
      this.#lifecycle.end(call, nobodyEnding);
    }
  }
}

/**
 * What a response asks the user; `undefined` if it asks nothing, or other things as well.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr, for rounds, which are of no earlier revision; basic, "Error Codes":
 * -32042 is of 2025-11-25 only.
 */
function askedIn(response: Envelope, isModern: boolean): AskedRequest | undefined {
  if (!isModern && response.value(['error', 'code']) === urlsRequiredCode) {
    const data = response.value(['error', 'data']);
    return isJsonObject(data) && Array.isArray(data['elicitations']) ? { kind: 'requiredUrls', data } : undefined;
  }
  if (!isModern || response.text(['result', 'resultType']) !== '"input_required"') return undefined;
  const inputRequests = response.value(['result', 'inputRequests']);
  if (!isJsonObject(inputRequests)) return undefined;
  const parts = Object.values(inputRequests);
  const areElicitations = parts.every((part) => isJsonObject(part) && part['method'] === 'elicitation/create');
  return parts.length > 0 && areElicitations ? { kind: 'round', inputRequests } : undefined;
}

/** Equal for a round's request and the one that continues it. Not every round has a state, and not every state is unique. */
function roundKey(request: Envelope, state: string | undefined): string {
  return JSON.stringify([request.method, state, callKey(request)]);
}

/** `requestState` is returned as it came; that of an earlier round is not. */
function answerChanges(response: Envelope, responses: unknown): readonly JsonChange[] {
  return [
    [['params', 'inputResponses'], JSON.stringify(responses)],
    [['params', 'requestState'], response.text(['result', 'requestState'])],
  ];
}

function declaresAll({ request }: TrackedCall, inputRequests: InputRequests): boolean {
  const elicitation = ownElicitation(request);
  return Object.values(inputRequests).every((inputRequest) => {
    const params = isJsonObject(inputRequest) ? inputRequest['params'] : undefined;
    return declaresMode(elicitation, isJsonObject(params) ? params['mode'] : undefined);
  });
}
