import type { Screen } from '#bridge/messages.ts';
import type { Delivery } from '#core/delivery/deliveryState.ts';
import { answersInWords } from '#core/inbox/answersInWords.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { type CallRequest, targetOf } from '#core/model/call.ts';
import { inOneLine } from '#form/text.ts';
import type { PanelScreen, ScreenMessage } from './panelScreen.ts';

interface NotDeliveredPorts {
  readonly inbox: Pick<Inbox, 'deliveries'>;
  /** Said beside the server's name when its entry is not the user's own. */
  readonly scope: string | undefined;
  readonly actions: {
    cancelCall(callId: string): void;
    runCall(serverId: string, request: CallRequest): void;
  };
}

const mostAnswers = 50;
/** Characters. */
const longestMessage = 500;

/**
 * An answer of the user's that did not arrive, or may not have. While its call goes on it can be sent again; after that
 * the call can be run again, whose form then begins with what was answered. Closing the tab settles nothing.
 */
export class UndeliveredAnswerScreen implements PanelScreen {
  readonly waits = true;
  readonly blocksServer = true;
  readonly undelivered = true;
  readonly id: string;
  readonly #delivery: Delivery;
  readonly #ports: NotDeliveredPorts;

  constructor(id: string, delivery: Delivery, ports: NotDeliveredPorts) {
    this.id = id;
    this.#delivery = delivery;
    this.#ports = ports;
  }

  get serverName(): string {
    return this.#delivery.request.server.name;
  }

  draw(ignoreInputMs: number): Screen {
    const { request, decision, state, ended } = this.#delivery;
    const { server, call, message } = request;
    const isUnknown = state.kind === 'unknown';
    const { code, status, retryAfterMs } =
      state.kind === 'refused' || state.kind === 'unknown' ? state.failure : { code: 'broken' as const };
    const content = decision.action === 'accept' ? (decision.content ?? {}) : {};
    const answers = request.mode === 'form' ? answersInWords(request, content, mostAnswers) : [];
    return {
      kind: 'notDelivered',
      id: this.id,
      server: { name: server.name, scope: this.#ports.scope, selfName: server.selfName },
      call: call && { kind: call.request.kind, name: targetOf(call.request) },
      message: inOneLine(message, longestMessage),
      action: decision.action === 'accept' && request.mode === 'url' ? 'opened' : decision.action,
      answers: [...answers],
      more: Math.max(0, Object.keys(content).length - answers.length),
      state: isUnknown ? 'unknown' : 'refused',
      reason: code,
      status,
      retryAfter: retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000),
      ended,
      runs: call !== undefined,
      ignoreInputMs,
    };
  }

  receive({ type }: ScreenMessage): void {
    const { id, ended, request } = this.#delivery;
    const { inbox, actions } = this.#ports;
    const { call, server } = request;
    if (type === 'sendAgain' && !ended) {
      inbox.deliveries.sendAgain(id);
    } else if (type === 'cancel') {
      inbox.deliveries.dismiss(id);
      if (call && !ended) {
        actions.cancelCall(call.id);
      }
    } else if (type === 'runAgain' && ended && call) {
      inbox.deliveries.dismiss(id);
      actions.runCall(server.id, call.request);
    }
  }

  dismiss(): void {
    // Whoever closes the tab has not said what is to become of the answer.
  }

  drawFailed(): void {
    this.#ports.inbox.deliveries.dismiss(this.#delivery.id);
  }
}
