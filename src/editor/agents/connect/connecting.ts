import { homedir } from 'node:os';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { tryServer } from '#core/agents/connect/serverTrial.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import type { UntrustedFolders } from '#core/trust/trust.ts';
import { editorAgentIsOff, editorName, findEditorAgentWay } from '#editor/agents/agentMode/editorAgent.ts';
import type { AgentAccess } from '#editor/agents/connections/agentAccess.ts';
import { foldersOnDisk } from '#editor/trust/workspaceTrust.ts';
import type { ChangeReview } from '#editor/window/changeReview.ts';
import type { TextDocuments } from '#editor/window/textDocuments.ts';
import { setLanguage } from '#form/language.ts';
import type { ConnectContext } from './connectContext.ts';
import { connectByDialogs } from './connectFlow.ts';
import { type DisconnectChoice, disconnectByDialogs } from './disconnectFlow.ts';
import { editorDialogs } from './editorDialogs.ts';
import { entryRuntime } from './entryRuntime.ts';
import { findProfileFolders } from './profileFolders.ts';

/** What the commands pass to this file, which is loaded when one of them is first run. */
interface ConnectServices {
  readonly agents: AgentAccess & { disable(): Promise<void> };
  /** The servers of this window. */
  readonly definitions: readonly ServerDefinition[];
  readonly userServers: ConnectContext['userServers'];
  readonly importing: ConnectContext['importing'];
  readonly textDocuments: Pick<TextDocuments, 'show' | 'showChange'>;
  readonly changeReview: Pick<ChangeReview, 'ask'>;
  readonly untrusted: Pick<UntrustedFolders, 'contains'>;
  /** The folder in which the extensions of this editor keep files. */
  readonly storageFolder: string;
}

/** Lets the user connect an agent. Never rejects. */
export async function runConnect(services: ConnectServices): Promise<void> {
  await connectByDialogs(await contextOf(services));
}

/** Lets the user disconnect an agent, or what was chosen in the view. Never rejects. */
export async function runDisconnect(services: ConnectServices, choice?: DisconnectChoice): Promise<void> {
  await disconnectByDialogs(await contextOf(services), choice);
}

async function contextOf({
  agents,
  definitions,
  userServers,
  importing,
  textDocuments,
  changeReview,
  untrusted,
  storageFolder,
}: ConnectServices): Promise<ConnectContext> {
  // This file has a language of its own, because it is bundled apart.
  setLanguage(vscode.env.language, vscode.l10n.bundle);
  const userHome = homedir();
  const variables = agentVariables(process.env);
  const { isTrusted } = vscode.workspace;
  const folders = isTrusted ? foldersOnDisk().map(({ path }) => path) : [];
  const { platform, execPath } = process;
  // It lies in the folder of the default profile.
  const profileFolders = await findProfileFolders(dirname(storageFolder), vscode.env.appName);
  const way = findEditorAgentWay();
  return {
    agents,
    dialogs: editorDialogs(textDocuments, changeReview),
    environment: { userHome, platform, variables, folders, profileFolders, storageFolder },
    runtime: await entryRuntime(agents.home, {
      platform,
      variables,
      executable: execPath,
      isUntrusted: (path) => untrusted.contains(path),
    }),
    lendable: definitions.filter(({ scope, entry }) => scope.kind !== 'builtIn' && entry.enabled),
    userServers,
    importing,
    tryServer,
    trialFolder: isTrusted ? (folders[0] ?? userHome) : undefined,
    editor: way && { client: way.client, name: editorName(), definitions, isOff: editorAgentIsOff(way) },
    disable: () => agents.disable(),
  };
}

/** The environment that an agent has which the user starts: without what the editor sets for its own processes. */
function agentVariables(variables: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !/^(VSCODE_|ELECTRON_)/i.test(name)));
}
