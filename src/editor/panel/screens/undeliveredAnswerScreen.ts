import type { Screen } from '#bridge/messages.ts';
import type { Delivery } from '#core/delivery/deliveryState.ts';
import { answersInWords } from '#core/inbox/answersInWords.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import { inOneLine } from '#form/text.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';

interface UndeliveredAnswerContext {
  readonly inbox: Pick<Inbox, 'deliveries'>;
  /** The scope of the entry as text, shown beside the server's name. `undefined` for an entry of the user settings. */
  readonly scopeText: string | undefined;
  /** True unless it is known that the call is not one of a destructive tool. */
  mayBeDestructive(): boolean;
  readonly actions: {
    cancelCall(callId: string): void;
    runCall(serverId: string, request: CallRequest): void;
  };
}

const maxAnswers = 50;
/** In characters. */
const maxMessageLength = 500;

/**
 * The screen of an answer that was not delivered, or may not have been delivered. While the call runs, the user can send the answer
 * again; afterwards, the user can run the call again, and its form begins with the answer. Closing the tab settles nothing.
 */
export class UndeliveredAnswerScreen implements PanelScreen {
  readonly waits = true;
  readonly waitsFor = 'delivery';
  readonly blocksServer = true;
  readonly undelivered = true;
  readonly id: string;
  readonly #delivery: Delivery;
  readonly #context: UndeliveredAnswerContext;

  constructor(id: string, delivery: Delivery, context: UndeliveredAnswerContext) {
    this.id = id;
    this.#delivery = delivery;
    this.#context = context;
  }

  get serverId(): string {
    return this.#delivery.request.server.id;
  }

  get serverName(): string {
    return this.#delivery.request.server.name;
  }

  compose(ignoreInputMs: number): Screen {
    const { request, decision, state, ended } = this.#delivery;
    const { server, call, message } = request;
    const isUnknown = state.kind === 'unknown';
    const { code, status, retryAfterMs } =
      state.kind === 'refused' || state.kind === 'unknown' ? state.failure : { code: 'broken' as const };
    const content = decision.action === 'accept' ? (decision.content ?? {}) : {};
    const answers = request.mode === 'form' ? answersInWords(request, content, maxAnswers) : [];
    return {
      kind: 'notDelivered',
      id: this.id,
      server: { name: server.name, scope: this.#context.scopeText, reportedName: server.reportedName },
      call: call && {
        kind: call.request.kind,
        name: targetOf(call.request),
        ...(this.#context.mayBeDestructive() && { isDestructive: true as const }),
      },
      message: inOneLine(message, maxMessageLength),
      action: decision.action === 'accept' && request.mode === 'url' ? 'opened' : decision.action,
      answers: [...answers],
      moreAnswers: Math.max(0, Object.keys(content).length - answers.length),
      state: isUnknown ? 'unknown' : 'refused',
      reason: code,
      status,
      retryAfter: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000),
      hasCallEnded: ended,
      // The call of an agent is the agent's to repeat.
      isCallKnown: call !== undefined && !server.asker,
      ignoreInputMs,
    };
  }

  receive({ type }: ScreenMessage): void {
    const { id, ended, request } = this.#delivery;
    const { inbox, actions } = this.#context;
    const { call, server } = request;
    if (type === 'sendAgain' && !ended) {
      inbox.deliveries.sendAgain(id);
    } else if (type === 'cancel') {
      inbox.deliveries.dismiss(id);
      if (call && !ended) {
        actions.cancelCall(call.id);
      }
    } else if (type === 'runAgain' && ended && call && !server.asker) {
      inbox.deliveries.dismiss(id);
      actions.runCall(server.id, call.request);
    }
  }

  dismiss(): void {
    // Closing the tab is no decision about the answer.
  }

  drawFailed(): void {
    this.#context.inbox.deliveries.dismiss(this.#delivery.id);
  }
}
