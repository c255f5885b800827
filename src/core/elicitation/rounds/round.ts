import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import { deliverWith, RoundDelivery } from '#core/delivery/roundDelivery.ts';
import { pageKey } from '#core/elicitation/elicitationKey.ts';
import type { Elicitation, UrlElicitation } from '#core/elicitation/elicitationParams.ts';
import { type ElicitResult, elicitResultOf, replyWithoutSecrets } from '#core/elicitation/elicitResult.ts';
import { declinedNote } from '#core/elicitation/previousAnswers.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { ElicitingCall } from './elicitingCall.ts';
import type { RoundStep, UserRequest } from './roundRequests.ts';

export type InputResponses = Record<string, unknown>;

/** The requests of one `input_required` result, all of them read and admitted. */
export class Round {
  readonly #steps: readonly RoundStep[];
  readonly #context: ElicitingCall;
  /** The subject of each request by its id. Computed once, because it is costly and used often. */
  readonly #subjects: ReadonlyMap<string, string>;
  /** The requests for the user, one per subject. */
  readonly #asked: readonly UserRequest[];

  constructor(steps: readonly RoundStep[], context: ElicitingCall) {
    this.#steps = steps;
    this.#context = context;
    const elicitations = steps.filter((step) => 'elicitation' in step);
    this.#subjects = new Map(elicitations.map((question) => [question.id, subjectOf(question)]));
    const seen = new Set<string>();
    this.#asked = elicitations.filter((question) => {
      const subject = this.#subjectOf(question);
      return !seen.has(subject) && seen.add(subject);
    });
  }

  /** True if at least one request needs an answer of the user. */
  get needsUser(): boolean {
    return this.#steps.some((step) => 'elicitation' in step);
  }

  /** Requested pages that the user has already opened in this call. */
  get openedPages(): readonly UrlElicitation[] {
    return this.#steps.flatMap((step) => ('openedPage' in step && step.openedPage ? [step.openedPage] : []));
  }

  /**
   * Waits for `ready`, asks the user for all requests as one group, and returns all responses by key once the last is settled.
   * @param isDelivered true: the caller sends the responses through `deliveryOf`, which tracks their delivery. False: they
   * count as sent.
   * @throws HostError `CallCancelled` if a request is withdrawn; what `ready` throws; the signal's reason when that has
   * fired before the user is asked.
   */
  async answer(ready?: Promise<void>, isDelivered = false): Promise<InputResponses> {
    try {
      await ready;
      this.#context.signal.throwIfAborted();
      const results = await this.#askAll(isDelivered);
      const responses = this.#steps.map(
        (step) => [step, 'elicitation' in step ? results.get(this.#subjectOf(step)) : step.response] as const,
      );
      // Not by assignment: a key may be `__proto__`.
      const byKey = Object.fromEntries(responses.map(([{ key }, response]) => [key, response]));
      const { deliveries } = this.#context.elicitations.context.inbox;
      const ids = this.#asked.flatMap(({ id }) => (deliveries.get(id) ? [id] : []));
      if (ids.length === 0) {
        this.#recordReplies(results);
        return byKey;
      }
      return deliverWith(byKey, new RoundDelivery(deliveries, ids, (state) => this.#recordReplies(results, state)));
    } catch (error) {
      const reason = error instanceof HostError ? error.summary : t('The call ended.');
      for (const { id } of this.#steps) {
        this.#context.elicitations.context.inbox.deliveries.dismiss(id);
        this.#context.elicitations.exchanges.unanswered(id, `Nothing was sent. ${reason}`);
      }
      throw error;
    }
  }

  #subjectOf({ id }: Pick<UserRequest, 'id'>): string {
    return this.#subjects.get(id) ?? id;
  }

  /** Returns the results by subject. */
  async #askAll(isDelivered: boolean): Promise<ReadonlyMap<string, ElicitResult>> {
    const { elicitations, call } = this.#context;
    const asked = this.#asked;
    const groupId = randomUUID();
    const settlements = await Promise.all(
      asked.map(async ({ id, elicitation }, index) => {
        const group = asked.length > 1 ? { id: groupId, index, size: asked.length } : undefined;
        const settlement = await elicitations.ask({ id, elicitation, call, group, isDelivered });
        if (settlement.kind === 'withdrawn') {
          for (const other of asked) {
            elicitations.context.inbox.withdraw(other.id, settlement.withdrawal);
          }
        }
        return { subject: this.#subjectOf({ id }), elicitation, settlement };
      }),
    );
    const withdrawn = settlements.map(({ settlement }) => settlement).find(isWithdrawn);
    if (withdrawn) {
      throw new HostError({ name: 'CallCancelled', summary: withdrawn.withdrawal.reason });
    }
    const results = settlements.map(({ subject, elicitation, settlement }) => ({
      subject,
      elicitation,
      result: elicitResultOf(elicitation, settlement),
    }));
    this.#remember(results);
    return new Map(results.map(({ subject, result }) => [subject, result]));
  }

  #remember(results: readonly { elicitation: Elicitation; result: ElicitResult }[]): void {
    const accepted = this.#context.elicitations.previousAnswers.acceptedIn(this.#context.call);
    for (const { elicitation, result } of results) {
      if (elicitation.mode === 'form' && result.content) {
        accepted.addForm(elicitation, result.content);
      } else if (elicitation.mode === 'url' && result.action === 'accept') {
        accepted.addPage(elicitation);
      }
    }
  }

  #recordReplies(results: ReadonlyMap<string, ElicitResult>, delivery: DeliveryState = { kind: 'delivered' }): void {
    const { exchanges } = this.#context.elicitations;
    for (const step of this.#steps) {
      const result = 'elicitation' in step ? results.get(this.#subjectOf(step)) : undefined;
      if ('elicitation' in step && result) {
        exchanges.delivered(step.id, replyWithoutSecrets(step.elicitation, result), delivery);
      } else if ('response' in step) {
        const stands = step.declined === true;
        exchanges.replied(step.id, step.response, stands ? declinedNote : undefined, stands ? 'declined' : undefined);
      }
    }
  }
}

/** Identifies what the user is asked: a page with its message, whatever the key of the request, or one form. */
function subjectOf({ id, elicitation }: Pick<UserRequest, 'id' | 'elicitation'>): string {
  return elicitation.mode === 'url' ? pageKey(elicitation) : id;
}

function isWithdrawn(settlement: Settlement): settlement is Extract<Settlement, { kind: 'withdrawn' }> {
  return settlement.kind === 'withdrawn';
}
