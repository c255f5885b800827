import type { AskedRequest } from '#agentProtocol/agentMessages.ts';
import type { Envelope, JsonChange } from '#proxy/wire/envelope.ts';
import { nobodyEnding, tooLongEnding } from './callEndings.ts';
import type { CallLifecycle } from './callLifecycle.ts';
import type { TrackedCall } from './callTable.ts';
import { declaresMode, ownElicitation } from './declaration.ts';
import { isGivenByUser } from './givenAnswers.ts';
import { isJsonObject } from './jsonRpc.ts';
import type { LinkedReceipt } from './machineEvents.ts';
import type { OpenRequests } from './openRequests.ts';
import type { Session } from './session.ts';

const urlsRequiredCode = -32042;
const maxPassedRounds = 64;

type InputRequests = Readonly<Record<string, unknown>>;

/** A round that was passed on to the agent, because nobody was at a window. */
interface PassedRound {
  readonly inputRequests: InputRequests;
  readonly at: number;
}

/** The bytes of a call as they go to the server, with some changes. */
type ServerRequest = (call: TrackedCall, changes: readonly JsonChange[]) => Buffer;

/**
 * The responses of the server's that ask the user: `input_required` and -32042. The user is asked, and the call is sent once more
 * under an id of the proxy's own. The agent receives the final response only.
 */
export class CallRounds {
  readonly #session: Session;
  readonly #requests: OpenRequests;
  readonly #lifecycle: CallLifecycle;
  readonly #serverRequest: ServerRequest;
  /** By `requestState` as JSON text; the oldest first. */
  readonly #passed = new Map<string, PassedRound>();

  constructor(session: Session, requests: OpenRequests, lifecycle: CallLifecycle, serverRequest: ServerRequest) {
    this.#session = session;
    this.#requests = requests;
    this.#lifecycle = lifecycle;
    this.#serverRequest = serverRequest;
  }

  /** Keeps a response of the server's that asks the user. False if it is another response. */
  receive(call: TrackedCall, response: Envelope): boolean {
    const asked = call.kind && askedIn(response);
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
    const state = request.text(['params', 'requestState']) ?? '';
    const passed = this.#passed.get(state);
    const responses = request.value(['params', 'inputResponses']);
    if (!passed || !isJsonObject(responses)) return false;
    this.#passed.delete(state);
    const elapsedMs = this.#session.now - passed.at;
    const areGiven = Object.entries(passed.inputRequests).every(([key, inputRequest]) => {
      const params = isJsonObject(inputRequest) ? inputRequest['params'] : undefined;
      return isGivenByUser(params, responses[key], elapsedMs);
    });
    return !areGiven;
  }

  #repeat(call: TrackedCall, changes: readonly JsonChange[], receipt: LinkedReceipt): void {
    const id = this.#session.calls.createOwnId();
    this.#session.calls.moveServer(call, id);
    // The server begins again.
    if (call.agent) call.agent.isProgressRaised = true;
    this.#session.effects.toServer(this.#serverRequest(call, [[['id'], id], ...changes]), receipt);
  }

  /** Nobody is at a window: an agent that declared it asks by itself. The response to a parked call would reach nobody. */
  #passOn(call: TrackedCall, response: Envelope, asked: AskedRequest): void {
    const { effects, now } = this.#session;
    if (asked.kind === 'requiredUrls') {
      effects.log('No editor window can be asked. The error with the URLs was passed on to the agent.');
      this.#lifecycle.finish(call, response);
    } else if (asked.kind === 'round' && call.agent && declaresAll(call, asked.inputRequests)) {
      effects.log('No editor window can be asked. The round was passed on to the agent.');
      this.#passed.set(response.text(['result', 'requestState']) ?? '', {
        inputRequests: asked.inputRequests,
        at: now,
      });
      const [oldest] = this.#passed.keys();
      if (this.#passed.size > maxPassedRounds && oldest !== undefined) this.#passed.delete(oldest);
      this.#lifecycle.finish(call, response);
    } else {
      effects.log('No editor window can be asked. The call was ended.');
      this.#lifecycle.end(call, nobodyEnding);
    }
  }
}

/** What a response asks the user; `undefined` if it asks nothing, or other things as well. */
function askedIn(response: Envelope): AskedRequest | undefined {
  if (response.value(['error', 'code']) === urlsRequiredCode) {
    const data = response.value(['error', 'data']);
    return isJsonObject(data) && Array.isArray(data['elicitations']) ? { kind: 'requiredUrls', data } : undefined;
  }
  if (response.text(['result', 'resultType']) !== '"input_required"') return undefined;
  const inputRequests = response.value(['result', 'inputRequests']);
  if (!isJsonObject(inputRequests)) return undefined;
  const parts = Object.values(inputRequests);
  const areElicitations = parts.every((part) => isJsonObject(part) && part['method'] === 'elicitation/create');
  return parts.length > 0 && areElicitations ? { kind: 'round', inputRequests } : undefined;
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
