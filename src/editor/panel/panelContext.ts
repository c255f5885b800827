import type { ToExtension } from '#bridge/messages.ts';
import type { Awaitable } from '#core/common/awaitable.ts';
import type { Clock, SteadyClock } from '#core/common/clock.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { Call, CallRequest } from '#core/model/call.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { ServerInfo } from '#core/model/serverState.ts';
import type { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import type { ResultSecrets } from '#core/results/heldResult.ts';
import type { Results } from '#core/results/results.ts';
import type { ReviewRule } from '#editor/common/contributions.ts';
import type { RateControlledServer } from '#editor/panel/notices/rateLimitCards.ts';
import type { FormValidator } from '#editor/panel/screens/editedForm.ts';
import type { ResultActions } from '#editor/panel/screens/resultScreen.ts';
import type { UrlActions } from '#editor/panel/screens/urlRequestScreen.ts';

/** The actions of the panel's buttons that affect more than the panel. */
export interface PanelActions
  extends UrlActions,
    Pick<ResultActions, 'copy' | 'openText' | 'readResource' | 'changeArguments'> {
  /** Stops a call; one of an agent for the agent too. */
  cancelCall(callId: string): void;
  /** Gives the request of an agent's hook back to the agent, where the user answers it. */
  answerInAgent(requestId: string): void;
  /** Sends a request again for the user. Starts the server if it does not run. `secrets`: what told the secrets in its arguments. */
  runCall(serverId: string, request: CallRequest, secrets?: ArgumentSecrets): Awaitable<unknown>;
  showLog(serverId: string): void;
  run(command: Extract<ToExtension, { type: 'runCommand' }>['command']): void;
}

/** The services that the panel uses. */
export interface PanelContext {
  readonly inbox: Inbox;
  readonly suspendedCalls: SuspendedCalls;
  readonly validator: FormValidator;
  readonly clock: Clock & SteadyClock;
  readonly drafts: Drafts;
  readonly remembered: RememberedAnswers;
  readonly results: Results;
  /** The secrets of a call that must not be written to disk. */
  secretsOf(callId: string, serverId: string, request: CallRequest, known: ArgumentSecrets): ResultSecrets;
  /** The name of the open workspace: see `workspaceName`. */
  readonly workspace: string;
  reviewRule(): ReviewRule;
  /** True if the server declares the called tool destructive; `undefined` if the tool is unknown, for example after the server has ended. */
  isDestructive(serverId: string, request: CallRequest): boolean | undefined;
  /** The schema of the arguments of the called tool or prompt; `undefined` if it is unknown, for example after the server has ended. */
  argumentsSchema(serverId: string, request: CallRequest): unknown;
  calls(): readonly Call[];
  servers(): readonly RateControlledServer[];
  /** What the user has set up: servers of this host, only agents, or neither. */
  setUp(): 'servers' | 'onlyAgents' | 'nothing';
  definition(serverId: string): ServerDefinition | undefined;
  /** The data that a running server declares about itself. */
  serverInfo(serverId: string): Pick<ServerInfo, 'name' | 'protocolVersion'> | undefined;
  readonly actions: PanelActions;
}
