import type { ToExtension } from '#bridge/messages.ts';
import type { Clock, SteadyClock } from '#core/common/clock.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call, CallRequest } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { FormJudge } from '#editor/panel/screens/editedForm.ts';
import type { UrlActions } from '#editor/panel/screens/urlRequestScreen.ts';
import type { ReviewRule } from '#editor/settings/reviewRule.ts';
import type { RateControlledServer } from './rateLimitCards.ts';
import type { ResultScreensPorts } from './resultScreens.ts';
import type { GonePorts } from './withdrawnRequests.ts';

/** What the stage needs of the rest of the window. */
export interface PanelContext extends Pick<ResultScreensPorts, 'results' | 'secretsOf'> {
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly validator: FormJudge;
  readonly clock: Clock & SteadyClock;
  /** What is typed, kept for when the same is asked again. */
  readonly drafts: Drafts;
  /** What was answered and is to be used again. */
  readonly remembered: RememberedAnswers;
  /** Names the open workspace among all. */
  readonly workspace: string;
  reviewRule(): ReviewRule;
  calls(): readonly Call[];
  servers(): readonly RateControlledServer[];
  definition(serverId: string): ServerDefinition | undefined;
  readonly actions: ResultScreensPorts['actions'] &
    UrlActions & {
      cancelCall(callId: string): void;
      /** Calls the same thing once more, for the person; starts the server where it has to. */
      runCall(serverId: string, request: CallRequest): void;
      /** Dismisses all results, once the user has confirmed it. */
      clearResults(): void;
      showLog(serverId: string): void;
      /** A question as it crossed the wire. */
      showWire(requestId: string): void;
      run(command: Extract<ToExtension, { type: 'runCommand' }>['command']): void;
    };
  readonly words: GonePorts['words'] & {
    drawFailed(serverName: string, reason: string): string;
    /** A result that was to be opened is gone. */
    resultGone(): string;
  };
}
