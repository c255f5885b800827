import { t } from '@vscode/l10n';
import type { Delivery, DeliveryState } from '#core/delivery/deliveryState.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { inOneLine } from '#form/text.ts';
import { type AnswerInWords, answersInWords } from './answersInWords.ts';
import type { Settlement } from './inbox.ts';

/**
 * How a step stands. `opened`: its page was opened. `withdrawn`: somebody else took it away. `sending`: the answer is on its
 * way, `slow` for long, `silent` for long with a request that only the result of the call may answer, `signIn` until the user has signed in, `paused` because the server asked for that. `undelivered`: it did not arrive. `unknown`: it may not
 * have.
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

/** A question of a call that is settled. */
export interface SettledStep {
  /** Its place among all that the call has asked, from 0. */
  readonly index: number;
  /** The first line of what the server said. May be empty. */
  readonly message: string;
  readonly state: Exclude<StepState, 'waiting'>;
  readonly answers: readonly AnswerInWords[];
  /** Answers that are not among them, because there are too many. */
  readonly more: number;
}

/** What is behind the person in a call. */
export interface EarlierSteps {
  /** Another number with every change. */
  readonly revision: number;
  /** In the order in which they were asked; the newest 50. */
  readonly steps: readonly SettledStep[];
  /** How many there were before these. */
  readonly forgotten: number;
}

/** Where a question stands in its call. */
export interface CallStepPosition {
  /** Its place, from 0. */
  readonly current: number;
  /** How many steps there are, where more than this one are known; the server may still ask more than that. */
  readonly total?: number;
  /** How it and those that came together with it stand, in their order, and the place of the first of them. */
  readonly states: readonly StepState[];
  readonly first: number;
  /** How many other questions of the call wait. */
  readonly waiting: number;
  /** Absent while there is none. */
  readonly past?: EarlierSteps;
}

/** Questions that came together: in one round, or pushed before any of them was settled. */
export interface Batch {
  /** Where its first question stands in the call. */
  readonly first: number;
  size: number;
  readonly states: Map<number, SettledStep['state']>;
}

type Sending = Extract<DeliveryState, { kind: 'sending' }>;

const undecidedStates: ReadonlySet<StepState> = new Set(['sending', 'slow', 'silent', 'signIn', 'paused']);
const mostSteps = 50;
/** Characters of a message. */
const longestMessage = 200;
/** Answers of all steps. */
const mostAnswers = 200;
/** Pushed questions that count as having come together. */
const mostTogether = 50;

/** The questions of one call, in the order in which they were asked. */
export class CallSteps {
  readonly request: CallRequest;
  /** Of the questions that wait, by id. */
  readonly #places = new Map<string, { readonly batch: Batch; readonly index: number }>();
  /** Of the groups that have a question that waits, by id. */
  readonly #groups = new Map<string, Batch>();
  /** Of the questions whose answers are on their way, by id. */
  readonly #sending = new Map<string, { readonly batch: Batch; readonly index: number }>();
  /** That of the newest pushed question. */
  #pushed: Batch | undefined;
  #asked = 0;
  #settled = 0;
  #past: EarlierSteps = { revision: 0, steps: [], forgotten: 0 };

  constructor(request: CallRequest) {
    this.request = request;
  }

  /** True while a question of it waits. */
  get waits(): boolean {
    return this.#places.size > 0;
  }

  /** The same once the call is over: nobody tells any more what becomes of an answer that is still on its way. */
  get lastPast(): EarlierSteps | undefined {
    const steps = this.#past.steps.map((step) =>
      undecidedStates.has(step.state) ? { ...step, state: 'unknown' as const } : step,
    );
    return this.past && { ...this.#past, steps };
  }

  /** How many of its questions wait, those that are still to come of a group among them. */
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

  /** `delivery`: the answer is on its way, and `delivery` will be told of. */
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

  /** Something else is known of an answer that is on its way. */
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

  /** Those that a question which waits came together with. */
  batchOf(id: string): Batch | undefined {
    return this.#places.get(id)?.batch;
  }

  /** `undefined` for a question that is the only one so far. */
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

  /** Pushed questions come together until the first of them is settled. */
  #currentBatch(): Batch {
    const last = this.#pushed;
    const isOpen = last?.states.size === 0 && last.size < mostTogether && last.first + last.size === this.#asked;
    const batch = isOpen ? last : { first: this.#asked, size: 0, states: new Map() };
    this.#pushed = batch;
    return batch;
  }

  #remember(step: SettledStep): void {
    const { revision, steps, forgotten } = this.#past;
    const all = [...steps, step].sort((one, other) => one.index - other.index);
    const kept = all.slice(-mostSteps);
    this.#past = {
      revision: revision + 1,
      steps: withFewAnswers(kept),
      forgotten: forgotten + all.length - kept.length,
    };
  }
}

/** The newest keep their answers. */
function withFewAnswers(steps: readonly SettledStep[]): readonly SettledStep[] {
  let left = mostAnswers;
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
      const answers = answersInWords(request, content, mostAnswers);
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
