import type { CallTarget, Screen, ScreenChanges, ServerLabel, ShownSteps, View } from '#bridge/messages.ts';
import { onlyCall } from '#webview/cards/onlyCall.ts';

/** What the header names: the server of the screen, and its call. */
export interface HeaderSubject {
  readonly server: ServerLabel;
  readonly target: CallTarget | undefined;
  /** The calls that the request may belong to, if it is not known which. */
  readonly candidates?: readonly CallTarget[] | undefined;
  readonly steps: ShownSteps | undefined;
  /** True if the call of a waiting request has ended. */
  readonly hasCallEnded: boolean;
}

/** The subject of a screen with its changes; `undefined` if the screen is about no server, or about several calls. */
export function subjectOf(screen: Screen, changes: ScreenChanges, view: View): HeaderSubject | undefined {
  switch (screen.kind) {
    case 'welcome':
    case 'results':
      return undefined;
    case 'running':
      return subjectOfRunning(view);
    case 'form':
    case 'url': {
      const { server, call, candidates } = screen;
      return { server, target: call, candidates, steps: changes.steps, hasCallEnded: changes.callEnded === true };
    }
    case 'notDelivered':
      return { server: screen.server, target: screen.call, steps: undefined, hasCallEnded: screen.hasCallEnded };
    case 'agreement':
    case 'unverifiedServer':
      return { server: screen.server, target: undefined, steps: undefined, hasCallEnded: false };
    case 'arguments':
    case 'jsonArguments':
    case 'result':
      return { server: screen.server, target: screen.target, steps: undefined, hasCallEnded: false };
  }
}

function subjectOfRunning(view: View): HeaderSubject | undefined {
  const call = onlyCall(view);
  return call && { ...call, steps: undefined, hasCallEnded: false };
}
