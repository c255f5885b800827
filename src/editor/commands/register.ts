import * as vscode from 'vscode';
import { type CommandName, registerCommand } from '../contributions.ts';
import { addServer } from './addServer.ts';
import { callTool, getPrompt, readResource } from './calls.ts';
import { forgetInputs } from './forgetInputs.ts';
import { importServers } from './importServers.ts';
import { allowServer, cancelAllQuestions, muteServer, muteServerBriefly, unmuteServer } from './limitServer.ts';
import type { CommandParts } from './parts.ts';
import {
  openServerSettings,
  restartServer,
  setLogLevel,
  showServerLog,
  signOut,
  startServer,
  stopServer,
} from './serverCommands.ts';
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
};

/** Registers every command of the table. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  const names = Object.keys(handlers) as CommandName[];
  return vscode.Disposable.from(
    ...names.map((name) => registerCommand(vscode.commands, name, (argument) => handlers[name](parts, argument))),
  );
}
