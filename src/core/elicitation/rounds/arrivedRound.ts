import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { RateVerdict } from '#core/guard/rateLimiter.ts';
import type { Exchange, NotShownReason } from '#core/inbox/exchanges.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { isRecord } from '#form/json.ts';
import { groupDigits } from '#form/schema/schemaLimits.ts';
import type { ElicitingCall } from './elicitingCall.ts';
import { Round } from './round.ts';
import {
  needsUser,
  type RoundRequest,
  type RoundStep,
  readRoundRequest,
  type UnusableRequest,
} from './roundRequests.ts';

/** The number of requests of one call that may wait for an answer at the same time. */
const maxRequests = 50;
/** The longest JSON of all requests of a round, in UTF-16 code units. All of them are read before the first is shown. */
const maxRoundLength = 5_000_000;
/** The number of properties in all forms of a round. Reading a property takes a quarter of a millisecond, and more if it is hostile. */
const maxFields = 1000;
/** The longest key of a request, in UTF-16 code units. */
const maxKeyLength = 1000;

/** The requests of one `input_required` result before they are read. Reading takes time, so the round is admitted first. */
export class ArrivedRound {
  readonly #requests: readonly RoundRequest[];
  readonly #context: ElicitingCall;
  /** The codes of the limits that the round has exceeded. */
  #limits: readonly LimitCode[] = [];

  /**
   * @param open the number of requests of the call that already wait for an answer
   * @throws HostError `CallFailed` if there are too many requests or a key is too long; no request is read before this check
   * Source: MCP specification 2026-07-28, basic/patterns/mrtr, "InputRequests".
   */
  constructor(inputRequests: Readonly<Record<string, unknown>>, context: ElicitingCall, open = 0) {
    this.#context = context;
    const entries = Object.entries(inputRequests);
    const problem = exceededCount(entries, open);
    if (problem !== undefined) {
      const { exchanges } = context.elicitations;
      const { limit, reason } = problem;
      const id = randomUUID();
      const codes = { limits: [limit], unread: true };
      exchanges.addRequest(
        { id, arrival: 'round', received: inputRequests, findings: [`Refused: ${reason}.`], codes },
        context.call,
      );
      throw this.#refuse([{ id }], reason);
    }
    this.#requests = entries.map(([key, received]) => ({ key, id: randomUUID(), received }));
  }

  get size(): number {
    return this.#requests.length;
  }

  /**
   * Reads the requests, one in each turn of the event loop. A round counts as one elicitation. If the server has exceeded its
   * rate limit or is muted, calls `onWithheld` and waits until the user allows the round before reading it.
   * @throws HostError `CallFailed` if one of the requests cannot be shown (then none is shown)
   * @throws HostError `CallCancelled` if the user stops the call
   * @throws the signal's reason if the signal is aborted before all requests are read
   */
  async admit(onWithheld?: () => void): Promise<Round> {
    const { elicitations, call } = this.#context;
    const { admission } = elicitations;
    const admitted = await admission.runExclusively(async () => {
      const verdict = admission.peek(call);
      // A round that needs no answer of the user is not withheld.
      const count = verdict.ok ? 0 : this.#requests.filter((request) => needsUser(request, this.#context)).length;
      if (!verdict.ok && count > 0) {
        return { ...verdict, count };
      }
      const round = await this.#read();
      if (round.needsUser) {
        admission.admit(call);
      }
      return round;
    });
    if (admitted instanceof Round) {
      return admitted;
    }
    onWithheld?.();
    await this.#waitUntilAllowed(admitted.count, admitted);
    return admission.runExclusively(() => this.#read());
  }

  async #waitUntilAllowed(count: number, { reason, limit }: Extract<RateVerdict, { ok: false }>): Promise<void> {
    const { admission } = this.#context.elicitations;
    admission.admit(this.#context.call);
    this.#limits = [limit];
    const codes = { limits: this.#limits, unread: true };
    for (const request of this.#requests) {
      const findings = ['It is not read before the person lets it pass: the server asks too often, or is muted.'];
      this.#recordRequest(request, { findings, codes });
    }
    try {
      await admission.waitUntilAllowed({ ...this.#context, count, reason });
      this.#limits = [limit, 'allowed'];
    } catch (error) {
      const why = error instanceof HostError ? error.summary : t('The call ended.');
      this.#recordUnanswered(this.#requests, `Nothing was sent. ${why}`, reason);
      throw error;
    }
  }

  async #read(): Promise<Round> {
    const { signal } = this.#context;
    const sizeProblem = exceededSize(this.#requests);
    const refusals: string[] = [];
    const steps: RoundStep[] = [];
    for (const request of this.#requests) {
      if (steps.length > 0 && !sizeProblem) {
        await nextTurn();
      }
      if (signal.aborted) {
        this.#recordUnread(this.#requests.slice(steps.length));
        throw signal.reason;
      }
      steps.push(this.#readOne(request, sizeProblem, refusals));
    }
    const [reason] = refusals;
    if (reason !== undefined) {
      throw this.#refuse(steps, reason);
    }
    return new Round(steps, this.#context);
  }

  #readOne(request: RoundRequest, sizeProblem: UnusableRequest | undefined, refusals: string[]): RoundStep {
    const { key, id } = request;
    const reading = sizeProblem ?? readRoundRequest(request, this.#context);
    const codes = { ...reading.codes, limits: [...this.#limits, ...(reading.codes?.limits ?? [])] };
    if ('reason' in reading) {
      refusals.push(reading.reason);
      this.#recordRequest(request, { findings: [`Refused: ${reading.reason}`], codes });
      return { key, id, response: {} };
    }
    const { findings, codes: _, ...step } = reading;
    this.#recordRequest(request, { findings, codes });
    return { key, id, ...step };
  }

  /** Records the requests that were not read before the call ended. */
  #recordUnread(unread: readonly RoundRequest[]): void {
    const codes = { limits: this.#limits, unread: true };
    for (const request of unread) {
      this.#recordRequest(request, { findings: ['It was not read: the call ended before.'], codes });
    }
    this.#recordUnanswered(this.#requests, `Nothing was sent. ${t('The call ended.')}`);
  }

  #recordRequest({ key, id, received }: RoundRequest, details: Pick<Exchange, 'findings' | 'codes'>): void {
    const { elicitations, call } = this.#context;
    elicitations.exchanges.addRequest({ id, arrival: 'round', key, received, ...details }, call);
  }

  #refuse(requests: readonly Pick<RoundRequest, 'id'>[], reason: string): HostError {
    const why = reason.replace(/\.$/, '');
    this.#context.elicitations.logRefusal(reason);
    this.#recordUnanswered(requests, `Nothing was sent: the call was ended, because ${why}.`, 'refused');
    return new HostError({
      name: 'CallFailed',
      summary: t("The server's question could not be shown: {0}.", why),
      remedy: t('The server has to be corrected.'),
    });
  }

  #recordUnanswered(
    requests: readonly Pick<RoundRequest, 'id'>[],
    note: string,
    notShownReason?: NotShownReason,
  ): void {
    for (const { id } of requests) {
      this.#context.elicitations.exchanges.setNoReply(id, note, notShownReason);
    }
  }
}

/** A limit that the whole round exceeds. `reason` is a clause in English. */
interface RoundProblem {
  readonly limit: LimitCode;
  readonly reason: string;
}

function exceededCount(entries: readonly (readonly [string, unknown])[], open: number): RoundProblem | undefined {
  const count = open + entries.length;
  if (count > maxRequests) {
    const reason = `it asked ${count} things at once, and at most ${maxRequests} can be shown`;
    return { limit: 'roundRequests', reason };
  }
  return entries.some(([key]) => key.length > maxKeyLength)
    ? { limit: 'roundKeyLength', reason: `one of its requests has a key of more than ${maxKeyLength} characters` }
    : undefined;
}

/** Checks the length of the round and the number of its fields. Visits all requests. */
function exceededSize(requests: readonly RoundRequest[]): UnusableRequest | undefined {
  const length = JSON.stringify(requests.map(({ key, received }) => [key, received])).length;
  if (length > maxRoundLength) {
    const reason = `its requests have more than ${maxRoundLength} characters in all`;
    return { reason, codes: { limits: ['roundLength'], unread: true } };
  }
  const fields = requests.reduce((sum, { received }) => sum + countFields(received), 0);
  const reason = `its forms have more than ${groupDigits(maxFields)} fields in all`;
  return fields > maxFields ? { reason, codes: { limits: ['roundFields'], unread: true } } : undefined;
}

function countFields(request: unknown): number {
  const params = isRecord(request) ? request['params'] : undefined;
  const schema = isRecord(params) ? params['requestedSchema'] : undefined;
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? Object.keys(properties).length : 0;
}
