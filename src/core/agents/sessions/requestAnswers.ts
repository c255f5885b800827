import { ProtocolError } from '@modelcontextprotocol/client';
import type { AnswerError, AskedRequest } from '#agentProtocol/agentMessages.ts';
import { maxTextLengths } from '#agentProtocol/readMessages.ts';
import { HostError } from '#core/common/errors.ts';
import { NotDelivered } from '#core/delivery/classifyDeliveryError.ts';
import type { Deliveries } from '#core/delivery/deliveries.ts';
import type { CallEnd } from '#core/delivery/deliveryState.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import type { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { ElicitResult } from '#core/elicitation/elicitResult.ts';
import { RequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { runInCall, runOutsideCalls } from '#core/model/callContext.ts';
import { isRecord } from '#form/json.ts';
import { truncate } from '#form/text.ts';
import type { AskingCalls } from './askingCalls.ts';
import type { Receipts } from './receipts.ts';
import { SentRounds } from './sentRounds.ts';
import type { WaitingRequest } from './waitingRequests.ts';

type Asked<K extends AskedRequest['kind']> = Extract<AskedRequest, { kind: K }>;

/**
 * Asks the user what a client asks, and replies. An answer is sent when the client says that it was written. The end of its call says
 * whether it was delivered.
 */
export class RequestAnswers {
  readonly #elicitations: ElicitationHandler;
  readonly #receipts: Pick<Receipts, 'expect'>;
  readonly #askingCalls: Pick<AskingCalls, 'of'>;
  readonly #isHook: boolean;
  readonly #sentRounds = new SentRounds();

  /** `isHook`: the client is the hook of Claude Code, which repeats a call that requires a page as soon as the request is accepted. */
  constructor(
    elicitations: ElicitationHandler,
    receipts: Pick<Receipts, 'expect'>,
    askingCalls: Pick<AskingCalls, 'of'>,
    isHook: boolean,
  ) {
    this.#elicitations = elicitations;
    this.#receipts = receipts;
    this.#askingCalls = askingCalls;
    this.#isHook = isHook;
  }

  /** Resolves when the request is answered or withdrawn. @throws any error that is not one of the server's request */
  async answer(open: WaitingRequest): Promise<void> {
    const { request } = open.ask;
    switch (request.kind) {
      case 'pushed':
        return this.#answerPushed(open, request);
      case 'round':
        return this.#orEndCall(open, () => this.#answerRound(open, request));
      case 'requiredUrls':
        return this.#orEndCall(open, () => this.#answerRequiredUrls(open, request));
    }
  }

  /** Ends the answers that were sent to a call, because it has ended; without `callId`, those of all calls. */
  callEnded(how: CallEnd, callId?: string): void {
    this.#sentRounds.callEnded(how, callId);
  }

  async #answerPushed(
    { ask, call, candidates, signal, reply }: WaitingRequest,
    { params }: Asked<'pushed'>,
  ): Promise<void> {
    const waitsForPage = this.#isHook && isRecord(params) && params['mode'] === 'url';
    const handle = () =>
      this.#elicitations.handle(params, {
        waitsForPage,
        signal,
        candidates,
        // The client itself reports progress to the server.
        notify: async () => undefined,
        // Until the page is done, its answer is not on its way.
        ...(!waitsForPage && {
          trackReply: (id: string, deliveries: Deliveries) => {
            this.#receipts.expect(ask.id, ask.number).then(
              () => deliveries.markArrived(id, 'sent'),
              (error: unknown) => {
                const { kind, failure } = error instanceof NotDelivered ? error : unknownDelivery;
                deliveries.markFailed(id, kind, failure, 'lost');
              },
            );
          },
        }),
      });
    try {
      const result = await (call ? runInCall(call.id, handle) : runOutsideCalls(handle));
      reply({ kind: 'result', result: withoutMeta(result) });
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        throw error;
      }
      reply({ kind: 'error', error: answerError(error) });
    }
  }

  async #answerRound({ ask, call, reply }: WaitingRequest, { inputRequests }: Asked<'round'>): Promise<void> {
    if (!call) {
      throw new HostError({
        name: 'CallFailed',
        summary: 'A round of requests must name the call that it belongs to.',
      });
    }
    this.#sentRounds.callEnded('answered', call.id);
    const { rounds, signal } = this.#askingCalls.of(call);
    const inputResponses = await rounds.respond(inputRequests, signal);
    const responses = Object.fromEntries(
      Object.entries(inputResponses).map(([key, response]) => [key, readResult(response)]),
    );
    const delivery = deliveryOf(inputResponses);
    if (!delivery) {
      reply({ kind: 'responses', responses });
      return;
    }
    // What became of the answers is shown where they were given. The call goes on, or ends, at the client.
    this.#sentRounds.send(call.id, delivery, async () => {
      const receipt = this.#receipts.expect(ask.id, ask.number);
      if (!reply({ kind: 'responses', responses })) {
        receipt.catch(() => undefined);
        throw new NotDelivered('refused', { code: 'takenBack' });
      }
      await receipt;
    });
  }

  async #answerRequiredUrls({ call, signal, reply }: WaitingRequest, { data }: Asked<'requiredUrls'>): Promise<void> {
    if (call) {
      this.#sentRounds.callEnded('answered', call.id);
      await this.#askingCalls.of(call).requiredUrls.ask(data);
    } else {
      const requiredUrls = new RequiredUrls({ elicitations: this.#elicitations, signal });
      await requiredUrls.ask(data).finally(() => requiredUrls.end());
    }
    reply({ kind: 'repeat' });
  }

  /** A round or a list of URLs cannot be answered with an error, so the call is ended with the reason. */
  async #orEndCall({ signal, reply }: WaitingRequest, answer: () => Promise<void>): Promise<void> {
    try {
      await answer();
    } catch (error) {
      if (error instanceof HostError) {
        reply({ kind: 'endCall', message: truncate(error.message, maxTextLengths.sentence) });
      } else if (!signal.aborted) {
        throw error;
      }
    }
  }
}

const unknownDelivery = new NotDelivered('unknown', { code: 'broken' });

function answerError({ code, message, data }: ProtocolError): AnswerError {
  return { code, message: truncate(message, maxTextLengths.sentence), ...(data !== undefined && { data }) };
}

/** The client itself names the task that the request belongs to. */
function withoutMeta({ action, content }: ElicitResult): Pick<ElicitResult, 'action' | 'content'> {
  return { action, ...(content && { content }) };
}

/** A response of a round of elicitations. */
function readResult(response: unknown): Pick<ElicitResult, 'action' | 'content'> {
  const { action, content } = isRecord(response) ? response : {};
  return action === 'accept' || action === 'decline'
    ? { action, ...(isRecord(content) && { content }) }
    : { action: 'cancel' };
}
