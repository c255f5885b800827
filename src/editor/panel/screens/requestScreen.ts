import type { CallTarget, ServerLabel, ShownSteps } from '#bridge/messages.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { targetOf } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** The services that the screen of a form request or a URL request uses. */
export interface RequestScreenContext {
  readonly inbox: Inbox;
  /** The text beside the server's name. `undefined`: the entry is the user's own. */
  readonly scope: string | undefined;
  /** True if the call of the request has ended since the request arrived. */
  callEnded(): boolean;
  /** The position of the request among the steps of its call. */
  steps(): ShownSteps | undefined;
  showExchange(requestId: string): void;
}

/** The server, the call and the message of a request, for the webview. */
export function drawRequest(
  { id, server, call, message, declinedBefore }: ElicitationRequest,
  context: RequestScreenContext,
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
    server: { name: server.name, scope: context.scope, reportedName: server.reportedName },
    call: call && { kind: call.request.kind, name: targetOf(call.request) },
    ...endedCall(context),
    steps: context.steps(),
    message,
    declinedBefore: declinedBefore === true,
  };
}

/** `callEnded` if the call has ended, otherwise no property. */
export function endedCall({ callEnded }: RequestScreenContext): { callEnded?: true } {
  return callEnded() ? { callEnded: true } : {};
}

/** Handles the messages that every request has: decline, cancel, show the wire. */
export function receiveRequestMessage(
  request: ElicitationRequest,
  context: RequestScreenContext,
  { type }: ScreenMessage,
): void {
  switch (type) {
    case 'decline':
    case 'cancel':
      context.inbox.decide(request.id, { action: type });
      return;
    case 'declineRest':
      context.inbox.decide(request.id, { action: 'decline', restOfCall: true });
      return;
    case 'showExchange':
      context.showExchange(request.id);
      return;
  }
}
