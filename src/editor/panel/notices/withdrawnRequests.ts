import { t } from '@vscode/l10n';
import type { Notice } from '#bridge/messages.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import { targetOf } from '#core/model/call.ts';
import { type Attribution, type ElicitationRequest, isByProgram } from '#core/model/elicitationRequest.ts';
import { inOneLine } from '#form/text.ts';
import type { CallToRepeat, NoticeCards } from './noticeCards.ts';

/** The longest excerpt of a message, in code points. */
const maxWordsLength = 50;

/** Why a request was withdrawn. */
export interface WithdrawalReason {
  /** A sentence for the user. */
  readonly reason: string;
  /** True if nothing went wrong: the user interrupted the call in the agent, ended the agent, or is asked in another window. */
  readonly isNote: boolean;
}

/**
 * Why the server, the connection, an agent or a program withdrew a request. `undefined` if the user settled the request, or if the host
 * withdrew it: the call was cancelled, the server was stopped, or the window is closing.
 */
export function reasonOfOthers(settlement: Settlement): WithdrawalReason | undefined {
  if (settlement.kind === 'decided') {
    const isOfProgram = isByProgram(settlement.decision);
    return isOfProgram ? { reason: t('Another extension cancelled it.'), isNote: false } : undefined;
  }
  const { by, reason, isNews } = settlement.withdrawal;
  return by === 'host' && !isNews ? undefined : { reason, isNote: by === 'host' };
}

/** The reason why a request is gone that the user settled or the host withdrew, as a sentence for the user. */
function reasonOfUserOrHost(settlement: Settlement): string {
  return settlement.kind === 'decided' ? t('You cancelled it.') : settlement.withdrawal.reason;
}

/**
 * Shows notices about requests that the server, the connection or a program withdrew, and about pages that the browser opened after
 * their requests were settled.
 */
export class WithdrawnRequests {
  readonly #notices: NoticeCards;
  readonly #onLateNotice: () => void;

  /** @param onLateNotice Called when a notice is added after `showNoticesFor` has returned. */
  constructor(notices: NoticeCards, onLateNotice: () => void) {
    this.#notices = notices;
    this.#onLateNotice = onLateNotice;
  }

  /**
   * Shows the notices about a settled request.
   * @param hasDraft True if the request was withdrawn by others and its form has a draft.
   */
  showNoticesFor(request: ElicitationRequest, settlement: Settlement, hasDraft: boolean): void {
    const withdrawalReason = reasonOfOthers(settlement);
    if (withdrawalReason !== undefined) {
      this.showWithdrawal(request, withdrawalReason, hasDraft);
    }
    // A slow browser may open the page after the settlement.
    const reason = withdrawalReason?.reason ?? reasonOfUserOrHost(settlement);
    void settlement.opening?.then((isOpened) => {
      if (isOpened) {
        this.#showOpenedPage(request, reason);
      }
    });
  }

  /** Shows the notice about a request that others withdrew. `reason`: a sentence for the user. */
  showWithdrawal(request: ElicitationRequest, { reason, isNote }: WithdrawalReason, hasDraft: boolean): void {
    const { call, server } = request;
    const text = hasDraft ? t('{0} What you had filled in is kept.', reason) : reason;
    // The call of an agent is the agent's to repeat.
    const callToRepeat =
      hasDraft && call && !server.asker
        ? { serverId: server.id, request: call.request, secrets: call.secrets }
        : undefined;
    this.#show(request, isNote ? 'info' : 'warning', text, callToRepeat);
  }

  /** Removes the notice about an earlier request that the server asks again: the request itself says what is kept. */
  removeAskedAgain({ server, message }: ElicitationRequest): void {
    this.#notices.removeWhere((earlier) => earlier.server.id === server.id && earlier.message === message);
  }

  /** Removes the notice about an earlier request of the same server and tool: the user has answered a later one. */
  removeAnswered({ server, call }: ElicitationRequest): void {
    const target = call && targetOf(call.request);
    this.#notices.removeWhere(
      (earlier) => earlier.server.id === server.id && (earlier.call && targetOf(earlier.call.request)) === target,
    );
  }

  #showOpenedPage(request: ElicitationRequest, reason: string): void {
    this.#show(request, 'warning', t('{0} Its page was still opened.', reason));
    this.#onLateNotice();
  }

  #show(request: ElicitationRequest, severity: Notice['severity'], text: string, callToRepeat?: CallToRepeat): void {
    const { server, message } = request;
    const closed = { server: server.name, words: inOneLine(message, maxWordsLength) };
    this.#notices.show({ severity, closed, text, ...logOf(server) }, { request, callToRepeat });
  }
}

/** The server whose log has the details; none for a server that this host does not run. */
function logOf({ id, asker }: Attribution): { serverId?: string } {
  return asker ? {} : { serverId: id };
}
