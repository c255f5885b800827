import type { CallTarget, ServerLabel, ShownSteps } from '#bridge/messages.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { targetOf } from '#core/model/call.ts';
import type { CallReference, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { ScreenMessage } from './panelScreen.ts';

/** The number of calls that are named where it is not known which one asks. */
const maxCandidates = 3;

/** The services that the screen of a form request or a URL request uses. */
export interface RequestScreenContext {
  readonly inbox: Inbox;
  /** The scope of the entry as text, shown beside the server's name. `undefined` for an entry of the user settings. */
  readonly scopeText: string | undefined;
  /** True if the call of the request has ended since the request arrived. */
  hasCallEnded(): boolean;
  /** True if the request belongs to a call of a tool that its server declares destructive. */
  isDestructive(): boolean;
  /** Gives the request back to the agent that asks. */
  answerInAgent(): void;
  /** The position of the request among the steps of its call. */
  steps(): ShownSteps | undefined;
}

/** Composes the properties of a request's screen that forms and URLs have in common. */
export function composeRequest(
  { id, server, call, candidates = [], message, declinedBefore }: ElicitationRequest,
  context: RequestScreenContext,
): {
  id: string;
  server: ServerLabel;
  call: CallTarget | undefined;
  candidates?: CallTarget[];
  answersInAgent?: true;
  callEnded?: true;
  steps: ShownSteps | undefined;
  message: string;
  declinedBefore: boolean;
} {
  return {
    id,
    server: { name: server.name, scope: context.scopeText, reportedName: server.reportedName },
    call: call && {
      kind: call.request.kind,
      name: targetOf(call.request),
      ...(context.isDestructive() && { isDestructive: true as const }),
    },
    ...(!call && candidates.length > 0 && { candidates: shownCandidates(candidates) }),
    ...(server.asker?.hook?.isAttended && { answersInAgent: true as const }),
    ...callEndedProperty(context),
    steps: context.steps(),
    message,
    declinedBefore: declinedBefore === true,
  };
}

/** The different calls that a request may belong to, the first of them. */
function shownCandidates(candidates: readonly CallReference[]): CallTarget[] {
  const targets = new Map(
    candidates.map(({ request }) => {
      const target = { kind: request.kind, name: targetOf(request) };
      return [JSON.stringify(target), target] as const;
    }),
  );
  return [...targets.values()].slice(0, maxCandidates);
}

/** `{ callEnded: true }` if the call has ended, otherwise `{}`. */
export function callEndedProperty({ hasCallEnded }: RequestScreenContext): { callEnded?: true } {
  return hasCallEnded() ? { callEnded: true } : {};
}

/**
 * Handles the messages that the webview can send about any request: decline, decline the rest of the call, cancel, answer in the agent.
 */
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
    case 'answerInAgent':
      context.answerInAgent();
      return;
  }
}
