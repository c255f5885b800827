import * as vscode from 'vscode';
import { type CommandName, registerCommand } from '../contributions.ts';
import { addServer } from './addServer.ts';
import { callTool, getPrompt, readResource } from './calls.ts';
import { forgetInputs } from './forgetInputs.ts';
import { importServers } from './importServers.ts';
import type { CommandParts } from './parts.ts';
import { openServerSettings, restartServer, showServerLog, startServer, stopServer } from './serverCommands.ts';
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
  forgetInputs,
  tryDemo,
  hideDemo,
  openServerSettings,
};

/** Registers every command of the table. */
export function registerCommands(parts: CommandParts): vscode.Disposable {
  const names = Object.keys(handlers) as CommandName[];
  return vscode.Disposable.from(
    ...names.map((name) => registerCommand(vscode.commands, name, (argument) => handlers[name](parts, argument))),
  );
}
