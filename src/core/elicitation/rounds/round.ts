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
  /** The key that is equal for duplicate requests, by the id of the request. Cached, because computing it takes time. */
  readonly #duplicateKeys: ReadonlyMap<string, string>;
  /** The requests for the user, without duplicates. */
  readonly #userRequests: readonly UserRequest[];

  constructor(steps: readonly RoundStep[], context: ElicitingCall) {
    this.#steps = steps;
    this.#context = context;
    const elicitations = steps.filter((step) => 'elicitation' in step);
    this.#duplicateKeys = new Map(elicitations.map((request) => [request.id, duplicateKeyOf(request)]));
    const keys = new Set<string>();
    this.#userRequests = elicitations.filter((request) => {
      const key = this.#duplicateKeyOf(request);
      return !keys.has(key) && keys.add(key);
    });
  }

  /** True if at least one request needs an answer of the user. */
  get needsUser(): boolean {
    return this.#steps.some((step) => 'elicitation' in step);
  }

  /** The requested pages that the user has already opened in this call. */
  get openedPages(): readonly UrlElicitation[] {
    return this.#steps.flatMap((step) => ('openedPage' in step && step.openedPage ? [step.openedPage] : []));
  }

  /**
   * Waits for `pause`, shows all requests to the user as one group, and returns the responses by key once all are settled.
   * @param isDelivered true if the caller sends the responses through `deliveryOf`, which tracks their delivery
   * @throws HostError `CallCancelled` if a request is withdrawn
   * @throws the error of `pause`
   * @throws the signal's reason if the signal is aborted before the requests are shown
   */
  async respond(pause?: Promise<void>, isDelivered = false): Promise<InputResponses> {
    try {
      await pause;
      this.#context.signal.throwIfAborted();
      const results = await this.#askAll(isDelivered);
      const responses = this.#steps.map(
        (step) => [step, 'elicitation' in step ? results.get(this.#duplicateKeyOf(step)) : step.response] as const,
      );
      // Not assigned one by one, because a key may be `__proto__`.
      const byKey = Object.fromEntries(responses.map(([{ key }, response]) => [key, response]));
      const { deliveries } = this.#context.elicitations.context.inbox;
      const ids = this.#userRequests.flatMap(({ id }) => (deliveries.get(id) ? [id] : []));
      if (ids.length === 0) {
        this.#recordReplies(results);
        return byKey;
      }
      return deliverWith(byKey, new RoundDelivery(deliveries, ids, (state) => this.#recordReplies(results, state)));
    } catch (error) {
      const reason = error instanceof HostError ? error.summary : t('The call ended.');
      for (const { id } of this.#steps) {
        this.#context.elicitations.context.inbox.deliveries.dismiss(id);
        this.#context.elicitations.exchanges.setNoReply(id, `Nothing was sent. ${reason}`);
      }
      throw error;
    }
  }

  #duplicateKeyOf({ id }: Pick<UserRequest, 'id'>): string {
    return this.#duplicateKeys.get(id) ?? id;
  }

  /** Asks the user for all requests at once. Returns the results, by the key that is equal for duplicate requests. */
  async #askAll(isDelivered: boolean): Promise<ReadonlyMap<string, ElicitResult>> {
    const { elicitations, call } = this.#context;
    const requests = this.#userRequests;
    const groupId = randomUUID();
    const settlements = await Promise.all(
      requests.map(async ({ id, elicitation }, index) => {
        const group = requests.length > 1 ? { id: groupId, index, size: requests.length } : undefined;
        const settlement = await elicitations.ask({ id, elicitation, call, group, isDelivered });
        if (settlement.kind === 'withdrawn') {
          for (const other of requests) {
            elicitations.context.inbox.withdraw(other.id, settlement.withdrawal);
          }
        }
        return { key: this.#duplicateKeyOf({ id }), elicitation, settlement };
      }),
    );
    const withdrawn = settlements.map(({ settlement }) => settlement).find(isWithdrawn);
    if (withdrawn) {
      throw new HostError({ name: 'CallCancelled', summary: withdrawn.withdrawal.reason });
    }
    const results = settlements.map(({ key, elicitation, settlement }) => ({
      key,
      elicitation,
      result: elicitResultOf(elicitation, settlement),
    }));
    this.#remember(results);
    return new Map(results.map(({ key, result }) => [key, result]));
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
      const result = 'elicitation' in step ? results.get(this.#duplicateKeyOf(step)) : undefined;
      if ('elicitation' in step && result) {
        exchanges.setDeliveredReply(step.id, replyWithoutSecrets(step.elicitation, result), delivery);
      } else if ('response' in step) {
        const isDeclined = step.declined === true;
        const note = isDeclined ? declinedNote : undefined;
        exchanges.setReply(step.id, step.response, note, isDeclined ? 'declined' : undefined);
      }
    }
  }
}

/** A key that is equal for requests of the same page with the same message. A form is never a duplicate. */
function duplicateKeyOf({ id, elicitation }: Pick<UserRequest, 'id' | 'elicitation'>): string {
  return elicitation.mode === 'url' ? pageKey(elicitation) : id;
}

function isWithdrawn(settlement: Settlement): settlement is Extract<Settlement, { kind: 'withdrawn' }> {
  return settlement.kind === 'withdrawn';
}
