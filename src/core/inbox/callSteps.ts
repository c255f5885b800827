import { t } from '@vscode/l10n';
import type { Delivery, DeliveryState } from '#core/delivery/deliveryState.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { inOneLine } from '#form/text.ts';
import { type AnswerInWords, answersInWords } from './answersInWords.ts';
import type { Settlement } from './inbox.ts';

/**
 * The state of a step. `opened`: its page was opened. `withdrawn`: the server or the host withdrew the request, or the
 * connection ended. While the answer is being sent: `sending`; `slow` after a long time; `silent` after a long time if only
 * the result of the call may confirm it; `signIn` while it waits for a sign-in; `paused` while it waits for `Retry-After`.
 * `undelivered`: the answer has not arrived. `unknown`: the answer may not have arrived.
 */
type StepState =
  | 'waiting'
  | 'accept'
  | 'opened'
  | 'decline'
  | 'cancel'
  | 'withdrawn'
  | 'sending'
  | 'slow'
  | 'silent'
  | 'signIn'
  | 'paused'
  | 'undelivered'
  | 'unknown';

/** A settled request of a call. */
export interface SettledStep {
  /** The index of the request among all requests of the call, from 0. */
  readonly index: number;
  /** The first line of the server's message. May be empty. */
  readonly message: string;
  readonly state: Exclude<StepState, 'waiting'>;
  readonly answers: readonly AnswerInWords[];
  /** The number of answers left out of `answers`. */
  readonly more: number;
}

/** The settled steps of a call. */
export interface EarlierSteps {
  /** Increases with each change. */
  readonly revision: number;
  /** The newest 50 settled steps, in the order in which their requests arrived. */
  readonly steps: readonly SettledStep[];
  /** The number of older steps that are not in `steps`. */
  readonly forgotten: number;
}

/** The position of a waiting request in its call. */
export interface CallStepPosition {
  /** The index of the request in the call, from 0. */
  readonly current: number;
  /** The number of steps known so far, unless this is the only or the last one. The server may still add steps. */
  readonly total?: number;
  /** The states of the steps in the request's group, in order; `first` is the index of the group's first step. */
  readonly states: readonly StepState[];
  readonly first: number;
  /** The number of other requests of the call that wait. */
  readonly waiting: number;
  /** Absent while no step is settled. */
  readonly past?: EarlierSteps;
}

/** Requests that arrived together: in one round, or pushed before any of them was settled. */
export interface RequestGroup {
  /** The index of the first request of the group in the call. */
  readonly first: number;
  size: number;
  readonly states: Map<number, SettledStep['state']>;
}

type Sending = Extract<DeliveryState, { kind: 'sending' }>;

const undecidedStates: ReadonlySet<StepState> = new Set(['sending', 'slow', 'silent', 'signIn', 'paused']);
const maxSteps = 50;
/** The longest message of a step, in characters. */
const maxMessageLineLength = 200;
/** The number of answers of all steps together. */
const maxAnswers = 200;
/** The number of pushed requests in one group. */
const maxPushedInGroup = 50;

/** The requests of one call, in the order in which they arrived. */
export class CallSteps {
  readonly request: CallRequest;
  /** The positions of the waiting requests, by id. */
  readonly #positions = new Map<string, { readonly group: RequestGroup; readonly index: number }>();
  /** The groups of rounds and of required URLs that have a waiting request, by the id in `PositionInGroup`. */
  readonly #groupsById = new Map<string, RequestGroup>();
  /** The positions of the requests whose answers are being sent, by id. */
  readonly #sending = new Map<string, { readonly group: RequestGroup; readonly index: number }>();
  /** The group of the newest pushed request. */
  #pushed: RequestGroup | undefined;
  #arrivedCount = 0;
  #settledCount = 0;
  #past: EarlierSteps = { revision: 0, steps: [], forgotten: 0 };

  constructor(request: CallRequest) {
    this.request = request;
  }

  /** True while a request of the call waits. */
  get hasWaiting(): boolean {
    return this.#positions.size > 0;
  }

  /** `earlierSteps` of a call that has ended: answers that are being sent become `unknown`, because no other state follows. */
  get finalEarlierSteps(): EarlierSteps | undefined {
    const steps = this.#past.steps.map((step) =>
      undecidedStates.has(step.state) ? { ...step, state: 'unknown' as const } : step,
    );
    return this.earlierSteps && { ...this.#past, steps };
  }

  /** The number of requests that wait, including those of a group that have not arrived yet. */
  get waitingCount(): number {
    return this.#arrivedCount - this.#settledCount;
  }

  /** The settled steps; `undefined` while there are none. */
  get earlierSteps(): EarlierSteps | undefined {
    return this.#past.steps.length > 0 ? this.#past : undefined;
  }

  add({ id, group: position }: ElicitationRequest): void {
    if (!position) {
      const group = this.#openGroup();
      this.#positions.set(id, { group, index: group.size });
      group.size += 1;
      this.#arrivedCount += 1;
      return;
    }
    const group = this.#groupsById.get(position.id) ?? {
      first: this.#arrivedCount,
      size: position.size,
      states: new Map(),
    };
    if (!this.#groupsById.has(position.id)) {
      this.#groupsById.set(position.id, group);
      this.#arrivedCount += position.size;
    }
    this.#positions.set(id, { group, index: position.index });
  }

  /** Settles a waiting request. `delivery`: present if its answer is delivered; `updateDelivery` is called with further states. */
  settle(request: ElicitationRequest, settlement: Settlement, delivery?: Delivery): void {
    const position = this.#positions.get(request.id);
    if (!position) {
      return;
    }
    const { group, index } = position;
    const state = delivery ? deliveryState(delivery) : stateOf(request, settlement);
    if (delivery) {
      this.#sending.set(request.id, position);
    }
    this.#positions.delete(request.id);
    this.#settledCount += 1;
    group.states.set(index, state);
    if (request.group && group.states.size === group.size) {
      this.#groupsById.delete(request.group.id);
    }
    this.#remember({
      index: group.first + index,
      message: firstLine(request.message),
      state,
      ...answersTo(request, settlement),
    });
  }

  /** Updates the step of an answer whose delivery has changed. */
  updateDelivery(delivery: Delivery): void {
    const position = this.#sending.get(delivery.id);
    if (!position) {
      return;
    }
    const { group, index } = position;
    const state = deliveryState(delivery);
    group.states.set(index, state);
    if (delivery.ended) {
      this.#sending.delete(delivery.id);
    }
    const steps = this.#past.steps.map((step) => (step.index === group.first + index ? { ...step, state } : step));
    this.#past = { ...this.#past, revision: this.#past.revision + 1, steps };
  }

  /** The group of a waiting request. */
  groupOf(id: string): RequestGroup | undefined {
    return this.#positions.get(id)?.group;
  }

  /** The position of a waiting request; `undefined` if it is the only one so far. */
  positionOf(id: string): CallStepPosition | undefined {
    const position = this.#positions.get(id);
    const waiting = this.waitingCount - 1;
    if (!position || (waiting === 0 && !this.earlierSteps)) {
      return undefined;
    }
    const { group, index } = position;
    const current = group.first + index;
    const hasOthers = group.size > 1 || current + 1 < this.#arrivedCount;
    return {
      current,
      ...(hasOthers && { total: this.#arrivedCount }),
      first: group.first,
      states: Array.from({ length: group.size }, (_, at) => group.states.get(at) ?? 'waiting'),
      waiting,
      ...(this.earlierSteps && { past: this.earlierSteps }),
    };
  }

  /** The group for a pushed request: the newest one until a request of it is settled, then another one. */
  #openGroup(): RequestGroup {
    const last = this.#pushed;
    const isOpen =
      last?.states.size === 0 && last.size < maxPushedInGroup && last.first + last.size === this.#arrivedCount;
    const group = isOpen ? last : { first: this.#arrivedCount, size: 0, states: new Map() };
    this.#pushed = group;
    return group;
  }

  #remember(step: SettledStep): void {
    const { revision, steps, forgotten } = this.#past;
    const all = [...steps, step].sort((one, other) => one.index - other.index);
    const kept = all.slice(-maxSteps);
    this.#past = {
      revision: revision + 1,
      steps: limitAnswers(kept),
      forgotten: forgotten + all.length - kept.length,
    };
  }
}

/** Limits the number of answers of all steps together. The newest steps keep their answers. */
function limitAnswers(steps: readonly SettledStep[]): readonly SettledStep[] {
  let answersLeft = maxAnswers;
  return steps
    .toReversed()
    .map((step) => {
      const answers = step.answers.slice(0, answersLeft);
      answersLeft -= answers.length;
      return answers.length === step.answers.length
        ? step
        : { ...step, answers, more: step.more + step.answers.length - answers.length };
    })
    .toReversed();
}

function answersTo(request: ElicitationRequest, settlement: Settlement): Pick<SettledStep, 'answers' | 'more'> {
  if (settlement.kind === 'decided' && settlement.decision.action === 'accept') {
    const { content = {} } = settlement.decision;
    if (request.mode === 'form') {
      const answers = answersInWords(request, content, maxAnswers);
      return { answers, more: Object.keys(content).length - answers.length };
    }
    const { registrableDomain, hostname } = request.parsedUrl;
    return { answers: [{ label: t('Website'), value: registrableDomain ?? hostname }], more: 0 };
  }
  return { answers: [], more: 0 };
}

function deliveryState({ request, decision, state }: Delivery): SettledStep['state'] {
  switch (state.kind) {
    case 'sending':
      return sendingState(state);
    case 'refused':
      return 'undelivered';
    case 'unknown':
      return 'unknown';
    default:
      return stateOf(request, { kind: 'decided', decision });
  }
}

function sendingState({ slow, untilResult, signIn, pauseMs }: Sending): SettledStep['state'] {
  if (signIn || pauseMs !== undefined) {
    return signIn ? 'signIn' : 'paused';
  }
  return slow ? (untilResult ? 'silent' : 'slow') : 'sending';
}

function firstLine(message: string): string {
  return inOneLine(message.trimStart().split('\n', 1)[0] ?? '', maxMessageLineLength);
}

function stateOf({ mode }: ElicitationRequest, settlement: Settlement): SettledStep['state'] {
  if (settlement.kind === 'withdrawn') {
    return 'withdrawn';
  }
  const { action } = settlement.decision;
  return action === 'accept' && mode === 'url' ? 'opened' : action;
}
