import { type AnswerBody, noUserError } from '#agentProtocol/agentMessages.ts';
import { type Envelope, idText } from '#proxy/wire/envelope.ts';
import { declaresMode } from './declaration.ts';
import { isGivenByUser, requiresContent } from './givenAnswers.ts';
import {
  cancelledLine,
  errorLine,
  isJsonObject,
  metaKeys,
  relatedTaskMember,
  resultLine,
  writtenId,
} from './jsonRpc.ts';
import type { LinkedReceipt } from './machineEvents.ts';
import type { OpenRequest, OpenRequests } from './openRequests.ts';
import type { Session } from './session.ts';

/** One `elicitation/create` of the server's that waits for a window. */
interface PushedRequest {
  readonly message: Envelope;
  request: OpenRequest | undefined;
}

/** One that was passed on to the agent, because nobody was at a window. Not every agent replies. */
interface PassedRequest {
  readonly writtenId: string;
  readonly needsContent: boolean;
  /** On the agent's clock. */
  readonly at: number;
}

/** More open requests than these, or more bytes, are refused. The window limits earlier how many it shows. */
const maxOpenRequests = 256;
const maxOpenBytes = 8 * 1024 * 1024;
const maxPassedRequests = 64;

/**
 * The requests that the server sends while a call runs. Each is asked at a window, else passed on to an agent that can ask. From
 * 2026-07-28 on a server must not send any: what it sends nevertheless concerns the agent.
 * Source: MCP specification 2026-07-28, basic/transports/stdio, "Receiving Messages".
 */
export class PushedRequests {
  readonly #session: Session;
  readonly #requests: OpenRequests;
  readonly #agentTime: () => number;
  readonly #pushed = new Set<PushedRequest>();
  /** By id; the oldest first. */
  readonly #passed = new Map<string, PassedRequest>();

  /** @param agentTime the time on the agent's clock */
  constructor(session: Session, requests: OpenRequests, agentTime: () => number) {
    this.#session = session;
    this.#requests = requests;
    this.#agentTime = agentTime;
  }

  /** Keeps a message of the server's that asks the user. False if it is another message. */
  receive(message: Envelope): boolean {
    const params = message.value(['params']);
    if (this.#session.peers.era === 'modern') return false;
    if (message.method !== 'elicitation/create' || message.id === undefined || !isJsonObject(params)) return false;
    if (this.#session.hasAgentEnded) return true;
    const isTooMuch = this.#pushed.size > 0 && this.#openBytes + message.line.length > maxOpenBytes;
    if (this.#pushed.size >= maxOpenRequests || isTooMuch) {
      this.#refuse(writtenId(message), { code: -32603, message: 'Too many requests are open.' });
      return true;
    }
    const pushed: PushedRequest = { message, request: undefined };
    this.#pushed.add(pushed);
    // A task has outlived the call that created it, so no call that runs has asked.
    const calls = message.has(metaKeys.relatedTask) ? [] : this.#session.calls.running();
    const request = this.#requests.open({ kind: 'pushed', params }, calls, {
      answered: (body, receipt) => this.#answer(pushed, body, receipt),
      nobody: () => {
        this.#pushed.delete(pushed);
        this.#askAgent(pushed, params);
      },
      abandoned: () => this.#reply(pushed, '{"action":"cancel"}'),
      tooLong: () => {
        this.#pushed.delete(pushed);
        this.#refuse(writtenId(message), {
          code: -32602,
          message: 'The request is too large to be shown, so nobody was asked.',
        });
      },
    });
    pushed.request = request;
    return true;
  }

  /** Under which tokens, and of which tasks, the server wants to know that its open requests are alive, as JSON text. */
  progressTokens(): readonly { readonly token: string; readonly task: string | undefined }[] {
    return [...this.#pushed].flatMap(({ message, request }) => {
      const token = request && message.text(metaKeys.progressToken);
      return token === undefined ? [] : [{ token, task: message.text(metaKeys.relatedTask) }];
    });
  }

  /** Withdraws what the server cancels. False if the cancellation is for the agent. */
  cancelledByServer(cancellation: Envelope): boolean {
    const id = idText(cancellation.text(['params', 'requestId']) ?? 'null');
    this.#passed.delete(id);
    const cancelled = [...this.#pushed].filter(({ message }) => message.id === id);
    for (const pushed of cancelled) {
      this.#pushed.delete(pushed);
      if (pushed.request) this.#requests.withdraw(pushed.request, 'server');
    }
    return cancelled.length > 0;
  }

  /** Nobody waits for an answer any more. */
  serverLost(): void {
    const all = [...this.#pushed];
    this.#pushed.clear();
    for (const { request } of all) {
      if (request) this.#requests.withdraw(request, 'serverEnded');
    }
    for (const { writtenId: id } of this.#passed.values()) {
      this.#session.effects.toAgent(cancelledLine(id, 'The session with the server was lost.'));
    }
    this.#passed.clear();
  }

  /** Judges the agent's answer to a request that was passed on to it. False if it may be passed on. */
  answeredByAgent(response: Envelope): boolean {
    const passed = this.#passed.get(response.id ?? '');
    if (!passed) return false;
    this.#passed.delete(response.id ?? '');
    const elapsedMs = this.#agentTime() - passed.at;
    if (response.has(['error']) || isGivenByUser(passed.needsContent, response.value(['result']), elapsedMs)) {
      return false;
    }
    this.#refuse(passed.writtenId, noUserError);
    this.#session.effects.log(
      'The agent answered a request without its user. The server was told that nobody was asked.',
    );
    return true;
  }

  get #openBytes(): number {
    return [...this.#pushed].reduce((sum, { message }) => sum + message.line.length, 0);
  }

  #answer(pushed: PushedRequest, body: AnswerBody, receipt: LinkedReceipt): void {
    if (body.kind === 'error') {
      this.#pushed.delete(pushed);
      this.#session.effects.toServer(errorLine(writtenId(pushed.message), body.error), receipt);
    } else if (body.kind === 'result') {
      this.#reply(pushed, JSON.stringify(body.result), receipt);
    }
  }

  #reply(pushed: PushedRequest, result: string, receipt?: LinkedReceipt): void {
    this.#pushed.delete(pushed);
    const task = pushed.message.text(metaKeys.relatedTask);
    const inTask = task ? `{${relatedTaskMember(task)},${result.slice(1)}` : result;
    this.#session.effects.toServer(resultLine(writtenId(pushed.message), inTask), receipt);
  }

  #askAgent({ message }: PushedRequest, params: Readonly<Record<string, unknown>>): void {
    const { effects, peers } = this.#session;
    const id = writtenId(message);
    if (declaresMode(peers.agentElicitation, params['mode'])) {
      effects.log('No editor window can be asked. The request was passed on to the agent.');
      this.#notePassed(message.id ?? '', {
        writtenId: id,
        needsContent: requiresContent(params),
        at: this.#agentTime(),
      });
      effects.toAgent(message.line);
      return;
    }
    effects.log('No editor window can be asked. The server was told that nobody was asked.');
    this.#refuse(id, noUserError);
  }

  #notePassed(id: string, passed: PassedRequest): void {
    this.#passed.delete(id);
    this.#passed.set(id, passed);
    const [oldest] = this.#passed.keys();
    if (this.#passed.size > maxPassedRequests && oldest !== undefined) this.#passed.delete(oldest);
  }

  /** `id`: as it was written. */
  #refuse(id: string, error: { code: number; message: string; data?: unknown }): void {
    this.#session.effects.toServer(errorLine(id, error));
  }
}
