import { systemClock } from '#core/common/clock.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { AnswerValidator } from '#core/inbox/answerValidator.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { RememberedAnswers } from '#core/remembered/rememberedAnswers.ts';
import { Results } from '#core/results/results.ts';
import type { Server } from '#core/servers/server.ts';
import type { PanelActions, PanelContext } from '#editor/panel/panelContext.ts';
import { PanelController } from '#editor/panel/panelController.ts';
import { InMemoryResultFiles } from '#test/host/inMemoryResultFiles.ts';
import type { TestHost } from '#test/host/testHost.ts';
import { InProcessChecker } from '#test/inProcessChecker.ts';
import { InMemoryDraftFiles } from '#test/unit/core/drafts/inMemoryDraftFiles.ts';

const noop = (): void => undefined;

/** The server of a panel, and what a test replaces. */
interface PanelOnCoreOptions {
  readonly server: Pick<Server, 'calls' | 'cancelCall'>;
  readonly definition: ServerDefinition;
  /** Replaces parts of the context. */
  readonly context?: Partial<PanelContext>;
  /** Replaces actions, which do nothing by default, except that a call is cancelled. */
  readonly actions?: Partial<PanelActions>;
}

/** Creates a panel on the services of a test host, and the rate control of its only server. */
export function createPanelOnCore(
  { inbox, suspendedCalls, rateLimiter, memory }: TestHost,
  { server, definition, context, actions }: PanelOnCoreOptions,
): { readonly controller: PanelController; readonly rateControl: ServerRateControl } {
  const rateControl = new ServerRateControl({ inbox, suspendedCalls, rateLimiter }, () => definition.id, noop);
  const clock = systemClock;
  const controller = new PanelController({
    argumentsSchema: noop,
    inbox,
    suspendedCalls,
    validator: new AnswerValidator(new InProcessChecker()),
    clock,
    drafts: new Drafts({ files: new InMemoryDraftFiles(clock), clock, onFailure: noop }),
    remembered: new RememberedAnswers({ memory, clock }),
    results: new Results({
      files: new InMemoryResultFiles(clock),
      clock,
      workspace: 'here',
      keep: () => true,
      onFailure: noop,
    }),
    secretsOf: () => ({ mask: (text) => text, isSendable: true }),
    workspace: 'here',
    reviewRule: () => 'never',
    isDestructive: () => false,
    calls: () => server.calls,
    servers: () => [{ definition, rateControl }],
    setUp: () => 'servers',
    definition: (id) => (id === definition.id ? definition : undefined),
    serverInfo: () => undefined,
    ...context,
    actions: {
      isRemote: false,
      copy: noop,
      readResource: noop,
      open: async () => true,
      copyUrl: async () => undefined,
      runCall: noop,
      cancelCall: (id) => server.cancelCall(id),
      answerInAgent: noop,
      openText: noop,
      changeArguments: noop,
      showLog: noop,
      run: noop,
      ...actions,
    },
  });
  return { controller, rateControl };
}
