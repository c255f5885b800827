import { type Envelope, idText } from '#proxy/wire/envelope.ts';
import type { AgentSide, TrackedCall } from './callTable.ts';
import { notificationLine, relatedTaskMember } from './jsonRpc.ts';
import type { OpenRequests } from './openRequests.ts';
import type { PushedRequests } from './pushedRequests.ts';
import type { Session } from './session.ts';

const heartbeatMs = 10_000;
/** Small, so that a server's own progress is soon above it. */
const step = 0.001;
const deadlineName = 'heartbeat';

/**
 * Tells both sides that the user is still being asked: the agent on the token of its call, the server on the token of its
 * request. The agent's progress rises always, whoever reports it.
 */
export class Heartbeats {
  readonly #session: Session;
  readonly #requests: OpenRequests;
  readonly #pushed: PushedRequests;
  readonly #onProgress: (call: TrackedCall) => void;
  #count = 0;
  #isRunning = false;

  /** @param onProgress is called after the server has reported progress */
  constructor(
    session: Session,
    requests: OpenRequests,
    pushed: PushedRequests,
    onProgress: (call: TrackedCall) => void,
  ) {
    this.#session = session;
    this.#requests = requests;
    this.#pushed = pushed;
    this.#onProgress = onProgress;
  }

  /** Starts with the first open request, and ends with the last. Called after every event. */
  update(): void {
    const { deadlines, now } = this.#session;
    const isRunning = this.#isRunning;
    this.#isRunning = this.#requests.size > 0;
    if (this.#isRunning && !isRunning) deadlines.set(deadlineName, now + heartbeatMs, () => this.#beat());
    if (!this.#isRunning && isRunning) deadlines.clear(deadlineName);
  }

  /** Passes on the server's progress of a call, under the agent's token. False if it is the progress of nothing we know. */
  progressed(notification: Envelope): boolean {
    const token = idText(notification.text(['params', 'progressToken']) ?? 'null');
    const call = this.#session.calls.byServerToken(token);
    if (!call) return false;
    call.progressAt = this.#session.now;
    const { agent } = call;
    // Of a parked call: the agent has its answer, and the token is settled with it.
    if (!agent?.token) return true;
    const progress = notification.value(['params', 'progress']);
    const isRising = !agent.isProgressRaised || typeof progress !== 'number' || progress > (agent.progress ?? 0);
    if (typeof progress === 'number' && isRising) agent.progress = progress;
    const risen = isRising ? undefined : nextProgress(agent);
    this.#session.effects.toAgent(
      notification.with([
        ...(token === agent.token ? [] : ([[['params', 'progressToken'], agent.token]] as const)),
        ...(risen === undefined ? [] : ([[['params', 'progress'], String(risen)]] as const)),
      ]),
    );
    this.#onProgress(call);
    return true;
  }

  #beat(): void {
    const { deadlines, effects, now } = this.#session;
    this.#count += 1;
    const calls = new Set(this.#requests.all().flatMap((request) => [...request.calls]));
    for (const { agent } of calls) {
      const progress = agent?.token && nextProgress(agent);
      if (!progress) continue;
      const params = `{"progressToken":${agent.token},"progress":${progress},"message":"Waiting for you in VS Code"}`;
      effects.toAgent(notificationLine('notifications/progress', params));
    }
    for (const { token, task } of this.#pushed.progressTokens()) {
      const params = `{${task ? `${relatedTaskMember(task)},` : ''}"progressToken":${token},"progress":${this.#count}}`;
      effects.toServer(notificationLine('notifications/progress', params));
    }
    deadlines.set(deadlineName, now + heartbeatMs, () => this.#beat());
  }
}

/** A progress above the last one, by a thousandth if that is not lost in rounding; `undefined` if there is none. */
function nextProgress(agent: AgentSide): number | undefined {
  const last = agent.progress ?? 0;
  const candidates = [Number((last + step).toFixed(3)), last + step, last + Math.abs(last) * 2 ** -50];
  const next = candidates.find((candidate) => candidate > last && Number.isFinite(candidate));
  if (next !== undefined) agent.progress = next;
  agent.isProgressRaised = true;
  return next;
}
