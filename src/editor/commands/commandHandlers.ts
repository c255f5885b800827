import type { CommandName, Commands } from '#editor/common/contributions.ts';
import { openWalkthrough } from '#editor/serversView/walkthrough.ts';
import { addServer } from './addServer.ts';
import { connectAgent, disconnectAgent } from './agentCommands.ts';
import { muteAgent, muteAgentBriefly, stopAgent, unmuteAgent } from './askerCommands.ts';
import { callTool, getPrompt, readResource } from './callCommands.ts';
import { clearDrafts, clearResults, forgetInputValues } from './clearCommands.ts';
import type { CommandContext } from './commandContext.ts';
import { hideDemo, tryDemo } from './demoCommands.ts';
import { importServers } from './importServers.ts';
import { stopLending } from './lendingCommands.ts';
import { allowServer, cancelAllQuestions, muteServer, muteServerBriefly, unmuteServer } from './rateLimitCommands.ts';
import {
  openServerSettings,
  restartServer,
  setLogLevel,
  showServerLog,
  signOut,
  startServer,
  stopServer,
} from './serverCommands.ts';
import { showRemembered } from './showRemembered.ts';

/** The handlers of all commands. Each validates its argument: other extensions and keybindings can pass anything. */
const handlers: {
  readonly [Name in CommandName]: (context: CommandContext, argument: unknown) => ReturnType<Commands[Name]>;
} = {
  callTool,
  getPrompt,
  readResource,
  showPending: ({ panel }, screen) => panel.open(typeof screen === 'string' ? screen : undefined),
  addServer,
  importServers,
  connectAgent,
  disconnectAgent,
  muteAgent,
  muteAgentBriefly,
  unmuteAgent,
  stopAgent,
  stopLending,
  switchAgentsOff: ({ agents }) => agents.disable(),
  changeAgentFile: ({ changeReview }) => changeReview.answer('changeAgentFile'),
  copyAgentChange: ({ changeReview }) => changeReview.answer('copyAgentChange'),
  forgetAgentConnection: ({ changeReview }) => changeReview.answer('forgetAgentConnection'),
  leaveAgentFile: ({ changeReview }) => changeReview.answer('leaveAgentFile'),
  startServer,
  stopServer,
  restartServer,
  showServerLog,
  signOut,
  setLogLevel,
  allowServer,
  muteServer,
  muteServerBriefly,
  unmuteServer,
  cancelAllQuestions,
  forgetInputs: forgetInputValues,
  tryDemo,
  hideDemo,
  openServerSettings,
  showWire: ({ exchangeDocuments }) => exchangeDocuments.pick(),
  showWireOfPanel: ({ controller, exchangeDocuments }) => {
    const shown = controller.current?.request;
    return shown ? exchangeDocuments.show(shown.id) : exchangeDocuments.pick();
  },
  showHistory: ({ history }) => history.show(),
  exportHistory: ({ history }) => history.export(),
  clearHistory: ({ history }) => history.clear(),
  clearDrafts,
  showResults: ({ panel }) => panel.openResults(),
  clearResults,
  showRemembered,
  openWalkthrough,
};

/** Runs a command of the table. `argument` is not validated yet. */
export function handleCommand(context: CommandContext, name: CommandName, argument: unknown): unknown {
  return handlers[name](context, argument);
}
