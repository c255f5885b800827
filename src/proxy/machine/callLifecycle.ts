import { type CallEnded, lendingErrorCode, type WithdrawReason } from '#agentProtocol/agentMessages.ts';
import type { Envelope } from '#proxy/wire/envelope.ts';
import { boundedName } from './agentCall.ts';
import { type CallEnding, endingResponse, timeoutResponse } from './callEndings.ts';
import type { AgentSide, TrackedCall } from './callTable.ts';
import { cancelledLine, ownRequestLine } from './jsonRpc.ts';
import type { OpenRequests } from './openRequests.ts';
import type { ParkedCalls } from './parkedCalls.ts';
import type { Session } from './session.ts';
import type { WindowSide } from './windowSide.ts';

const maxUnwantedTasks = 100;

/** The ends of a call. Each call has one; its final response goes to the agent that waits for it, or is kept. */
export class CallLifecycle {
  readonly #session: Session;
  readonly #window: WindowSide;
  readonly #requests: OpenRequests;
  readonly #parked: ParkedCalls;
  /** The ids, at the server, of calls that were ended before their task was created; the oldest first. */
  readonly #unwantedTasks = new Set<string>();

  constructor(session: Session, window: WindowSide, requests: OpenRequests, parked: ParkedCalls) {
    this.#session = session;
    this.#window = window;
    this.#requests = requests;
    this.#parked = parked;
  }

  /** Ends the call with this response, under whatever id it has. */
  finish(call: TrackedCall, response: Envelope, outcome: CallEnded['outcome'] = outcomeOf(response)): void {
    const { calls, deadlines } = this.#session;
    const { agent } = call;
    this.#requests.leave(call, 'callEnded');
    deadlines.clear(`limit:${call.id}`);
    calls.leaveServer(call);
    if (agent) {
      calls.remove(call);
      this.handOut(agent, response);
    } else {
      this.#parked.keep(call, response);
    }
    this.#record(call, outcome);
  }

  /** Gives the agent a response under the id that it waits for. */
  handOut(agent: AgentSide, response: Envelope): void {
    const isSameId = response.id === agent.id;
    this.#session.effects.toAgent(isSameId ? response.line : response.with([[['id'], agent.id]]));
  }

  /** Ends the call without the server, and sends it a cancellation if it works on the call. */
  end(call: TrackedCall, ending: CallEnding, outcome: CallEnded['outcome'] = 'error'): void {
    this.cancelAtServer(call, ending.message);
    this.finish(call, endingResponse(call, ending), outcome);
  }

  timeOut(call: TrackedCall): void {
    this.cancelAtServer(call, 'Request timed out');
    this.finish(call, timeoutResponse(call), 'timedOut');
  }

  /** The agent has cancelled the call: it gets no response. The server was told before. */
  cancelled(call: TrackedCall): void {
    const { calls, deadlines } = this.#session;
    this.#requests.leave(call, 'interrupted');
    deadlines.clear(`limit:${call.id}`);
    this.#parked.forget(call);
    calls.remove(call);
    this.#record(call, 'cancelled');
  }

  /** Nobody asks for the parked calls any more, and no answer reaches the server. Its other responses are still passed on. */
  agentEnded(): void {
    this.#lose(
      this.#session.calls.all().filter((call) => !call.agent || call.openRequests > 0),
      'agentEnded',
    );
  }

  /** Ends what the server works on. Rounds go on in its next session: they have no other state than what is sent. */
  serverLost(message: string): void {
    for (const call of this.#session.calls.all()) {
      if (call.server !== undefined)
        this.finish(call, endingResponse(call, { message, code: lendingErrorCode }), 'lost');
    }
  }

  serverEnded(): void {
    this.#lose(this.#session.calls.all(), 'serverEnded');
  }

  #lose(calls: readonly TrackedCall[], reason: WithdrawReason): void {
    for (const call of calls) {
      this.#session.calls.remove(call);
      if (!this.#parked.hasResult(call)) this.#record(call, 'lost');
    }
    for (const request of this.#requests.all()) this.#requests.withdraw(request, reason);
    this.#session.deadlines.clearAll();
  }

  /**
   * A client must not cancel `initialize`, and cancels a call that asks for a task by its task, as soon as that has an id. A server that
   * does not declare tasks for calls ignores that a call asks for one.
   * Source: MCP specification 2025-11-25, basic/utilities/cancellation, "Behavior Requirements"; basic/utilities/tasks, "Task Support and
   * Handling".
   */
  cancelAtServer(call: TrackedCall, reason: string): void {
    const { server, method } = call;
    const { effects, peers } = this.#session;
    if (server === undefined || method === 'initialize') return;
    if (call.isModern || !peers.createsTasks || !call.request.has(['params', 'task'])) {
      effects.toServer(cancelledLine(server, reason));
      return;
    }
    this.#unwantedTasks.add(server);
    const [oldest] = this.#unwantedTasks;
    if (this.#unwantedTasks.size > maxUnwantedTasks && oldest !== undefined) this.#unwantedTasks.delete(oldest);
  }

  /** Cancels the task in the late response to a call that was ended. False if it is another response. */
  cancelTask(response: Envelope): boolean {
    if (!this.#unwantedTasks.delete(response.id ?? '')) return false;
    const taskId = response.text(['result', 'task', 'taskId']);
    const { calls, effects, peers } = this.#session;
    if (taskId !== undefined && peers.cancelsTasks) {
      effects.toServer(ownRequestLine(calls.createOwnId(), 'tasks/cancel', `{"taskId":${taskId}}`));
    }
    return true;
  }

  #record(call: TrackedCall, outcome: CallEnded['outcome']): void {
    const { id, kind, startedAt } = call;
    if (!kind) return;
    const durationMs = Math.max(0, this.#session.now - startedAt);
    this.#window.send({ type: 'callEnded', call: id, kind, name: boundedName(call), outcome, durationMs });
  }
}

function outcomeOf(response: Envelope): CallEnded['outcome'] {
  if (response.has(['error'])) return 'error';
  return response.text(['result', 'isError']) === 'true' ? 'toolError' : 'result';
}
