import type { CommandName } from '../contributions.ts';
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
  startServer,
  stopServer,
} from './serverCommands.ts';
import { showRemembered } from './showRemembered.ts';
import { signOut } from './signOut.ts';
import { hideDemo, tryDemo } from './tryDemo.ts';

const handlers: Record<CommandName, (parts: CommandParts, argument: unknown) => unknown> = {
  callTool,
  getPrompt,
  readResource,
  showPending: ({ panel }) => panel.open(),
  addServer,
  importServers,
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
