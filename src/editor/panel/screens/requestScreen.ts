import type { CallTarget, ServerLabel, ShownSteps } from '#bridge/messages.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { targetOf } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** What every question of a server needs around it, form or page. */
export interface RequestScreenContext {
  readonly inbox: Inbox;
  /** Said beside the server's name when its entry is not the user's own. */
  readonly scope: string | undefined;
  /** Its call was running when it came, and has ended since. */
  callEnded(): boolean;
  /** Where it stands among the questions of its call. */
  steps(): ShownSteps | undefined;
  showWire(requestId: string): void;
}

/** Who asks, what led here and what is said, for the webview. */
export function drawRequest(
  { id, server, call, message, declinedBefore }: ElicitationRequest,
  ports: RequestScreenContext,
): {
  id: string;
  server: ServerLabel;
  call: CallTarget | undefined;
  callEnded?: true;
  steps: ShownSteps | undefined;
  message: string;
  declinedBefore: boolean;
} {
  return {
    id,
    server: { name: server.name, scope: ports.scope, selfName: server.selfName },
    call: call && { kind: call.request.kind, name: targetOf(call.request) },
    ...endedCall(ports),
    steps: ports.steps(),
    message,
    declinedBefore: declinedBefore === true,
  };
}

/** Says that the call has ended, where it has. */
export function endedCall({ callEnded }: RequestScreenContext): { callEnded?: true } {
  return callEnded() ? { callEnded: true } : {};
}

/** What one can do with any question of a server. */
export function receiveRequestMessage(
  request: ElicitationRequest,
  ports: RequestScreenContext,
  { type }: ScreenMessage,
): void {
  switch (type) {
    case 'decline':
    case 'cancel':
      ports.inbox.decide(request.id, { action: type });
      return;
    case 'declineRest':
      ports.inbox.decide(request.id, { action: 'decline', restOfCall: true });
      return;
    case 'showWire':
      ports.showWire(request.id);
      return;
  }
}
