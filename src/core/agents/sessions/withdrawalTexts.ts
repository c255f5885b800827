import { t } from '@vscode/l10n';
import type { CallEnded, Closing, WithdrawReason } from '#agentProtocol/agentMessages.ts';
import type { Withdrawal } from '#core/model/elicitationRequest.ts';

/** Why a client no longer asks a request, in one sentence. `agent`: its name. */
export function withdrawalBy(reason: WithdrawReason, agent: string): Withdrawal {
  switch (reason) {
    case 'server':
      return { by: 'server', reason: t('The server withdrew the question.') };
    case 'serverEnded':
      return { by: 'connection', reason: t('The server has ended.') };
    case 'interrupted':
      return { by: 'host', reason: t('The call was interrupted in {0}.', agent), isNews: true };
    case 'agentEnded':
      return { by: 'host', reason: t('{0} has ended; this call was stopped.', agent), isNews: true };
    case 'callEnded':
      return { by: 'server', reason: t('The call has ended.') };
    case 'moved':
      return { by: 'host', reason: t('Another window asks this now.'), isNews: true };
  }
}

/** Why a request is withdrawn when the connection to its client has ended. */
export function withdrawalAtEnd(why: 'lost' | Closing['reason'], agent: string): Withdrawal {
  switch (why) {
    case 'lost':
      return { by: 'connection', reason: t('The connection to {0} was lost.', agent) };
    case 'window':
      return { by: 'host', reason: t('The window is closing.') };
    case 'disabled':
      return { by: 'host', reason: t('{0} is no longer connected to this panel.', agent) };
  }
}

/** Why a request is withdrawn that its client asks again. */
export function askedAgain(agent: string): Withdrawal {
  return { by: 'host', reason: t('{0} asks this again.', agent) };
}

export function stoppedByUser(): Withdrawal {
  return { by: 'host', reason: t('The call was cancelled.') };
}

/** Why a request is withdrawn that the user answers in the agent itself. */
export function answeredElsewhere(agent: string): Withdrawal {
  return { by: 'host', reason: t('You answer this in {0}.', agent) };
}

/**
 * Why the requests of a call are withdrawn that has ended; `undefined` for a result, after which pushed requests may stay open (up to
 * 2025-11-25).
 */
export function withdrawalAtCallEnd({ outcome }: CallEnded, agent: string): Withdrawal | undefined {
  switch (outcome) {
    case 'result':
    case 'toolError':
      return undefined;
    case 'cancelled':
      return withdrawalBy('interrupted', agent);
    case 'lost':
      return withdrawalBy('serverEnded', agent);
    case 'error':
    case 'timedOut':
      return withdrawalBy('callEnded', agent);
  }
}
