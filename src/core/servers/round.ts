import { randomUUID } from 'node:crypto';
import { ProtocolError } from '@modelcontextprotocol/client';
import { isRecord } from '../../form/json.ts';
import { inOneLine } from '../../form/text.ts';
import { HostError } from '../errors.ts';
import type { Unasked } from '../inbox/exchanges.ts';
import type { Settlement } from '../inbox/inbox.ts';
import type { Call } from './call.ts';
import { declined, declinedNote } from './declined.ts';
import type { Questions } from './elicitation.ts';
import type { Elicitation, UrlElicitation } from './elicitationParams.ts';
import { type ElicitResult, resultOf } from './elicitResult.ts';
import { keptReply } from './keptReply.ts';
import { type Roots, rootsResult } from './roots.ts';

/** Requests of ours whose server may ask for pages before it answers them. */
export interface PagesContext {
  readonly questions: Questions;
  /** Absent: it is no call, and nobody is waiting for it. */
  readonly call?: Call | undefined;
  /** Fires when the requests are to end; its reason is what the caller is told. */
  readonly signal: AbortSignal;
}

/** A call whose server may ask. */
export interface AskingContext extends PagesContext {
  readonly call: Call;
  /** Absent: roots are not declared. */
  readonly roots?: Roots | undefined;
}

export type Responses = Record<string, unknown>;

interface Question {
  readonly key: string;
  readonly id: string;
  readonly asks: Elicitation;
}

/** One of our questions, or something that is answered by itself. */
type Step = Question | ({ readonly key: string; readonly id: string } & ByItself);

/** Answered without a person. */
interface ByItself {
  readonly response: object;
  readonly visited?: UrlElicitation;
  /** The person has declined it for the rest of the call. */
  readonly declined?: true;
}

/** Of one call, that wait for their answer at the same time. */
const mostRequests = 50;
/** UTF-16 code units of all requests of a round, as JSON: they are all read before anybody is asked. */
const longestRound = 5_000_000;
/** UTF-16 code units. */
const longestKey = 1000;

/** The requests of one `input_required` result, all of them read. */
export class Round {
  readonly #steps: readonly Step[];
  readonly #context: AskingContext;

  /**
   * `open`: how many of the call's requests wait for their answer already.
   * @throws HostError `CallFailed` when one of them cannot be shown; nobody has been asked then.
   * Source: MCP specification 2026-07-28, basic/patterns/mrtr, "InputRequests".
   */
  constructor(inputRequests: Readonly<Record<string, unknown>>, context: AskingContext, open = 0) {
    this.#context = context;
    const entries = Object.entries(inputRequests);
    const { record } = context.questions;
    const problem = problemOf(entries, open);
    if (problem !== undefined) {
      const id = randomUUID();
      record.asked({ id, way: 'round', received: inputRequests, findings: [`Refused: ${problem}.`] }, context.call);
      context.questions.sayRefused(problem);
      record.unanswered(id, 'Nothing was sent: the call was ended.', 'refused');
      throw refused(problem);
    }
    const refusals: string[] = [];
    const steps = entries.map(([key, received]) => {
      const id = randomUUID();
      try {
        const { findings, ...step } = read(received, context);
        record.asked({ id, way: 'round', key, received, findings }, context.call);
        return { key, id, ...step };
      } catch (error) {
        const reason = error instanceof ProtocolError || error instanceof Unfit ? error.message : undefined;
        if (reason === undefined) {
          throw error;
        }
        refusals.push(reason);
        record.asked({ id, way: 'round', key, received, findings: [`Refused: ${reason}`] }, context.call);
        return { key, id, response: {} };
      }
    });
    const [reason] = refusals;
    if (reason !== undefined) {
      context.questions.sayRefused(reason);
      this.#unanswered(steps, `Nothing was sent: the call was ended, because ${reason}`, 'refused');
      throw refused(reason);
    }
    this.#steps = steps;
  }

  get size(): number {
    return this.#steps.length;
  }

  /** True when a person is to be asked. */
  get asks(): boolean {
    return this.#steps.some((step) => 'asks' in step);
  }

  /** Pages that the person has opened already in this call. */
  get visited(): readonly UrlElicitation[] {
    return this.#steps.flatMap((step) => ('visited' in step && step.visited ? [step.visited] : []));
  }

  /**
   * Asks everything there is to ask as one group, and gives all responses by key once the last is settled.
   * A round counts as one question, and waits for the person's word where the server asks too often.
   * @throws HostError `CallCancelled` when a question is taken back; what `ready`, which is waited for first, throws; the
   * signal's reason when that has fired before anybody is asked.
   */
  async answer(ready?: Promise<void>): Promise<Responses> {
    const { questions } = this.#context;
    let withheld: Unasked | undefined;
    try {
      await ready;
      this.#context.signal.throwIfAborted();
      const verdict = this.asks ? questions.admission.ask(this.#context.call) : undefined;
      if (verdict?.ok === false) {
        withheld = verdict.reason;
        await questions.admission.wait({ ...this.#context, questions: this.#asked.length, reason: withheld });
        withheld = undefined;
      }
      const results = await this.#askAll();
      const responses = this.#steps.map(
        (step) => [step, 'asks' in step ? results.get(subjectOf(step)) : step.response] as const,
      );
      this.#recordReplies(results);
      // Not by assignment: a key may be `__proto__`.
      return Object.fromEntries(responses.map(([{ key }, response]) => [key, response]));
    } catch (error) {
      const reason = error instanceof HostError ? error.summary : 'The call ended.';
      this.#unanswered(this.#steps, `Nothing was sent. ${reason}`, withheld);
      throw error;
    }
  }

  /** Each once that a person is to be asked. */
  get #asked(): readonly Question[] {
    const asked: Question[] = [];
    for (const step of this.#steps) {
      if ('asks' in step && asked.every((other) => subjectOf(other) !== subjectOf(step))) {
        asked.push(step);
      }
    }
    return asked;
  }

  /** The results by subject. */
  async #askAll(): Promise<ReadonlyMap<string, ElicitResult>> {
    const { questions, call } = this.#context;
    const asked = this.#asked;
    const groupId = randomUUID();
    const settlements = await Promise.all(
      asked.map(async ({ id, asks: elicitation }, index) => {
        const group = asked.length > 1 ? { id: groupId, index, size: asked.length } : undefined;
        const settlement = await questions.ask({ id, elicitation, call, group });
        if (settlement.kind === 'withdrawn') {
          for (const other of asked) {
            questions.takeBack(other.id, settlement.withdrawal);
          }
        }
        return { subject: subjectOf({ id, asks: elicitation }), elicitation, settlement };
      }),
    );
    const withdrawn = settlements.map(({ settlement }) => settlement).find(isWithdrawn);
    if (withdrawn) {
      throw new HostError({ name: 'CallCancelled', summary: withdrawn.withdrawal.reason });
    }
    const results = settlements.map(({ subject, elicitation, settlement }) => ({
      subject,
      elicitation,
      result: resultOf(elicitation, settlement),
    }));
    this.#remember(results);
    return new Map(results.map(({ subject, result }) => [subject, result]));
  }

  #remember(results: readonly { elicitation: Elicitation; result: ElicitResult }[]): void {
    const accepted = this.#context.questions.acceptedIn(this.#context.call);
    for (const { elicitation, result } of results) {
      if (elicitation.mode === 'form' && result.content) {
        accepted.addForm(elicitation, result.content);
      } else if (elicitation.mode === 'url' && result.action === 'accept') {
        accepted.addUrl(elicitation.url);
      }
    }
  }

  #recordReplies(results: ReadonlyMap<string, ElicitResult>): void {
    const { record } = this.#context.questions;
    for (const step of this.#steps) {
      const result = 'asks' in step ? results.get(subjectOf(step)) : undefined;
      if ('asks' in step && result) {
        const { sent, note } = keptReply(step.asks, result);
        record.replied(step.id, sent, note);
      } else if ('response' in step) {
        const stands = step.declined === true;
        record.replied(step.id, step.response, stands ? declinedNote : undefined, stands ? 'declined' : undefined);
      }
    }
  }

  #unanswered(steps: readonly Step[], note: string, unasked?: Unasked): void {
    for (const { id } of steps) {
      this.#context.questions.record.unanswered(id, note, unasked);
    }
  }
}

/** What is asked: a page, which is asked for once whatever its keys are, or one form. */
function subjectOf({ id, asks }: Pick<Question, 'id' | 'asks'>): string {
  return asks.mode === 'url' ? asks.url : id;
}

/** Why a round as a whole cannot be shown, as half a sentence. */
function problemOf(entries: readonly (readonly [string, unknown])[], open: number): string | undefined {
  const count = open + entries.length;
  if (count > mostRequests) {
    return `it asked ${count} things at once, and at most ${mostRequests} can be shown`;
  }
  if (entries.some(([key]) => key.length > longestKey)) {
    return `one of its requests has a key of more than ${longestKey} characters`;
  }
  return JSON.stringify(entries).length > longestRound
    ? `its requests have more than ${longestRound} characters in all`
    : undefined;
}

/** Why a request cannot be answered, as half a sentence for the person. */
class Unfit extends Error {}

type Reading = { readonly findings: readonly string[] } & ({ readonly asks: Elicitation } | ByItself);

function read(request: unknown, { questions, call, roots }: AskingContext): Reading {
  const method = isRecord(request) ? request['method'] : undefined;
  if (!isRecord(request) || typeof method !== 'string') {
    throw new Unfit('it sent a request without a method');
  }
  const params = request['params'];
  if (method === 'roots/list' && roots) {
    return { response: rootsResult(roots), findings: ['The folders of the workspace: answered without a person.'] };
  }
  if (method !== 'elicitation/create') {
    throw new Unfit(`it asked for "${inOneLine(method, 100)}", which was not offered to it`);
  }
  if (!questions.modes.form && !questions.modes.url) {
    throw new Unfit('it asked a question, and questions are switched off for this server');
  }
  const elicitation = questions.read(params, 'modern');
  const findings = questions.findings(elicitation, params);
  if (elicitation.mode === 'url' && questions.acceptedIn(call).hasUrl(elicitation.url)) {
    const again = 'The person has opened this very page before in this call; they are not asked again.';
    return { response: { action: 'accept' }, visited: elicitation, findings: [...findings, again] };
  }
  if (questions.isDeclined(elicitation, call)) {
    return { response: declined, declined: true, findings };
  }
  return { asks: elicitation, findings };
}

function refused(reason: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: `The server's question could not be shown: ${reason.replace(/\.$/, '')}.`,
    remedy: 'The server has to be corrected.',
  });
}

function isWithdrawn(settlement: Settlement): settlement is Extract<Settlement, { kind: 'withdrawn' }> {
  return settlement.kind === 'withdrawn';
}
