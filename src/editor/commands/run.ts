import type { CommandName, Commands } from '#editor/common/contributions.ts';
import { addServer } from './addServer.ts';
import { callTool, getPrompt, readResource } from './calls.ts';
import { clearDrafts } from './clearDrafts.ts';
import { clearResults } from './clearResults.ts';
import { forgetInputs } from './forgetInputs.ts';
import { importServers } from './importServers.ts';
import { allowServer, cancelAllQuestions, muteServer, muteServerBriefly, unmuteServer } from './limitServer.ts';
import type { CommandParts } from './parts.ts';
import {
  openServerSettings,
  restartServer,
  setLogLevel,
  showServerLog,
  startServerCommand,
  stopServer,
} from './serverCommands.ts';
import { showRemembered } from './showRemembered.ts';
import { signOutCommand } from './signOut.ts';
import { hideDemo, tryDemo } from './tryDemo.ts';

/** The arguments are checked by each handler: other extensions and keybindings pass anything. */
const handlers: {
  readonly [Name in CommandName]: (parts: CommandParts, argument: unknown) => ReturnType<Commands[Name]>;
} = {
  callTool,
  getPrompt,
  readResource,
  showPending: ({ panel }) => panel.open(),
  addServer,
  importServers,
  startServer: startServerCommand,
  stopServer,
  restartServer,
  showServerLog,
  signOut: signOutCommand,
  setLogLevel,
  allowServer,
  muteServer,
  muteServerBriefly,
  unmuteServer,
  cancelAllQuestions,
  forgetInputs,
  tryDemo,
  hideDemo,
  openServerSettings,
  showWire: ({ wire }) => wire.pick(),
  showHistory: ({ history }) => history.show(),
  exportHistory: ({ history }) => history.export(),
  clearHistory: ({ history }) => history.clear(),
  clearDrafts,
  clearResults,
  showRemembered,
};

/** Runs a command of the table with what it was called with. */
export function runCommand(parts: CommandParts, name: CommandName, argument: unknown): unknown {
  return handlers[name](parts, argument);
}
