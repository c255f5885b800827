import { randomUUID } from 'node:crypto';
import { type SteadyClock, systemClock } from '#core/common/clock.ts';
import type { Call, CallOrigin, CallRequest, Progress } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';

interface InFlight {
  call: Call;
  readonly end: AbortController;
  /** Requests of it that the server has not answered. */
  requests: number;
}

/** The minimum time between two change events for progress: servers may report it thousands of times a second. */
const progressEveryMs = 100;

/** The calls in flight on one server. The host can end each with a reason, with which the caller's promise rejects. */
export class Calls {
  readonly #inFlight = new Map<string, InFlight>();
  /** Tasks that run for a call: task id -> call id. */
  readonly #tasks = new Map<string, string>();
  readonly #changed: () => void;
  readonly #clock: SteadyClock;
  /** Runs while further progress is collected and not reported. */
  #progressTimer: NodeJS.Timeout | undefined;
  #hasUnreportedProgress = false;

  constructor(changed: () => void, clock: SteadyClock = systemClock) {
    this.#changed = changed;
    this.#clock = clock;
  }

  get all(): readonly Call[] {
    return [...this.#inFlight.values()].map(({ call }) => call);
  }

  /** The calls that the server works on: not those that wait for its start or for the user. */
  get atServer(): readonly Call[] {
    return [...this.#inFlight.values()].filter(({ requests }) => requests > 0).map(({ call }) => call);
  }

  begin(definition: ServerDefinition, request: CallRequest, origin: CallOrigin): { call: Call; signal: AbortSignal } {
    const { id: serverId, name: serverName } = definition;
    const call = { id: randomUUID(), serverId, serverName, request, origin, startedAt: this.#clock.steady() };
    const end = new AbortController();
    this.#inFlight.set(call.id, { call, end, requests: 0 });
    this.#changed();
    return { call, signal: end.signal };
  }

  /** Counts the call as being at the server until `send` resolves or rejects. */
  async sending<T>(callId: string, send: () => Promise<T>): Promise<T> {
    const inFlight = this.#inFlight.get(callId);
    if (!inFlight) {
      return send();
    }
    inFlight.requests += 1;
    try {
      return await send();
    } finally {
      inFlight.requests -= 1;
    }
  }

  /** Ends a call: the caller's promise rejects with `reason`. */
  end(callId: string, reason: Error): void {
    this.#inFlight.get(callId)?.end.abort(reason);
  }

  endAll(reason: Error): void {
    for (const { end } of this.#inFlight.values()) {
      end.abort(reason);
    }
  }

  /** Stores the latest progress. Updates in quick succession are reported as one change. */
  progress(callId: string, { progress, total, message }: Progress): void {
    const inFlight = this.#inFlight.get(callId);
    if (inFlight) {
      const words = typeof message === 'string' ? inOneLine(message, 300) : undefined;
      inFlight.call = { ...inFlight.call, progress: { progress, total, message: words } };
      this.#reportProgress();
    }
  }

  /** Binds a task to the call that it runs: requests of the server name the task. */
  bindTask(callId: string, taskId: string): void {
    this.#tasks.set(taskId, callId);
  }

  /** The call that runs as this task. */
  ofTask(taskId: string): Call | undefined {
    return this.#inFlight.get(this.#tasks.get(taskId) ?? '')?.call;
  }

  done(callId: string): void {
    for (const [taskId, id] of this.#tasks) {
      if (id === callId) {
        this.#tasks.delete(taskId);
      }
    }
    if (this.#inFlight.delete(callId)) {
      this.#changed();
    }
  }

  #reportProgress(): void {
    if (this.#progressTimer) {
      this.#hasUnreportedProgress = true;
      return;
    }
    this.#progressTimer = setTimeout(() => {
      this.#progressTimer = undefined;
      if (this.#hasUnreportedProgress) {
        this.#hasUnreportedProgress = false;
        this.#reportProgress();
      }
    }, progressEveryMs).unref();
    this.#changed();
  }
}
