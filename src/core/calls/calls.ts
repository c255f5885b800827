import { randomUUID } from 'node:crypto';
import { type SteadyClock, systemClock } from '#core/common/clock.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { Call, CallOrigin, CallRequest, Progress } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';

interface CallInFlight {
  call: Call;
  readonly end: AbortController;
  /** The number of requests of the call that wait for the server's response. */
  requests: number;
}

/** The minimum time between two change events for progress: servers may report progress thousands of times a second. */
const progressPauseMs = 100;

/** The calls in flight on one server. If the host ends a call with a reason, the caller's promise rejects with it. */
export class Calls {
  readonly #inFlight = new Map<string, CallInFlight>();
  /** The results of `all` and `atServer`, until a call changes: both are read for each request of the server. */
  #all: readonly Call[] | undefined;
  #atServer: readonly Call[] | undefined;
  /** The ids of the calls that run as tasks, by task id. */
  readonly #tasks = new Map<string, string>();
  readonly #onChange: () => void;
  readonly #clock: SteadyClock;
  /** Set for `progressPauseMs` after progress was reported: until then later progress is only stored. */
  #progressTimer: NodeJS.Timeout | undefined;
  #hasUnreportedProgress = false;

  constructor(onChange: () => void, clock: SteadyClock = systemClock) {
    this.#onChange = onChange;
    this.#clock = clock;
  }

  get all(): readonly Call[] {
    this.#all ??= [...this.#inFlight.values()].map(({ call }) => call);
    return this.#all;
  }

  /** The calls that the server works on, without those that wait for its start or for the user. */
  get atServer(): readonly Call[] {
    this.#atServer ??= [...this.#inFlight.values()].filter(({ requests }) => requests > 0).map(({ call }) => call);
    return this.#atServer;
  }

  begin(
    definition: ServerDefinition,
    request: CallRequest,
    origin: CallOrigin,
    secrets?: ArgumentSecrets,
  ): { call: Call; signal: AbortSignal } {
    const { id: serverId, name: serverName } = definition;
    const startedAt = this.#clock.steady();
    const call = { id: randomUUID(), serverId, serverName, request, ...(secrets && { secrets }), origin, startedAt };
    const end = new AbortController();
    this.#inFlight.set(call.id, { call, end, requests: 0 });
    this.#forgetLists();
    this.#onChange();
    return { call, signal: end.signal };
  }

  /** Counts the call as being at the server until `send` resolves or rejects. */
  async trackSending<T>(callId: string, send: () => Promise<T>): Promise<T> {
    const inFlight = this.#inFlight.get(callId);
    if (!inFlight) {
      return send();
    }
    inFlight.requests += 1;
    this.#forgetLists();
    try {
      return await send();
    } finally {
      inFlight.requests -= 1;
      this.#forgetLists();
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
  updateProgress(callId: string, { progress, total, message }: Progress): void {
    const inFlight = this.#inFlight.get(callId);
    if (inFlight) {
      const text = typeof message === 'string' ? inOneLine(message, 300) : undefined;
      inFlight.call = { ...inFlight.call, progress: { progress, total, message: text } };
      this.#forgetLists();
      this.#reportProgress();
    }
  }

  /** Records that a call runs as a task, because requests of the server name the task and not the call. */
  bindTask(callId: string, taskId: string): void {
    this.#tasks.set(taskId, callId);
  }

  /** The call that runs as this task. */
  ofTask(taskId: string): Call | undefined {
    return this.#inFlight.get(this.#tasks.get(taskId) ?? '')?.call;
  }

  remove(callId: string): void {
    for (const [taskId, id] of this.#tasks) {
      if (id === callId) {
        this.#tasks.delete(taskId);
      }
    }
    if (this.#inFlight.delete(callId)) {
      this.#forgetLists();
      this.#onChange();
    }
  }

  #forgetLists(): void {
    this.#all = undefined;
    this.#atServer = undefined;
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
    }, progressPauseMs).unref();
    this.#onChange();
  }
}
