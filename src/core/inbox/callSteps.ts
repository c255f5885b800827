import { t } from '@vscode/l10n';
import type { Delivery, DeliveryState } from '#core/delivery/deliveryState.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { inOneLine } from '#form/text.ts';
import { type AnswerInWords, answersInWords } from './answersInWords.ts';
import type { Settlement } from './inbox.ts';

/**
 * The state of a step. `opened`: its page was opened. `withdrawn`: the server, the host or the connection withdrew it.
 * While the answer is being sent: `sending`; `slow` after a long time; `silent` after a long time if only the result of the
 * call may confirm it; `signIn` while it waits for a sign-in; `paused` while it waits for `Retry-After`.
 * `undelivered`: the answer did not arrive. `unknown`: it may not have arrived.
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
  /** Its index among all requests of the call, from 0. */
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
  /** Increases with every change. */
  readonly revision: number;
  /** The newest 50, in the order in which they arrived. */
  readonly steps: readonly SettledStep[];
  /** The number of earlier steps that were dropped. */
  readonly forgotten: number;
}

/** The position of a waiting request in its call. */
export interface CallStepPosition {
  /** Its index, from 0. */
  readonly current: number;
  /** The number of steps known so far, if more than this one. The server may still add steps. */
  readonly total?: number;
  /** The states of its batch, in order; `first` is the index of the batch's first step. */
  readonly states: readonly StepState[];
  readonly first: number;
  /** How many other requests of the call wait. */
  readonly waiting: number;
  /** Absent while no step is settled. */
  readonly past?: EarlierSteps;
}

/** Requests that arrived together: in one round, or pushed before any of them was settled. */
export interface Batch {
  /** The index of its first request in the call. */
  readonly first: number;
  size: number;
  readonly states: Map<number, SettledStep['state']>;
}

type Sending = Extract<DeliveryState, { kind: 'sending' }>;

const undecidedStates: ReadonlySet<StepState> = new Set(['sending', 'slow', 'silent', 'signIn', 'paused']);
const maxSteps = 50;
/** Characters of a message. */
const longestMessage = 200;
/** Answers of all steps. */
const maxAnswers = 200;
/** Pushed requests in one batch. */
const maxTogether = 50;

/** The requests of one call, in the order in which they arrived. */
export class CallSteps {
  readonly request: CallRequest;
  /** The positions of the waiting requests, by id. */
  readonly #places = new Map<string, { readonly batch: Batch; readonly index: number }>();
  /** The batches of the groups with a waiting request, by group id. */
  readonly #groups = new Map<string, Batch>();
  /** The positions of the requests whose answers are being sent, by id. */
  readonly #sending = new Map<string, { readonly batch: Batch; readonly index: number }>();
  /** The batch of the newest pushed request. */
  #pushed: Batch | undefined;
  #asked = 0;
  #settled = 0;
  #past: EarlierSteps = { revision: 0, steps: [], forgotten: 0 };

  constructor(request: CallRequest) {
    this.request = request;
  }

  /** True while a request of the call waits. */
  get waits(): boolean {
    return this.#places.size > 0;
  }

  /** `past` once the call is over: answers that are still being sent become `unknown`, because no further state follows. */
  get lastPast(): EarlierSteps | undefined {
    const steps = this.#past.steps.map((step) =>
      undecidedStates.has(step.state) ? { ...step, state: 'unknown' as const } : step,
    );
    return this.past && { ...this.#past, steps };
  }

  /** How many requests wait, including those of a group that have yet to arrive. */
  get waiting(): number {
    return this.#asked - this.#settled;
  }

  /** `undefined` while nothing is settled. */
  get past(): EarlierSteps | undefined {
    return this.#past.steps.length > 0 ? this.#past : undefined;
  }

  arrived({ id, group }: ElicitationRequest): void {
    if (!group) {
      const batch = this.#currentBatch();
      this.#places.set(id, { batch, index: batch.size });
      batch.size += 1;
      this.#asked += 1;
      return;
    }
    const batch = this.#groups.get(group.id) ?? { first: this.#asked, size: group.size, states: new Map() };
    if (!this.#groups.has(group.id)) {
      this.#groups.set(group.id, batch);
      this.#asked += group.size;
    }
    this.#places.set(id, { batch, index: group.index });
  }

  /** `delivery`: the answer is being sent, and `delivery()` is called with its further states. */
  settled(request: ElicitationRequest, settlement: Settlement, delivery?: Delivery): void {
    const place = this.#places.get(request.id);
    if (!place) {
      return;
    }
    const { batch, index } = place;
    const state = delivery ? deliveryState(delivery) : stateOf(request, settlement);
    if (delivery) {
      this.#sending.set(request.id, place);
    }
    this.#places.delete(request.id);
    this.#settled += 1;
    batch.states.set(index, state);
    if (request.group && batch.states.size === batch.size) {
      this.#groups.delete(request.group.id);
    }
    this.#remember({
      index: batch.first + index,
      message: firstLine(request.message),
      state,
      ...answersTo(request, settlement),
    });
  }

  /** The delivery of an answer has changed. */
  delivery(delivery: Delivery): void {
    const place = this.#sending.get(delivery.id);
    if (!place) {
      return;
    }
    const { batch, index } = place;
    const state = deliveryState(delivery);
    batch.states.set(index, state);
    if (delivery.ended) {
      this.#sending.delete(delivery.id);
    }
    const steps = this.#past.steps.map((step) => (step.index === batch.first + index ? { ...step, state } : step));
    this.#past = { ...this.#past, revision: this.#past.revision + 1, steps };
  }

  /** The batch of a waiting request. */
  batchOf(id: string): Batch | undefined {
    return this.#places.get(id)?.batch;
  }

  /** The position of a waiting request; `undefined` if it is the only one so far. */
  steps(id: string): CallStepPosition | undefined {
    const place = this.#places.get(id);
    const waiting = this.waiting - 1;
    if (!place || (waiting === 0 && !this.past)) {
      return undefined;
    }
    const { batch, index } = place;
    const current = batch.first + index;
    const isOneOf = batch.size > 1 || current + 1 < this.#asked;
    return {
      current,
      ...(isOneOf && { total: this.#asked }),
      first: batch.first,
      states: Array.from({ length: batch.size }, (_, at) => batch.states.get(at) ?? 'waiting'),
      waiting,
      ...(this.past && { past: this.past }),
    };
  }

  /** The batch for a pushed request: the newest one until its first request is settled, else another. */
  #currentBatch(): Batch {
    const last = this.#pushed;
    const isOpen = last?.states.size === 0 && last.size < maxTogether && last.first + last.size === this.#asked;
    const batch = isOpen ? last : { first: this.#asked, size: 0, states: new Map() };
    this.#pushed = batch;
    return batch;
  }

  #remember(step: SettledStep): void {
    const { revision, steps, forgotten } = this.#past;
    const all = [...steps, step].sort((one, other) => one.index - other.index);
    const kept = all.slice(-maxSteps);
    this.#past = {
      revision: revision + 1,
      steps: withFewAnswers(kept),
      forgotten: forgotten + all.length - kept.length,
    };
  }
}

/** Limits the answers of all steps; the newest steps keep theirs. */
function withFewAnswers(steps: readonly SettledStep[]): readonly SettledStep[] {
  let left = maxAnswers;
  return steps
    .toReversed()
    .map((step) => {
      const answers = step.answers.slice(0, left);
      left -= answers.length;
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
    const { registrableDomain, hostname } = request.reading;
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
  return inOneLine(message.trimStart().split('\n', 1)[0] ?? '', longestMessage);
}

function stateOf({ mode }: ElicitationRequest, settlement: Settlement): SettledStep['state'] {
  if (settlement.kind === 'withdrawn') {
    return 'withdrawn';
  }
  const { action } = settlement.decision;
  return action === 'accept' && mode === 'url' ? 'opened' : action;
}
