import { Envelope, idText, type JsonPath } from '#proxy/wire/envelope.ts';
import type { CallLifecycle } from './callLifecycle.ts';
import type { CallRounds } from './callRounds.ts';
import type { DeclarationPolicy } from './declarationPolicy.ts';
import type { Heartbeats } from './heartbeats.ts';
import { metaKeys } from './jsonRpc.ts';
import type { OpenRequests } from './openRequests.ts';
import type { PushedRequests } from './pushedRequests.ts';
import type { Session } from './session.ts';

/** Everything that the server sends. */
export class ServerMessages {
  readonly #session: Session;
  readonly #declaration: DeclarationPolicy;
  readonly #lifecycle: CallLifecycle;
  readonly #requests: OpenRequests;
  readonly #pushed: PushedRequests;
  readonly #rounds: CallRounds;
  readonly #heartbeats: Heartbeats;

  constructor(
    session: Session,
    declaration: DeclarationPolicy,
    lifecycle: CallLifecycle,
    requests: OpenRequests,
    pushed: PushedRequests,
    rounds: CallRounds,
    heartbeats: Heartbeats,
  ) {
    this.#session = session;
    this.#declaration = declaration;
    this.#lifecycle = lifecycle;
    this.#requests = requests;
    this.#pushed = pushed;
    this.#rounds = rounds;
    this.#heartbeats = heartbeats;
  }

  receive(line: Buffer): void {
    const message = Envelope.read(line);
    if (message && this.#handles(message)) return;
    this.#session.effects.toAgent(line);
  }

  /** False if the message is to be passed on as it is. */
  #handles(message: Envelope): boolean {
    if (message.isResponse) return this.#responded(message, message.id ?? '');
    switch (message.method) {
      case 'elicitation/create':
        return this.#pushed.receive(message);
      case 'notifications/progress':
        return this.#heartbeats.progressed(message);
      case 'notifications/elicitation/complete':
        return this.#completed(message);
      case 'notifications/cancelled':
        return this.#pushed.cancelledByServer(message) || this.#passUnderAgentId(message, ['params', 'requestId']);
      default:
        return this.#passUnderAgentId(message, metaKeys.subscriptionId);
    }
  }

  #responded(response: Envelope, id: string): boolean {
    const { calls } = this.#session;
    const call = calls.byServer(id);
    // Of an unknown call, it is the late response to one that was ended.
    if (!call) return this.#lifecycle.cancelTask(response) || calls.isForgottenOwnId(id);
    if (this.#declaration.retryInitialize(call, response)) return true;
    this.#declaration.readServer(call, response);
    if (!this.#rounds.receive(call, response)) this.#lifecycle.finish(call, response);
    return true;
  }

  /** A page that a window has asked for concerns that window; another one concerns the agent. */
  #completed(message: Envelope): boolean {
    const elicitationId = message.value(['params', 'elicitationId']);
    return typeof elicitationId === 'string' && this.#requests.complete(elicitationId);
  }

  /** Passes a notification on that names a request by an id which the proxy has replaced. */
  #passUnderAgentId(message: Envelope, path: JsonPath): boolean {
    const text = message.method?.startsWith('notifications/') ? message.text(path) : undefined;
    const id = text === undefined ? undefined : idText(text);
    const call = id === undefined ? undefined : this.#session.calls.byServer(id);
    if (!call?.agent || call.agent.id === id) return false;
    this.#session.effects.toAgent(message.with([[path, call.agent.id]]));
    return true;
  }
}
