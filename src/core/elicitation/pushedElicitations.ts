import { randomUUID } from 'node:crypto';
import { type JSONRPCErrorResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { Call } from '#core/model/call.ts';
import type { LimitCode } from '#core/model/requestCodes.ts';
import { inOneLine } from '#form/text.ts';
import type { AnswersUnderWay } from './answersUnderWay.ts';
import { causeOf } from './causeOf.ts';
import { declinedNote, declineResult } from './declined.ts';
import type { ArrivingElicitation, ElicitationHandler } from './elicitationHandler.ts';
import type { Elicitation } from './elicitationParams.ts';
import type { QuestionsPorts } from './elicitationServices.ts';
import { type ElicitResult, resultOf } from './elicitResult.ts';
import { keptReply } from './keptReply.ts';
import { type PushContext, relatedTask, showLife } from './pushContext.ts';
import { refusedElicitation } from './refusedElicitation.ts';
import type { UnattributedRequests } from './unattributed.ts';

/** A pushed request that the user is not asked. */
interface RefusedPush {
  readonly id: string;
  readonly received: { readonly method: string; readonly params?: unknown };
  readonly error: ProtocolError;
  readonly call: Call | undefined;
}

interface PushedParts {
  readonly questions: ElicitationHandler;
  readonly orphans: UnattributedRequests;
  readonly answers: AnswersUnderWay;
}

const defaultKeepAliveMs = 20_000;

/** Answers the `elicitation/create` requests that one connection's server sends (revisions up to 2025-11-25). */
export class PushedElicitations {
  readonly #ports: QuestionsPorts;
  readonly #questions: ElicitationHandler;
  readonly #orphans: UnattributedRequests;
  readonly #answers: AnswersUnderWay;

  constructor(ports: QuestionsPorts, { questions, orphans, answers }: PushedParts) {
    this.#ports = ports;
    this.#questions = questions;
    this.#orphans = orphans;
    this.#answers = answers;
  }

  /**
   * A page that is accepted is answered at once: the answer means consent, not completion.
   * @throws ProtocolError, the only error whose words reach the server.
   */
  async answer(params: unknown, context: PushContext): Promise<ElicitResult> {
    const { admission, modes, record } = this.#questions;
    const id = randomUUID();
    const call = causeOf(context, this.#ports);
    if (!modes.form && !modes.url) {
      throw this.#refusedUndeclared(id, call);
    }
    const received = { method: 'elicitation/create', params };
    try {
      const elicitation = admission.pushed(call, () => this.#questions.read(params, 'legacy'));
      if (call && !this.#questions.waitsIn(call.id)) {
        this.#answers.wentOn(call.id);
      }
      record.asked({ id, way: 'pushed', received, ...this.#questions.found(elicitation, params) }, call);
      if (this.#questions.isDeclined(elicitation, call)) {
        const again = { ...declineResult, ...relatedTask(context.meta) };
        record.replied(id, again, declinedNote, 'declined');
        return again;
      }
      const isDelivered = context.tie !== undefined;
      const settlement = await this.#ask({ id, elicitation, call, isDelivered }, context);
      const result = { ...resultOf(elicitation, settlement), ...relatedTask(context.meta) };
      if (this.#questions.deliveries.get(id) && !context.signal.aborted) {
        this.#answers.add({ id, elicitation, call, result }, context);
      } else {
        this.#questions.deliveries.dismiss(id);
        this.#recordReply({ id, elicitation, call }, result, settlement, context.signal);
      }
      this.#remember(elicitation, result, call);
      return result;
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#recordRefused({ id, received, error, call });
        throw error;
      }
      this.#ports.warn(`An elicitation could not be shown: ${error instanceof Error ? error.stack : String(error)}`);
      const failure = new ProtocolError(ProtocolErrorCode.InternalError, 'The request could not be shown.');
      record.refused(id, failure);
      throw failure;
    }
  }

  /** A request was refused with `error` before any of it was looked at: it met `limit`, or is malformed. */
  refusedUnread({ code, message }: JSONRPCErrorResponse['error'], limit: LimitCode | undefined): void {
    const error = refusedElicitation(code, message, { limits: limit ? [limit] : [], unread: true });
    const call = causeOf({}, this.#ports);
    this.#recordRefused({ id: randomUUID(), received: { method: 'elicitation/create' }, error, call });
  }

  /**
   * Elicitation is not declared at all. The limits on asking do not apply, because nobody could be asked; so nothing of the
   * request is read or kept, and any number of them costs little.
   */
  #refusedUndeclared(id: string, call: Call | undefined): ProtocolError {
    const codes = { findings: ['refused.mode'], unread: true };
    const error = refusedElicitation(ProtocolErrorCode.MethodNotFound, 'Method not found', codes);
    this.#recordRefused({ id, received: { method: 'elicitation/create' }, error, call });
    return error;
  }

  #recordRefused({ id, received, error, call }: RefusedPush): void {
    const { record } = this.#questions;
    this.#questions.sayRefused(error.message);
    const findings = [`Refused: ${error.message}`];
    const codes = this.#questions.refusedCodes(error, received.params);
    record.asked({ id, way: 'pushed', received, findings, codes }, call);
    record.refused(id, error);
  }

  async #ask(asking: ArrivingElicitation, context: PushContext): Promise<Settlement> {
    const takeBack = () => {
      const { reason } = context.signal;
      const words = typeof reason === 'string' ? inOneLine(reason, 200) : '';
      this.#questions.takeBack(asking.id, {
        by: 'server',
        reason: words ? t('The server took the question back: {0}', words) : t('The server took the question back.'),
      });
    };
    if (context.signal.aborted) {
      return { kind: 'withdrawn', withdrawal: { by: 'server', reason: t('The server took the question back.') } };
    }
    context.signal.addEventListener('abort', takeBack, { once: true });
    if (!asking.call) {
      this.#orphans.asked(
        asking.id,
        this.#ports.calls().map(({ id }) => id),
      );
    }
    const stopSigns = showLife(context, this.#ports.keepAliveMs ?? defaultKeepAliveMs);
    try {
      return await this.#questions.ask(asking);
    } finally {
      stopSigns();
      context.signal.removeEventListener('abort', takeBack);
    }
  }

  #recordReply(
    { id, elicitation }: ArrivingElicitation,
    result: ElicitResult,
    settlement: Settlement,
    signal: AbortSignal,
  ): void {
    const { record } = this.#questions;
    const reason = settlement.kind === 'withdrawn' ? settlement.withdrawal.reason : undefined;
    if (signal.aborted) {
      // Nobody waits for it any more, and the SDK keeps it back.
      record.unanswered(id, `Nothing was sent. ${reason ?? 'The server did not wait for the answer.'}`);
    } else {
      const { sent, note } = keptReply(elicitation, result);
      record.replied(id, sent, reason ?? note);
    }
  }

  #remember(elicitation: Elicitation, { action, content }: ElicitResult, call: Call | undefined): void {
    const inFlight = call && this.#ports.calls().some(({ id }) => id === call.id) ? call : undefined;
    if (elicitation.mode === 'url') {
      if (action === 'accept') {
        void this.#questions.pages.watch(elicitation, inFlight);
      }
    } else if (inFlight && content) {
      this.#questions.acceptedIn(inFlight).addForm(elicitation, content);
    }
  }
}
